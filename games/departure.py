"""Let a match go on without a player who leaves it.

The rules of no game speak of it. The table becomes one of the smaller size between two hands: those
who stay keep their totals, their order among each other, and the clockwise order of their seats,
which are counted anew. From then on it is as if the match had begun with so many players.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar, runtime_checkable

from games.base import InvalidMatchError, Match, Problem, Seat
from games.hand_limit import LimitedMatch

Value = TypeVar("Value")


@runtime_checkable
class Reducible(Protocol):
    """A match that knows how to go on with fewer players."""

    def without(self, seat: Seat) -> Match:
        """Return the match without a seat; raises InvalidMatchError for too small a table."""


def go_on_without(match: Match, seat: Seat) -> Match:
    """Return a match without a seat, before its next hand; raises InvalidMatchError.

    It is refused where the game wants more players, or partners who stay together for the match.
    """
    if isinstance(match, LimitedMatch):
        return replace(match, match=go_on_without(match.match, seat))
    if not isinstance(match, Reducible):
        text = "This game cannot go on with fewer players."
        raise InvalidMatchError([Problem("cannot_shrink", "seats", None, text)])
    return match.without(seat)


def drop(values: Sequence[Value], seat: Seat) -> tuple[Value, ...]:
    """Return the values of the seats that stay."""
    return (*values[:seat], *values[seat + 1 :])


def number_without(number: Seat, seat: Seat, left: int) -> Seat:
    """Return the new number of a seat among the `left` that stay.

    For the seat that goes it is that of the next one clockwise, who takes over its duties.
    """
    return number - (number > seat) if number != seat else seat % left
