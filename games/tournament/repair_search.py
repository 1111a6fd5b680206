"""Choose, among the smallest changes of a round, who moves and where to."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.tournament.draw import Pair, SizeLimits, Tables, pair
from games.tournament.repair_sizes import size_dislike

Worth = tuple[int, ...]
"""What is bad, the worst first: tables of a wrong size, the seated and the arriving who sit out,
who sat out before, people at other tables, at other seats, pairs not kept apart, coincidences,
disliked sizes."""

MOST_ROUNDS = 40


@dataclass(frozen=True)
class Layout:
    """Hold the question; `nowhere` is the number that stands for sitting out."""

    before: Tables
    locked: frozenset[int]
    limits: SizeLimits
    met: Mapping[Pair, int]
    apart: frozenset[Pair]
    idle_debt: Mapping[int, int]
    nowhere: int = -1
    known: dict[tuple[int, frozenset[int]], Worth] = field(default_factory=dict)

    def pairs(self, members: Collection[int]) -> list[Pair]:
        """List the pairs of a table."""
        return [pair(one, other) for one, other in combinations(members, 2)]

    def members(self, seating: Mapping[int, int]) -> dict[int, frozenset[int]]:
        """Return who is at each table that may change, and who is nowhere."""
        found: dict[int, set[int]] = {
            at: set() for at in range(len(self.before)) if at not in self.locked
        }
        for entry, table in seating.items():
            found.setdefault(table, set()).add(entry)
        return {table: frozenset(entries) for table, entries in found.items()}

    def worth(self, seating: Mapping[int, int]) -> Worth:
        """Add up what is bad about a seating."""
        parts = [self.part(table, entries) for table, entries in self.members(seating).items()]
        return tuple(map(sum, zip(*parts, strict=True))) if parts else ()

    def part(self, table: int, entries: frozenset[int]) -> Worth:
        """Return what is bad about one table."""
        key = table, entries
        if key not in self.known:
            self.known[key] = self._part(table, entries)
        return self.known[key]

    def _part(self, table: int, entries: frozenset[int]) -> Worth:
        seated = {entry for other in self.before for entry in other}
        if table == self.nowhere:
            lost = len(entries & seated)
            again = sum(self.idle_debt.get(entry, 0) for entry in entries)
            return (0, lost, len(entries) - lost, again, 0, 0, 0, 0, 0)
        size = len(entries)
        home = self.before[table] if table < len(self.before) else ()
        stayed = [seat for seat, entry in enumerate(home) if entry in entries]
        pairs = self.pairs(entries)
        return (
            int(size > 0 and not self.limits.minimum <= size <= self.limits.maximum),
            0,
            0,
            0,
            len(entries & seated) - len(stayed),
            sum(seat >= size for seat in stayed),
            sum(both in self.apart for both in pairs),
            sum(self.met.get(both, 0) for both in pairs),
            size_dislike(size, self.limits),
        )


def improve_layout(layout: Layout, start: dict[int, int]) -> dict[int, int]:
    """Move or swap people, the best change first, until nothing is better.

    One of every two is somebody who does not sit where it sat: only those can be traded without
    more people moving.
    """
    seating = dict(start)
    home = {entry: at for at, table in enumerate(layout.before) for entry in table}
    for _ in range(MOST_ROUNDS):
        members = layout.members(seating)
        best: tuple[Worth, dict[int, int]] | None = None
        for change in _changes(layout, seating, members, home):
            gain = _gain(layout, seating, members, change)
            if gain < (0,) * len(gain) and (best is None or gain < best[0]):
                best = gain, change
        if best is None:
            break
        seating.update(best[1])
    return seating


def _changes(
    layout: Layout,
    seating: Mapping[int, int],
    members: Mapping[int, frozenset[int]],
    home: Mapping[int, int],
) -> Iterator[dict[int, int]]:
    moving = sorted(entry for entry, table in seating.items() if home.get(entry) != table)
    for entry in moving:
        here = seating[entry]
        for table in sorted(members):
            if table != here:
                if table != layout.nowhere:
                    yield {entry: table}
                for other in sorted(members[table]):
                    yield {entry: table, other: here}


def _gain(
    layout: Layout,
    seating: Mapping[int, int],
    members: Mapping[int, frozenset[int]],
    change: Mapping[int, int],
) -> Worth:
    """Return by how much a change makes the round worse, worst first."""
    tables = {*change.values(), *(seating[entry] for entry in change)}
    total = [0] * 9
    for table in tables:
        kept = {entry for entry in members[table] if change.get(entry, table) == table}
        after = frozenset(kept | {entry for entry, to in change.items() if to == table})
        new, old = layout.part(table, after), layout.part(table, members[table])
        total = [value + more - less for value, more, less in zip(total, new, old, strict=True)]
    return tuple(total)


def seat_layout(layout: Layout, seating: Mapping[int, int], drawn: Sequence[int]) -> Tables:
    """Seat everybody: who stays keeps the seat if the table still has it, the rest by lot."""
    members = layout.members(seating)
    opened = sorted(table for table in members if table >= len(layout.before) and members[table])
    numbers = [*range(len(layout.before)), *opened]
    return tuple(
        layout.before[at] if at in layout.locked else _seats(layout, at, members[at], drawn)
        for at in numbers
    )


def _seats(
    layout: Layout, table: int, entries: frozenset[int], drawn: Sequence[int]
) -> tuple[int, ...]:
    home = layout.before[table] if table < len(layout.before) else ()
    kept = {seat: entry for seat, entry in enumerate(home[: len(entries)]) if entry in entries}
    rest = [entry for entry in home if entry in entries and entry not in kept.values()]
    rest += [entry for entry in drawn if entry in entries and entry not in home]
    return tuple(kept[seat] if seat in kept else rest.pop(0) for seat in range(len(entries)))
