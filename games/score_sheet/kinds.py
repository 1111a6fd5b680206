"""What a formula can come to: known before any hand is played, so that no hand can break it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

LARGEST = 10**12
"""No number of any formula is further from 0; JavaScript reckons with it exactly, too."""
MOST_HANDS = 1_000
"""A match by a score sheet is over after so many counted hands at the latest."""
MOST_POINTS = 1_000_000
"""No seat scores more in a hand, nor less than minus that: totals stay below 2³¹."""
MOST_TOTAL = MOST_HANDS * MOST_POINTS

KindName: TypeAlias = Literal["number", "condition", "seat", "choice"]
A_KIND = {
    "number": "a number",
    "condition": "a condition",
    "seat": "a seat",
    "choice": "a choice",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """Say what a value is: a number from `low` to `high`, one of `choices`, a condition, a seat."""

    name: KindName
    low: int = 0
    high: int = 0
    choices: frozenset[str] = frozenset()

    @property
    def constant(self) -> int | None:
        """The one number that this can be; None where there are several."""
        return self.low if self.name == "number" and self.low == self.high else None

    def joined(self, other: "Kind") -> "Kind":
        """Return the kind of a value that is one or the other, both of them of the same name."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Kind(self.name, low, high, self.choices | other.choices)

    def times(self, fewest: int, most: int) -> "Kind":
        """Return the kind of a sum of so many numbers of this kind."""
        low = min(fewest * self.low, most * self.low)
        return number(low, max(fewest * self.high, most * self.high))


CONDITION = Kind("condition")
SEAT = Kind("seat")
TOTAL = Kind("number", -MOST_TOTAL, MOST_TOTAL)


def number(low: int, high: int) -> Kind:
    """Return the kind of a number in these bounds."""
    return Kind("number", low, high)


def added(one: Kind, other: Kind) -> Kind:
    """Bound a sum."""
    return number(one.low + other.low, one.high + other.high)


def subtracted(one: Kind, other: Kind) -> Kind:
    """Bound a difference."""
    return number(one.low - other.high, one.high - other.low)


def multiplied(one: Kind, other: Kind) -> Kind:
    """Bound a product."""
    corners = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
    return number(min(corners), max(corners))


def divided(one: Kind, other: Kind) -> Kind:
    """Bound a quotient; the divisor cannot be 0."""
    corners = [quotient(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
    return number(min(corners), max(corners))


def left_over(one: Kind, other: Kind) -> Kind:
    """Bound what a division leaves over; the divisor cannot be 0."""
    most = max(abs(other.low), abs(other.high)) - 1
    return number(max(min(one.low, 0), -most), min(max(one.high, 0), most))


def quotient(one: int, other: int) -> int:
    """Divide towards 0: 7 / 2 is 3, and -7 / 2 is -3."""
    whole = abs(one) // abs(other)
    return whole if (one < 0) == (other < 0) else -whole


def remainder(one: int, other: int) -> int:
    """Return what `quotient` leaves over, with the sign of the number that is divided."""
    rest = abs(one) % abs(other)
    return -rest if one < 0 else rest
