"""The standing of a match: totals, places, and what decided each place (AP-19, AP-20)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.base import PlaceReason, Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the coins of every seat, and the winners once there are any."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...] = ()

    @classmethod
    def at_start(cls, seats: int) -> "Standing":
        """Return the standing before anything has counted: nobody has a coin (AP-R3)."""
        return cls((0,) * seats)

    def after(self, coins: Sequence[int], won: Sequence[Seat], target: int) -> "Standing":
        """Return the standing after a hand in which the seats gained `coins` and `won` a pot.

        Whoever won had to have the target when the hand began; the coins afterwards decide between
        several (AP-19).
        """
        totals = tuple(total + gained for total, gained in zip(self.totals, coins, strict=True))
        able = [seat for seat in won if self.totals[seat] >= target]
        most = max((totals[seat] for seat in able), default=0)
        return Standing(totals, tuple(seat for seat in able if totals[seat] == most))

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal seats share theirs (AP-20)."""
        ranks = [self._rank(seat) for seat in range(len(self.totals))]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)

    @property
    def reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat."""
        places = self.places
        return tuple(self._reason(seat, places) for seat in range(len(places)))

    def _rank(self, seat: Seat) -> tuple[bool, int]:
        """Return what a seat is placed by; equal for those who share a place.

        Joint winners have equal coins.
        """
        return (seat not in self.winners, -self.totals[seat])

    def _reason(self, seat: Seat, places: Sequence[int]) -> PlaceReason:
        below = min((place for place in places if place > places[seat]), default=None)
        ahead_of = None if below is None else places.index(below)
        shared_with = tuple(
            other for other, place in enumerate(places) if place == places[seat] and other != seat
        )
        is_won = seat in self.winners and ahead_of is not None
        return PlaceReason("AP-19" if is_won else "AP-20", ahead_of, shared_with)
