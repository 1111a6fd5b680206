"""Places by total (ZZ-26, ZZ-R13)."""

from collections.abc import Sequence

from games.base import PlaceReason, Seat


def places_of(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the 1-based place of every seat; equal totals share one, as 1, 1, 3."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def place_reasons_of(totals: Sequence[int]) -> tuple[PlaceReason, ...]:
    """Return what decided the place of every seat."""
    return tuple(_reason(seat, totals) for seat in range(len(totals)))


def _reason(seat: Seat, totals: Sequence[int]) -> PlaceReason:
    shared = tuple(
        other for other, total in enumerate(totals) if other != seat and total == totals[seat]
    )
    below = [other for other, total in enumerate(totals) if total < totals[seat]]
    ahead_of = max(below, key=lambda other: (totals[other], -other), default=None)
    return PlaceReason("ZZ-R13" if shared else "ZZ-26", ahead_of, shared)
