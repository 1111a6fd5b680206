"""The form in which the outcome of a match is entered or corrected."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from games.final_result import PLACES, TOTALS
from league.competitions.models import Table
from league.core.games.entry import Who, read_count
from league.core.rule_texts import problem_words
from league.results.board import names_at
from league.results.errors import ResultError
from league.results.forms import REASON_LENGTH, read_key, read_number
from league.results.models import FinalResult
from league.results.scoring import outcome_of

Typed = int | str | None


@dataclass(frozen=True, slots=True)
class OutcomeFields:
    """What the form asks of one player."""

    who: Who
    place: Typed
    total: Typed
    errors: list[str]


@dataclass(slots=True, kw_only=True)
class OutcomeForm:
    """An outcome as somebody is entering it: `result` is the one in force, to be corrected.

    A number is None while it is empty, and text where it is no number. `errors` are words by field.
    """

    table: Table
    names: tuple[str, ...]
    places: tuple[Typed, ...]
    totals: tuple[Typed, ...]
    key: str
    seating: int
    result: FinalResult | None = None
    revision: int = 0
    reason: str = ""
    words: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of_table(cls, table: Table, result: FinalResult | None) -> "OutcomeForm":
        """Return the form before anything is entered, or filled in with the result in force."""
        names = names_at(table)
        empty: tuple[Typed, ...] = (None,) * len(names)
        outcome = outcome_of(result) if result else {}
        return cls(
            table=table,
            names=names,
            places=tuple(outcome.get(PLACES) or empty),
            totals=tuple(outcome.get(TOTALS) or empty),
            key=str(uuid4()),
            seating=table.seating,
            result=result,
            revision=result.current.number if result and result.current else 0,
        )

    @classmethod
    def of_post(
        cls, table: Table, result: FinalResult | None, data: Mapping[str, str]
    ) -> "OutcomeForm":
        """Return the form as it was sent."""
        names = names_at(table)
        return cls(
            table=table,
            names=names,
            places=_typed(data, "place", len(names)),
            totals=_typed(data, "total", len(names)),
            key=str(read_key(data.get("key", "")) or uuid4()),
            seating=read_number(data.get("seating", "")),
            result=result,
            revision=read_number(data.get("revision", "")),
            reason=data.get("reason", "")[:REASON_LENGTH],
        )

    def as_outcome(self) -> dict[str, Any]:
        """Return the outcome to send, faults and all; what is empty as a whole is left out."""
        given = {PLACES: self.places, TOTALS: self.totals}
        return {
            name: list(values)
            for name, values in given.items()
            if any(value is not None for value in values)
        }

    @property
    def fields(self) -> list[OutcomeFields]:
        """What the template draws, by seat."""
        return [
            OutcomeFields(
                Who(seat, name),
                self.places[seat],
                self.totals[seat],
                [
                    *self.errors.get(f"{PLACES}[{seat}]", ()),
                    *self.errors.get(f"{TOTALS}[{seat}]", ()),
                ],
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def general_errors(self) -> list[str]:
        """Words about the outcome as a whole."""
        return [words for at in ("", PLACES, TOTALS) for words in self.errors.get(at, ())]

    def refuse(self, error: ResultError) -> None:
        """Show why the outcome was refused: words above the form, and each fault at its field."""
        self.words = error.text
        if error.code == "reason_missing":
            self.errors["reason"] = [error.text]
        for problem in error.problems:
            self.errors.setdefault(problem.field, []).append(problem_words(problem, self.names))

    def meet(self, current: int) -> None:
        """Take the revision that the page shows now: its reader has read why it was refused."""
        self.revision = current


def _typed(data: Mapping[str, str], name: str, seats: int) -> tuple[Typed, ...]:
    texts = (data.get(f"{name}-{seat}", "").strip() for seat in range(seats))
    return tuple(read_count(text) if text else None for text in texts)
