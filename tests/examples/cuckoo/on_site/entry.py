"""The form of a hand of Cuckoo: `lowest-<seat>` for each who had the lowest card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.base import HandSetup, Seat
from league.core.games.entry import EntryFormContext, Record, Who
from league.core.games.score_sheet import CHECK, Line, SheetHand


@dataclass(frozen=True, slots=True)
class CuckooFields:
    """What the template draws: everybody, and whether they are ticked."""

    seats: tuple[tuple[Who, bool], ...]
    errors: list[str]


@dataclass(frozen=True, slots=True)
class CuckooEntry:
    """The state of the form: the seats that are ticked."""

    TEMPLATE: ClassVar[str] = "cuckoo/_fields.html"
    SCRIPT: ClassVar[str] = ""

    lowest: tuple[Seat, ...] = ()

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "CuckooEntry":
        """Return the form before anything is entered."""
        return cls()

    @classmethod
    def of_record(cls, record: Record) -> "CuckooEntry":
        """Return the form filled in with a record that the engine has accepted."""
        return cls(tuple(record["lowest"]))

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "CuckooEntry":
        """Return what a form carries."""
        return cls(tuple(seat for seat in range(size) if f"lowest-{seat}" in data))

    def fit(self, setup: HandSetup) -> "CuckooEntry":
        """Return the form as it is: every hand asks the same."""
        return self

    def press(self, data: Mapping[str, str]) -> "CuckooEntry":
        """Return the form as it is: boxes are ticked without scripts, too."""
        return self

    @property
    def is_complete(self) -> bool:
        """Say whether somebody is ticked."""
        return bool(self.lowest)

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""
        return {"lowest": list(self.lowest)}

    def fields(self, context: EntryFormContext) -> CuckooFields:
        """Return what the template draws."""
        people = tuple(
            (Who(seat, name), seat in self.lowest) for seat, name in enumerate(context.names)
        )
        return CuckooFields(people, context.errors_at("lowest"))

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""
        return field.startswith("lowest")


def sheet_lines(hand: SheetHand) -> Iterator[Line]:
    """Ask the same of each hand of a whole sheet."""
    for who in hand.people:
        yield Line(who, (hand.input(f"lowest-{who.seat}", "Lowest", who, CHECK, at=["lowest"]),))


def sheet_columns(options: Mapping[str, Any], seats: int) -> dict[str, list[str]]:
    """Name what is written down of a hand on paper: of each player, and of the whole table."""
    return {"of_seat": ["Lowest", "Lives left"], "of_table": []}
