"""What is known of a hand before it is dealt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.base import Json, Problem, Seat
from games.refusals import InvalidSetupError
from games.validation import is_seat, is_whole_number, unknown_fields
from games.zop_zoo.options import ZopZooOptions

SEATS = range(2, 9)


@dataclass(frozen=True, slots=True)
class ZopZooSetup:
    """Say who plays a hand, who is dealt the first card, and by which options."""

    number: int
    seats: int
    dealer: Seat
    first: Seat
    options: ZopZooOptions

    @property
    def leader(self) -> Seat:
        """Return who has the first turn: whoever is dealt the first card (ZZ-06)."""
        return self.first

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Return no teams: everyone plays alone."""
        return ()

    @property
    def solo(self) -> Seat | None:
        """Return nobody, as there are no teams."""
        return None

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows."""
        return {"number": self.number, "first": self.first}

    def as_log(self) -> dict[str, Json]:
        """Write the set-up for the header of a log; the options are there already."""
        return {
            "seats": self.seats,
            "number": self.number,
            "dealer": self.dealer,
            "first": self.first,
        }


_FIELDS = ("seats", "number", "dealer", "first")


def read_setup(options: ZopZooOptions, data: object) -> ZopZooSetup:
    """Read what `as_log` wrote; raises InvalidSetupError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidSetupError(
            [Problem("not_an_object", "", None, "The set-up must be given by name.")]
        )
    problems = unknown_fields(data, _FIELDS)
    seats: Any = data.get("seats")
    number: Any = data.get("number")
    dealer: Any = data.get("dealer")
    first: Any = data.get("first")
    problems += table_problems(seats, {"dealer": dealer, "first": first})
    if not is_whole_number(number) or number < 1:
        problems.append(Problem("not_a_number", "number", None, "Hands are counted from 1."))
    if problems:
        raise InvalidSetupError(problems)
    return ZopZooSetup(number, seats, dealer, first, options)


def table_problems(seats: object, players: Mapping[str, object]) -> list[Problem]:
    """List what is wrong with a table's size, and with the seats of players, by name of field."""
    problems: list[Problem] = []
    fits = is_whole_number(seats) and seats in SEATS
    if not fits:
        text = f"The game is for {SEATS[0]} to {SEATS[-1]} players."
        problems.append(Problem("not_a_table_size", "seats", None, text))
    for field, seat in players.items():
        if not is_seat(seat, seats if is_whole_number(seats) and fits else SEATS[-1]):
            text = "This must be one of the seats, counted from 0."
            problems.append(Problem("not_a_seat", field, None, text))
    return problems
