"""The standing of a match: totals, places, and what decided each place (FZ-15, FZ-16, FZ-R4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.base import PlaceReason, Seat
from games.departure import drop


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold totals, places and reasons per seat. Before the first counted hand all share place 1."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    reasons: tuple[PlaceReason, ...]

    @classmethod
    def at_start(cls, seats: int) -> "Standing":
        """Return the standing before anything has counted."""
        everyone = range(seats)
        reasons = tuple(
            PlaceReason("FZ-15", None, tuple(other for other in everyone if other != seat))
            for seat in everyone
        )
        return cls((0,) * seats, (1,) * seats, reasons)

    def after(self, scores: Sequence[int], finish: Sequence[Seat]) -> "Standing":
        """Return the standing after a hand: `scores` per seat, `finish` the seats as they ran out.

        Equal totals go to the seat that was placed worse before (FZ-16). Seats that shared a place
        until now, as all do before the first counted hand, go by the hand itself: the worse
        finisher is placed better (FZ-R4). So places are never shared after a hand.
        """
        totals = tuple(total + points for total, points in zip(self.totals, scores, strict=True))
        order = sorted(
            finish, key=lambda seat: (-totals[seat], -self.places[seat], -finish.index(seat))
        )
        places = tuple(order.index(seat) + 1 for seat in range(len(totals)))
        below: dict[Seat, Seat] = dict(pairwise(order))
        reasons = tuple(self._reason(seat, below.get(seat), totals) for seat in range(len(totals)))
        return Standing(totals, places, reasons)

    def without(self, seat: Seat) -> "Standing":
        """Return the standing of those who stay, in the same order."""
        totals, places = drop(self.totals, seat), drop(self.places, seat)
        old = drop(self.reasons, seat)
        places = tuple(1 + sum(other < place for other in places) for place in places)
        order = sorted(range(len(totals)), key=lambda stays: places[stays])
        below: dict[Seat, Seat] = dict(pairwise(order)) if len({*places}) == len(places) else {}
        shared = tuple(
            tuple(other for other in order if other != stays and places[other] == places[stays])
            for stays in range(len(totals))
        )

        def rule(stays: Seat) -> str:
            """Return what decides: between equals, it did so too with who leaves in between."""
            lower = below.get(stays)
            if lower is None or totals[stays] != totals[lower]:
                return "FZ-15"
            is_between = old[stays].ahead_of == seat
            return (self.reasons[seat] if is_between else old[stays]).rule

        reasons = tuple(
            PlaceReason(rule(stays), below.get(stays), tuple(sorted(shared[stays])))
            for stays in range(len(totals))
        )
        return Standing(totals, places, reasons)

    def _reason(self, seat: Seat, below: Seat | None, totals: Sequence[int]) -> PlaceReason:
        if below is None or totals[seat] != totals[below]:
            return PlaceReason("FZ-15", below)
        if self.places[seat] != self.places[below]:
            return PlaceReason("FZ-16", below)
        return PlaceReason("FZ-R4", below)

    def order(self, first_dealer: Seat) -> tuple[Seat, ...]:
        """List the seats best placed first; shared places in seat order from the dealer's left.

        Shared places matter only where the first hands of a match are void: then there are teams,
        a dealer and a leader to name before anything has counted.
        """
        seats = len(self.totals)
        return tuple(
            sorted(
                range(seats),
                key=lambda seat: (self.places[seat], (seat - first_dealer - 1) % seats),
            )
        )
