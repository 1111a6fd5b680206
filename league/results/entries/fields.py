"""What the forms of all games share: what a form carries, what it is asked to show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from games.base import HandSetup, Seat

LONGEST_NUMBER = 7
Record = Mapping[str, Any]


class Who(NamedTuple):
    """Somebody on a seat."""

    seat: Seat
    name: str


class Choice(NamedTuple):
    """One of the things that can be picked."""

    value: str
    words: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What a form is drawn for: who plays, which hand, and what was wrong with it, by field.

    `picks_teams`: nobody but the players knows who was in a team with whom.
    """

    names: Sequence[str]
    setup: HandSetup
    errors: Mapping[str, Sequence[str]]
    picks_teams: bool = False

    def errors_at(self, *fields: str) -> list[str]:
        """Return the words about these fields and what lies in them, each once."""
        found = [
            sentence
            for at, words in self.errors.items()
            if any(at == field or at.startswith((f"{field}.", f"{field}[")) for field in fields)
            for sentence in words
        ]
        return list(dict.fromkeys(found))


class Entry(Protocol):
    """What somebody has entered of a hand so far, right or wrong, as the form's fields carry it.

    `TEMPLATE` draws the fields, `SCRIPT` answers taps at once ("" where plain fields do).
    """

    TEMPLATE: ClassVar[str]
    SCRIPT: ClassVar[str]

    @classmethod
    def blank(cls, setup: HandSetup, last: Record | None = None) -> "Entry":
        """Return the form before anything is entered, shaped as the table's last hand was."""

    @classmethod
    def of_record(cls, record: Record) -> "Entry":
        """Return the form filled in with a record that the engine has accepted."""

    @classmethod
    def of_form(cls, data: Mapping[str, str], size: int) -> "Entry":
        """Return what a form of a table of this size carries."""

    def fit(self, setup: HandSetup) -> "Entry":
        """Return the form with just the fields that the hand counts, blank where they lacked."""

    def press(self, data: Mapping[str, str]) -> "Entry":
        """Return the form after the button that was pressed without scripts."""

    @property
    def is_complete(self) -> bool:
        """Say whether there is enough to see what the hand is worth."""

    def as_record(self) -> dict[str, Any]:
        """Return the record to send, faults and all."""

    def fields(self, asked: Asked) -> object:
        """Return what the template draws."""

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field of the record."""


def read_count(text: str) -> int | str:
    """Read a whole number; what is none stays text, which the engine refuses at its field."""
    text = text.strip().replace("\u2212", "-")
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else text
