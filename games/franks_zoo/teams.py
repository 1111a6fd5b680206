"""Who plays with whom (FZ-20, FZ-21, FZ-R1)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.base import Seat


class Team(NamedTuple):
    """Two partners for one hand; the senior was placed better before it."""

    senior: Seat
    junior: Seat


class Pairing(NamedTuple):
    """The teams of a hand, in the order of their seniors' places, and who plays alone."""

    teams: tuple[Team, ...]
    solo: Seat | None


ALONE = Pairing((), None)


def pair(standing: Sequence[Seat]) -> Pairing:
    """Pair the seats, given best placed first: the upper half with the lower, the middle alone."""
    half, odd = divmod(len(standing), 2)
    juniors = standing[half + odd :]
    teams = tuple(Team(*team) for team in zip(standing[:half], juniors, strict=True))
    return Pairing(teams, standing[half] if odd else None)
