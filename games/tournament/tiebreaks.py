"""Order the entries of a competition, and say what decided each place."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, Protocol

Criterion = Literal["points", "wins", "game_points"]

CRITERIA: Final[tuple[Criterion, ...]] = ("points", "wins", "game_points")
"""What is compared, in this order; more is better in each."""


class Collected(Protocol):
    """Give what is compared of an entry, by the names of the criteria."""

    @property
    def points(self) -> int:
        """League points."""

    @property
    def wins(self) -> int:
        """Tables won."""

    @property
    def game_points(self) -> int:
        """Points of the game at all tables."""


@dataclass(frozen=True, slots=True)
class Row:
    """Hold what an entry has collected: league points, tables won, points of the game."""

    entry: int
    points: int
    wins: int
    game_points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """Hold the place of an entry; equal entries share one, and the places count 1, 1, 3.

    `ahead_by` separates the place from the next one below, `behind_by` from the next one above;
    each is None where there is no such place.
    """

    row: Row
    place: int
    ahead_by: Criterion | None
    behind_by: Criterion | None

    @property
    def decided_by(self) -> Criterion | None:
        """Name the last criterion that was needed to find the place; None: there is no other."""
        needed = [by for by in (self.ahead_by, self.behind_by) if by is not None]
        return max(needed, key=CRITERIA.index, default=None)


def rank(rows: Collection[Row]) -> list[Ranking]:
    """Return the rows best first with their places, equal ones in the order of their entries."""
    groups = _groups(rows)
    gaps = [None, *(separating(above[0], below[0]) for above, below in pairwise(groups)), None]
    rankings: list[Ranking] = []
    for at, group in enumerate(groups):
        place = len(rankings) + 1
        rankings.extend(Ranking(row, place, gaps[at + 1], gaps[at]) for row in group)
    return rankings


def separating(one: Collected, other: Collected) -> Criterion | None:
    """Name the first criterion in which two rows differ; None if they are equal in all."""
    for criterion, mine, theirs in zip(CRITERIA, _worth(one), _worth(other), strict=True):
        if mine != theirs:
            return criterion
    return None


def _worth(row: Collected) -> tuple[int, ...]:
    return row.points, row.wins, row.game_points


def _groups(rows: Collection[Row]) -> list[list[Row]]:
    """Put rows that are equal in every criterion together, the best group first."""
    groups: dict[tuple[int, ...], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.entry):
        groups.setdefault(_worth(row), []).append(row)
    return [groups[worth] for worth in sorted(groups, reverse=True)]
