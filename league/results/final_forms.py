"""A final result as pages show it, and the form in which it is entered or corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import uuid4

from games.final_result import PLACES, TOTALS
from league.competitions.models import Table
from league.core.games.entry import Who, read_count
from league.results.errors import ResultError
from league.results.forms import add_problems, read_key, read_number
from league.results.models import REASON_LENGTH, FinalResult, FinalRevision
from league.results.scoring import Record, outcome_of
from league.results.table_view import all_names_at


class ResultRow(NamedTuple):
    """A player's place; `total` is None where nobody knows it."""

    who: Who
    place: int
    total: int | None


class ResultStep(NamedTuple):
    """A revision and its rows, none for a void one."""

    revision: FinalRevision
    rows: tuple[ResultRow, ...]


def rows_of(outcome: Record | None, names: Sequence[str]) -> tuple[ResultRow, ...]:
    """Return everybody, best placed first."""
    if outcome is None:
        return ()
    places, totals = outcome["places"], outcome.get("totals") or [None] * len(names)
    rows = map(ResultRow, map(Who, range(len(names)), names), places, totals)
    return tuple(sorted(rows, key=lambda row: (row.place, row.who.seat)))


def steps_of(result: FinalResult, names: Sequence[str]) -> tuple[ResultStep, ...]:
    """Return the history of a result, oldest first."""
    revisions = result.revisions.select_related("by").order_by("number")
    return tuple(ResultStep(each, rows_of(each.outcome, names)) for each in revisions)


Typed = int | str | None


class OutcomeFields(NamedTuple):
    """The fields of one player."""

    who: Who
    place: Typed
    total: Typed
    errors: list[str]


@dataclass(slots=True, kw_only=True)
class OutcomeForm:
    """An outcome as somebody is entering it, or correcting `result`; errors are texts by field."""

    table: Table
    names: tuple[str, ...]
    places: tuple[Typed, ...]
    totals: tuple[Typed, ...]
    key: str
    seating: int
    result: FinalResult | None = None
    revision: int = 0
    reason: str = ""
    text: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of_table(cls, table: Table, result: FinalResult | None) -> "OutcomeForm":
        """Return the form before anything is entered, or filled in with the result in force."""
        names = all_names_at(table)
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
        names = all_names_at(table)
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
        """The fields by seat."""
        at = self.errors.get
        return [
            OutcomeFields(
                Who(seat, name),
                place,
                total,
                at(f"{PLACES}[{seat}]", []) + at(f"{TOTALS}[{seat}]", []),
            )
            for seat, (name, place, total) in enumerate(
                zip(self.names, self.places, self.totals, strict=True)
            )
        ]

    @property
    def general_errors(self) -> list[str]:
        """Errors of the outcome as a whole."""
        return [text for at in ("", PLACES, TOTALS) for text in self.errors.get(at, ())]

    def refuse(self, error: ResultError, current: int) -> None:
        """Show why the outcome was refused, for the revision in force, which is shown with it."""
        self.text, self.revision = error.text, current
        if error.code == "reason_missing":
            self.errors["reason"] = [error.text]
        add_problems(self.errors, error, self.names)


def _typed(data: Mapping[str, str], name: str, seats: int) -> tuple[Typed, ...]:
    texts = (data.get(f"{name}-{seat}", "").strip() for seat in range(seats))
    return tuple(read_count(text) if text else None for text in texts)
