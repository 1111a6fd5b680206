"""Order the entries of a competition, and say what decided each place."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from games.tournament.meetings import (
    Meeting,
    head_to_head,
    opponents_mean,
    results_from_best,
    results_from_latest,
)

POINTS: Final = "points"
"""What is always compared first."""
TIE_BREAKS: Final = (
    "wins",
    "places",
    "head_to_head",
    "game_points",
    "opponents",
    "best",
    "latest",
    "byes",
    "rating",
    "lot",
)
DEFAULT_TIE_BREAKS: Final = ("wins", "game_points")
FEWER_FIRST: Final = frozenset({"byes", "lot"})
"""In all other criteria more comes first."""
BY_MEETINGS: Final = frozenset({"head_to_head", "opponents", "best", "latest"})
LOT_BYTES: Final = 6

Value = int | tuple[int | None, ...]
"""What is compared: a number, or several of which the first that differs decides."""


@dataclass(frozen=True, slots=True)
class Row:
    """Hold what an entry has collected, as far as it is compared.

    `places[place - 1]` is how often it had a place at a table, without zeros at its end. `rating`
    is None where it has none.
    """

    entry: int
    points: int
    wins: int = 0
    game_points: int = 0
    places: tuple[int, ...] = ()
    byes: int = 0
    rating: int | None = None


def _nobody_met(_entries: frozenset[int]) -> Sequence[Meeting]:
    return ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold what lies behind the rows, for entries that are level.

    `meetings` returns all that sat at the tables of these entries; it is asked once at most.
    `strengths` are the league points of everybody who may have been met. The lot is drawn from
    `seed`.
    """

    meetings: Callable[[frozenset[int]], Sequence[Meeting]] = _nobody_met
    strengths: Mapping[int, int] = field(default_factory=dict)
    seed: int = 0


NO_EVIDENCE: Final = Evidence()


@dataclass(frozen=True, slots=True)
class Gap:
    """Say what separates two neighbouring places, with the values of the better and the worse."""

    criterion: str
    better: Value
    worse: Value


@dataclass(frozen=True, slots=True)
class Ranking:
    """Hold the place of an entry; equal entries share one, and the places count 1, 1, 3.

    `ahead` separates the place from the next one below, `behind` from the next one above; each is
    None where there is no such place. `decided_by` is the last criterion that was needed to find
    the place, None if there is no other place.
    """

    row: Row
    place: int
    ahead: Gap | None
    behind: Gap | None
    decided_by: str | None


def rank(
    rows: Collection[Row],
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    evidence: Evidence = NO_EVIDENCE,
) -> list[Ranking]:
    """Return the rows best first with their places, equal ones in the order of their entries.

    League points are compared first, then the tie-breaks in their order. Each is worked out among
    those alone who are level in everything before it, and not again when some of them part.
    """
    criteria = (POINTS, *tie_breaks)
    groups = [sorted(rows, key=lambda row: row.entry)] if rows else []
    gaps: list[Gap | None] = [None] * (len(groups) + 1)
    meetings: Sequence[Meeting] | None = None
    for criterion in criteria:
        level = frozenset(row.entry for group in groups if len(group) > 1 for row in group)
        if not level:
            break
        if criterion in BY_MEETINGS and meetings is None:
            meetings = evidence.meetings(level)
        groups, gaps = _part(groups, gaps, criterion, meetings or (), evidence)
    return _rankings(groups, gaps, criteria)


def lot_number(seed: int, entry: int) -> int:
    """Return the number an entry draws; the lowest comes first.

    It is the first six bytes of the SHA-256 of seed and entry with a colon between them, so that
    everybody can work it out again.
    """
    digest = sha256(f"{seed}:{entry}".encode()).digest()
    return int.from_bytes(digest[:LOT_BYTES])


def _part(
    groups: Sequence[list[Row]],
    gaps: Sequence[Gap | None],
    criterion: str,
    meetings: Sequence[Meeting],
    evidence: Evidence,
) -> tuple[list[list[Row]], list[Gap | None]]:
    """Part each group by a criterion; `gaps[at]` is above group `at`, the last one below all."""
    parted: list[list[Row]] = []
    gaps_after: list[Gap | None] = []
    for at, group in enumerate(groups):
        gap = gaps[at]
        if len(group) == 1:
            gaps_after.append(gap)
            parted.append(group)
            continue
        values = _values(criterion, group, meetings, evidence)
        parts: dict[Value, list[Row]] = {}
        for row in group:
            parts.setdefault(values.get(row.entry, 0), []).append(row)
        above: Value | None = None
        for value in _in_order(criterion, parts):
            gaps_after.append(gap if above is None else Gap(criterion, above, value))
            parted.append(parts[value])
            above = value
    return parted, [*gaps_after, *gaps[len(groups) :]]


def _values(
    criterion: str, group: Sequence[Row], meetings: Sequence[Meeting], evidence: Evidence
) -> Mapping[int, Value]:
    """Return what a criterion compares of rows that are level so far, by entry."""
    if criterion in BY_MEETINGS:
        return _values_by_meetings(criterion, [row.entry for row in group], meetings, evidence)
    if criterion == "lot":
        return {row.entry: lot_number(evidence.seed, row.entry) for row in group}
    if criterion == "rating":
        # Somebody without a rating is neither better nor worse than anybody.
        is_known = all(row.rating is not None for row in group)
        return {row.entry: row.rating or 0 for row in group} if is_known else {}
    return {row.entry: getattr(row, criterion) for row in group}


def _values_by_meetings(
    criterion: str, group: Sequence[int], meetings: Sequence[Meeting], evidence: Evidence
) -> Mapping[int, Value]:
    if criterion == "head_to_head":
        return head_to_head(group, meetings)
    if criterion == "opponents":
        return opponents_mean(group, meetings, evidence.strengths)
    if criterion == "best":
        return results_from_best(group, meetings)
    return results_from_latest(group, meetings)


def _in_order(criterion: str, values: Collection[Value]) -> list[Value]:
    """Return the values best first; None within one is worse than any number."""

    def worth(value: Value) -> Any:
        if isinstance(value, int):
            return value
        return [(number is not None, number or 0) for number in value]

    return sorted(values, key=worth, reverse=criterion not in FEWER_FIRST)


def _rankings(
    groups: Sequence[Sequence[Row]], gaps: Sequence[Gap | None], criteria: Sequence[str]
) -> list[Ranking]:
    rankings: list[Ranking] = []
    for at, group in enumerate(groups):
        behind, ahead = gaps[at], gaps[at + 1]
        needed = [gap.criterion for gap in (behind, ahead) if gap is not None]
        decided_by = max(needed, key=criteria.index, default=None)
        place = len(rankings) + 1
        rankings.extend(Ranking(row, place, ahead, behind, decided_by) for row in group)
    return rankings
