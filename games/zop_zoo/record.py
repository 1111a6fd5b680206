"""The record of a hand: read it from JSON, with every fault at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.base import Json, Problem, Seat
from games.validation import is_list_of, is_seat, is_whole_number, unknown_fields
from games.zop_zoo.cards import BONUS_CATEGORIES

STEP = 5
HIGHEST_CARDS = 100 * 12
"""Points of row cards: 100 each at most, on no more than twelve cards."""
FURTHEST = 1_000_000
"""Far beyond any real hand: it only keeps nonsense out of what is stored and shown."""


class SeatRecord(NamedTuple):
    """What one seat shows at the end of a hand.

    `cards` are the points of its covered and connected cards, `minus` those of the minus cards
    still showing (0 or less), `bonus` the categories of its side bonus cards.
    """

    cards: int
    minus: int
    bonus: tuple[str, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the seat in the shape it is read from."""
        return {"cards": self.cards, "minus": self.minus, "bonus": list(self.bonus)}


@dataclass(frozen=True, slots=True)
class ZopZooRecord:
    """What happened in a hand: either what each of the `seats` shows, or their mere `points`.

    `winner` is None when the draw pile ran out (ZZ-25).
    """

    winner: Seat | None
    seats: tuple[SeatRecord, ...] | None = None
    points: tuple[int, ...] | None = None

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from."""
        values: dict[str, Json] = {"winner": self.winner}
        if self.seats is not None:
            values["seats"] = [seat.as_json() for seat in self.seats]
        if self.points is not None:
            values["points"] = list(self.points)
        return values


class Reading(NamedTuple):
    """A record, None where there are errors, and all problems."""

    record: ZopZooRecord | None
    problems: tuple[Problem, ...]


FIELDS = ("winner", "seats", "points")
SEAT_FIELDS = ("cards", "minus", "bonus")
_BY_SEATS = {"winner", "seats"}


def read_record(data: object, seats: int) -> Reading:
    """Read the record of a hand of so many seats, from JSON or from a record; never raise."""
    if isinstance(data, ZopZooRecord):
        data = data.as_json()
    if isinstance(data, dict):
        record = _read_plain(data, seats)
        if record is not None:
            return Reading(record, ())
    if not isinstance(data, Mapping):
        text = "The record of a hand must be given by name of field."
        return Reading(None, (Problem("not_an_object", "", None, text),))
    return _RecordReader(data, seats).read()


def _read_plain(data: dict[object, object], seats: int) -> ZopZooRecord | None:
    """Read a record with what each seat shows and without a fault, as most are; else None."""
    winner, shown = data.get("winner"), data.get("seats")
    if data.keys() != _BY_SEATS or not is_list_of(shown, dict, seats):
        return None
    if winner is not None and not is_seat(winner, seats):
        return None
    found = [seat for each in shown if (seat := _read_plain_seat(each)) is not None]
    bonuses = [category for seat in found for category in seat.bonus]
    if len(found) != seats or len(set(bonuses)) != len(bonuses):
        return None
    return ZopZooRecord(winner, tuple(found))


def _read_plain_seat(data: dict[object, object]) -> SeatRecord | None:
    cards, minus, bonus = data.get("cards"), data.get("minus"), data.get("bonus")
    if len(data) != len(SEAT_FIELDS) or type(cards) is not int or type(minus) is not int:
        return None
    if cards % STEP or not 0 <= cards <= HIGHEST_CARDS:
        return None
    if minus % STEP or not -FURTHEST <= minus <= 0:
        return None
    if not isinstance(bonus, list) or not all(map(BONUS_CATEGORIES.__contains__, bonus)):
        return None
    return SeatRecord(cards, minus, tuple(bonus))


class _RecordReader:
    """Read one record field by field and gather what is wrong."""

    def __init__(self, data: Mapping[object, object], seats: int) -> None:
        self.data = data
        self.seats = seats
        self.problems = unknown_fields(data, FIELDS)
        self.bonuses: dict[str, Seat] = {}

    def read(self) -> Reading:
        winner = self._winner()
        seats, points = self.data.get("seats"), self.data.get("points")
        if seats is not None and points is not None:
            text = "Enter either what each seat shows or the mere points, not both."
            self.refuse("not_counted", "points", "ZZ-24", text)
        if seats is None and points is None:
            self.refuse("missing", "seats", "ZZ-24", "This value is missing.")
        of_seats = None if seats is None else self._seats(seats)
        of_points = None if points is None else self._points(points)
        if self.problems:
            return Reading(None, tuple(self.problems))
        return Reading(ZopZooRecord(winner, of_seats, of_points), ())

    def refuse(self, code: str, field: str, rule: str, text: str) -> None:
        self.problems.append(Problem(code, field, rule, text))

    def _winner(self) -> Seat | None:
        winner = self.data.get("winner")
        if winner is None or is_seat(winner, self.seats):
            return winner
        self.refuse("not_a_seat", "winner", "ZZ-23", "This is not a seat of this table.")
        return None

    def _items(self, value: object, field: str) -> list[object]:
        """Return a list with an item a seat; an empty one, with a problem, for anything else."""
        if isinstance(value, list | tuple) and len(value) == self.seats:
            return list(value)
        text = f"There must be one entry for each of the {self.seats} seats."
        self.refuse("not_one_a_seat", field, "ZZ-24", text)
        return []

    def _points(self, value: object) -> tuple[int, ...]:
        return tuple(
            self._number(points, f"points[{seat}]", -FURTHEST, FURTHEST)
            for seat, points in enumerate(self._items(value, "points"))
        )

    def _seats(self, value: object) -> tuple[SeatRecord, ...]:
        return tuple(
            self._seat(shown, seat) for seat, shown in enumerate(self._items(value, "seats"))
        )

    def _seat(self, data: object, seat: Seat) -> SeatRecord:
        path = f"seats[{seat}]"
        if not isinstance(data, Mapping):
            text = "What a seat shows must be given by name of field."
            self.refuse("not_an_object", path, "ZZ-24", text)
            return SeatRecord(0, 0, ())
        self.problems += [problem.inside(path) for problem in unknown_fields(data, SEAT_FIELDS)]
        return SeatRecord(
            self._number(data.get("cards"), f"{path}.cards", 0, HIGHEST_CARDS),
            self._number(data.get("minus"), f"{path}.minus", -FURTHEST, 0),
            self._bonus(data.get("bonus"), f"{path}.bonus", seat),
        )

    def _number(self, value: object, field: str, lowest: int, highest: int) -> int:
        """Return a number of points; 0, with a problem, for what is none."""
        if value is None:
            self.refuse("missing", field, "ZZ-24", "This value is missing.")
            return 0
        if not is_whole_number(value):
            self.refuse("not_a_number", field, "ZZ-24", "Enter a whole number of points.")
            return 0
        if value % STEP:
            text = f"All points in this game are multiples of {STEP}."
            self.refuse("not_a_multiple", field, "ZZ-03", text)
        if not lowest <= value <= highest:
            text = f"This must be from {lowest:,} to {highest:,}."
            self.refuse("out_of_range", field, "ZZ-24", text)
        return value

    def _bonus(self, value: object, field: str, seat: Seat) -> tuple[str, ...]:
        if value is None:
            self.refuse("missing", field, "ZZ-22", "This value is missing.")
            return ()
        if not isinstance(value, list | tuple):
            text = "Side bonus cards must be a list of categories."
            self.refuse("not_a_list", field, "ZZ-22", text)
            return ()
        return tuple(
            category
            for at, category in enumerate(value)
            if self._is_free_bonus(category, f"{field}[{at}]", seat)
        )

    def _is_free_bonus(self, category: object, field: str, seat: Seat) -> bool:
        if not isinstance(category, str) or category not in BONUS_CATEGORIES:
            text = f"A side bonus is one of: {', '.join(BONUS_CATEGORIES)}."
            self.refuse("not_a_bonus", field, "ZZ-04", text)
            return False
        if category in self.bonuses:
            whose = "this seat" if self.bonuses[category] == seat else "another seat"
            text = f"There is one such card, and {whose} has it already."
            self.refuse("duplicate_bonus", field, "ZZ-04", text)
            return False
        self.bonuses[category] = seat
        return True
