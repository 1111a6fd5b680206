"""Count what a seating is worth, slowly and from nothing but its tables.

Written apart from the engine's code: pair by pair, no matrices, no shared function.
"""

from collections.abc import Iterable, Iterator, Sequence

Table = Sequence[int]


def times_together(rounds: Iterable[Sequence[Table]], one: int, other: int) -> int:
    """Go through all tables and look whether both are there."""
    return len([1 for tables in rounds for table in tables if one in table and other in table])


def coincidences(rounds: Sequence[Sequence[Table]]) -> int:
    """Count for every pair the pairs of its meetings."""
    everyone = sorted({entry for tables in rounds for table in tables for entry in table})
    total = 0
    for one in everyone:
        for other in everyone:
            if one < other:
                meetings = times_together(rounds, one, other)
                total += len([1 for later in range(meetings) for _ in range(later)])
    return total


def repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """Count the meetings of pairs that had met before."""
    found = 0
    for at, tables in enumerate(rounds):
        for table in tables:
            for seat, one in enumerate(table):
                for other in table[:seat]:
                    found += times_together(rounds[:at], one, other) > 0
    return found


def every_round(entries: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to seat the entries at tables of these sizes, in any order of tables."""
    if not sizes:
        yield []
        return
    for table in _chosen(entries, sizes[0]):
        rest = [entry for entry in entries if entry not in table]
        for tables in every_round(rest, sizes[1:]):
            yield [table, *tables]


def _chosen(entries: Sequence[int], size: int) -> Iterator[list[int]]:
    if size == 0:
        yield []
    for at, entry in enumerate(entries):
        for rest in _chosen(entries[at + 1 :], size - 1):
            yield [entry, *rest]


def fewest_coincidences(entries: int, sizes: Sequence[int], rounds: int) -> int:
    """Try all plans; the first round may be any, as the entries are alike."""
    ways = list(every_round(range(entries), sizes))

    def fewest(played: list[list[list[int]]], first: int) -> int:
        if len(played) == rounds:
            return coincidences(played)
        return min(fewest([*played, ways[at]], at) for at in range(first, len(ways)))

    return fewest([ways[0]], 0)
