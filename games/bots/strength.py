"""How strong the bots are: which levels are offered at which size, and what rating each has.

A level is offered where the arena has shown it above the one below with 95 % confidence, by the
commands of docs/benchmarks.md. Ratings are anchors for people who play against bots, measured
at tables of four over matches of three hands: from how often one bot finishes ahead of
the other, in the model of `games.tournament.ratings`. The good bot stands where ratings start.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Lead(NamedTuple):
    """How far a level was ahead of the one below, points a hand, and half the 95 % interval."""

    ahead: float
    interval: float

    @property
    def is_shown(self) -> bool:
        """Say whether the whole interval is above zero."""
        return self.ahead > self.interval


LEVELS: Final = ("greedy", "heuristic", "search")
"""The levels that people choose from, weakest first; the first is offered everywhere."""

LEADS: Final[Mapping[str, Mapping[str, Mapping[int, Lead]]]] = {
    "franks-zoo": {
        "heuristic": {
            3: Lead(0.59, 0.22),
            4: Lead(2.86, 0.23),
            5: Lead(1.80, 0.15),
            6: Lead(2.60, 0.19),
            7: Lead(1.21, 0.11),
        },
        "search": {
            3: Lead(2.42, 0.33),
            4: Lead(2.36, 0.56),
            5: Lead(1.25, 0.75),
            6: Lead(2.78, 0.92),
            7: Lead(0.98, 0.37),
        },
    },
    "zop-zoo": {
        "heuristic": {
            2: Lead(10.9, 3.8),
            3: Lead(14.5, 5.1),
            4: Lead(19.6, 4.5),
            5: Lead(22.0, 2.8),
            6: Lead(19.5, 3.2),
            7: Lead(17.0, 2.0),
            8: Lead(15.1, 2.6),
        },
        "search": {
            2: Lead(5.0, 3.3),
            3: Lead(3.92, 1.08),
            4: Lead(1.84, 1.08),
            5: Lead(1.47, 0.56),
            6: Lead(0.88, 0.51),
            7: Lead(0.56, 0.37),
        },
    },
    "animal-poker": {
        "heuristic": {
            3: Lead(-0.48, 0.29),
            4: Lead(0.79, 0.28),
            5: Lead(0.86, 0.43),
            6: Lead(1.26, 0.48),
        },
        "search": {
            3: Lead(-0.15, 0.49),
            4: Lead(0.44, 0.19),
            5: Lead(0.40, 0.27),
            6: Lead(0.49, 0.31),
        },
    },
}
"""What the arena has measured, by game, level and players."""


def levels_at(game: str, seats: int) -> tuple[str, ...]:
    """Return the levels offered at a table of this size, weakest first; all of an added game."""
    if game not in LEADS:
        return LEVELS
    found = [LEVELS[0]]
    for level in LEVELS[1:]:
        lead = LEADS[game][level].get(seats)
        if lead is None or not lead.is_shown:
            break
        found.append(level)
    return tuple(found)


def level_at(game: str, seats: int, wanted: str) -> str:
    """Return a level where it is offered, else the strongest below it; no level stays itself."""
    offered = levels_at(game, seats)
    return offered[-1] if wanted in LEVELS and wanted not in offered else wanted


STRENGTH: Final[Mapping[str, Mapping[str, float]]] = {
    "franks-zoo": {"greedy": -4.5, "heuristic": 0.0, "search": 6.0},
    "zop-zoo": {"greedy": -2.0, "heuristic": 0.0, "search": 0.0},
    "animal-poker": {"greedy": -5.5, "heuristic": 0.0, "search": 1.0},
}
"""How far each bot's known `mu` is from where ratings start, by game."""
