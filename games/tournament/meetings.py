"""Compare entries by the tables at which they sat."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from games.tournament.points import WHOLE


class Meeting(NamedTuple):
    """Hold what one entry has from one table. Entries of a table with the same pair are partners.

    `round` is the round's number; `points` are league points.
    """

    round: int
    table: int
    entry: int
    place: int
    points: int
    pair: int | None = None


def head_to_head(group: Collection[int], meetings: Sequence[Meeting]) -> dict[int, int]:
    """Return how often each beat another of the group at a table, less how often it was beaten."""
    balance = dict.fromkeys(group, 0)
    for table in _by_table(meetings).values():
        own = [meeting for meeting in table if meeting.entry in balance]
        for meeting in own:
            ahead = sum(other.place > meeting.place for other in own)
            behind = sum(other.place < meeting.place for other in own)
            balance[meeting.entry] += ahead - behind
    return balance


def opponents_mean(
    group: Collection[int], meetings: Sequence[Meeting], strengths: Mapping[int, int]
) -> dict[int, int]:
    """Return the league points that each one's opponents have on average, in thousandths.

    Whoever was met twice counts twice, a partner does not. `strengths` are the league points by
    entry. It is rounded down; who has met nobody has 0.
    """
    met: dict[int, list[int]] = {entry: [] for entry in group}
    for table in _by_table(meetings).values():
        for meeting in table:
            if meeting.entry in met:
                met[meeting.entry] += [
                    strengths.get(other.entry, 0)
                    for other in table
                    if other.entry != meeting.entry
                    and (meeting.pair is None or other.pair != meeting.pair)
                ]
    return {
        entry: WHOLE * sum(points) // len(points) if points else 0 for entry, points in met.items()
    }


def results_from_best(
    group: Collection[int], meetings: Sequence[Meeting]
) -> dict[int, tuple[int, ...]]:
    """Return the league points of each one's tables, the best first."""
    results: dict[int, list[int]] = {entry: [] for entry in group}
    for meeting in meetings:
        if meeting.entry in results:
            results[meeting.entry].append(meeting.points)
    return {entry: tuple(sorted(points, reverse=True)) for entry, points in results.items()}


def results_from_latest(
    group: Collection[int], meetings: Sequence[Meeting]
) -> dict[int, tuple[int | None, ...]]:
    """Return each one's league points by round, the latest first; None where it had no table.

    The rounds are those in which any of the group had one.
    """
    results: dict[int, dict[int, int]] = {entry: defaultdict(int) for entry in group}
    for meeting in meetings:
        if meeting.entry in results:
            results[meeting.entry][meeting.round] += meeting.points
    rounds = sorted({number for own in results.values() for number in own}, reverse=True)
    return {entry: tuple(own.get(number) for number in rounds) for entry, own in results.items()}


def _by_table(meetings: Sequence[Meeting]) -> dict[int, list[Meeting]]:
    tables: dict[int, list[Meeting]] = defaultdict(list)
    for meeting in meetings:
        tables[meeting.table].append(meeting)
    return tables
