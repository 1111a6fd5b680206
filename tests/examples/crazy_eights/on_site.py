"""Crazy Eights on the site: the form of a hand, the words for it, and the object that names both.

The fields of a hand are `left-<seat>`, the points of the cards that a player was left with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from games.base import HandSetup, Match, Seat
from games.final_result import TotalsRule
from league.competitions.settings_forms import OptionsForm
from league.core.games import SiteGame
from league.core.games.entry import (
    EntryFormContext,
    EntryPart,
    Fact,
    Record,
    RuleTexts,
    Who,
    read_count,
)
from league.core.games.score_sheet import Columns, Line, ScoreSheetPart, SheetHand
from league.core.rule_texts import join_names
from tests.examples.crazy_eights.engine import CRAZY_EIGHTS


class CrazyEightsOptionsForm(OptionsForm):
    """The options of Crazy Eights; what is allowed is for the game to say."""

    slug = "crazy-eights"

    target = forms.IntegerField(label="Points to end the match")


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What the form asks of one player."""

    who: Who
    left: str
    errors: list[str]


@dataclass(frozen=True, slots=True)
class CrazyEightsFields:
    """What the template draws."""

    seats: list[SeatFields]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class CrazyEightsEntry:
    """What was typed for each seat, right or wrong."""

    TEMPLATE: ClassVar[str] = "crazy_eights/_fields.html"
    SCRIPT: ClassVar[str] = ""

    left: tuple[str, ...]

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "CrazyEightsEntry":
        """Return the form before anything is entered."""
        return cls(("",) * setup.seats)

    @classmethod
    def of_record(cls, record: Record) -> "CrazyEightsEntry":
        """Return the form filled in with a record that the engine has accepted."""
        return cls(tuple(str(points) for points in record["left"]))

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "CrazyEightsEntry":
        """Return what a form carries."""
        return cls(tuple(data.get(f"left-{seat}", "").strip() for seat in range(size)))

    def fit(self, setup: HandSetup) -> "CrazyEightsEntry":
        """Return the form as it is: every hand asks the same."""
        return self

    def press(self, data: Mapping[str, str]) -> "CrazyEightsEntry":
        """Return the form as it is: it has no buttons of its own."""
        return self

    @property
    def is_complete(self) -> bool:
        """Say whether there is enough to see what the hand is worth."""
        return all(self.left)

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""
        return {"left": [read_count(text) for text in self.left]}

    def fields(self, context: EntryFormContext) -> CrazyEightsFields:
        """Return what the template draws."""
        seats = [
            SeatFields(Who(seat, name), self.left[seat], context.errors_at(f"left[{seat}]"))
            for seat, name in enumerate(context.names)
        ]
        return CrazyEightsFields(seats, list(context.errors.get("left", ())))

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field.startswith("left")


def describe_record(record: Record, names: Sequence[str]) -> list[Fact]:
    """Say what happened in a hand."""
    left = record["left"]
    return [Fact("Won by", names[left.index(0)]), Fact("Cards held", str(sum(left)))]


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who deals and who begins."""
    return [("deals", setup.dealer), ("begins", setup.leader)]


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say who has reached the target (CE-03)."""
    return f"{join_names([names[seat] for seat in match.winners])}: the target is reached."


def printed_columns(options: Mapping[str, Any], seats: int) -> Columns:
    """Name what is written down of a hand: of each player, and of the whole table."""
    return {"of_seat": ["Cards held", "Total"], "of_table": []}


def sheet_lines(hand: SheetHand) -> Iterator[Line]:
    """Ask the same of each hand of a whole sheet."""
    for who in hand.people:
        name = f"left-{who.seat}"
        yield Line(who, (hand.input(name, "Cards held", who, at=[f"left[{who.seat}]", "left"]),))


GAME = SiteGame(
    engine=CRAZY_EIGHTS,
    totals_rule=TotalsRule("CE-03", lowest=0, ties="CE-03"),
    options_form=CrazyEightsOptionsForm,
    entry=EntryPart(
        form=CrazyEightsEntry, describe_record=describe_record, why_over=why_over, duties=duties
    ),
    rule_texts=RuleTexts(
        problems={
            "not_one_a_seat": "Say for each player how many points were left.",
            "not_counted_up": "This must be a number from 0 to 500.",
            "not_one_winner": "Exactly one player has 0: the one without cards.",
        },
        lines={"held": "What the others held"},
        places={"CE-03": "%(name)s has more points than %(below)s."},
        shared={"CE-03": "%(names)s have equally many points."},
    ),
    printed_columns=printed_columns,
    score_sheet=ScoreSheetPart(lines=sheet_lines),
)
