"""Keep home groups: made once, the same tables every round, changed only as far as needed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import ceil

from games.tournament.draw import CannotDrawError, Pair, Plan, SizeLimits, Tables
from games.tournament.history import NO_HISTORY, History
from games.tournament.one_round import seat_round
from games.tournament.round_question import by_lot, check_apart, check_entries


@dataclass(frozen=True, slots=True)
class Transfer:
    """Say who changed groups; None stands for a newcomer's past. Groups are counted from 0.

    `to_group` counts the groups after the change, `from_group` those before it.
    """

    entry: int
    from_group: int | None
    to_group: int


@dataclass(frozen=True, slots=True)
class Regrouping:
    """Hold the groups after a change and who had to move.

    `sources[group]` is the group it was before, None for one that was opened; `dissolved` are
    those of before that are no more. With so many groups at least `least_moved` have to leave
    theirs.
    """

    groups: Tables
    sources: tuple[int | None, ...]
    dissolved: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    least_moved: int = 0

    @property
    def moved(self) -> int:
        """Count those who had to leave their group."""
        return sum(one.from_group is not None for one in self.transfers)


def groups_by_variety(
    entries: Collection[int],
    sizes: Sequence[int],
    *,
    history: History = NO_HISTORY,
    apart: Collection[Pair] = (),
    seed: int,
) -> Plan:
    """Make groups of entries that have met least; raises CannotDrawError."""
    _check_room(len(entries), sizes)
    plan = seat_round(entries, sizes, history=history, apart=apart, seed=seed)
    return replace(plan, method="groups")


def _check_room(entries: int, sizes: Sequence[int]) -> None:
    if sum(sizes) < entries:
        raise CannotDrawError(
            "groups_too_small", f"Groups of {list(sizes)} do not hold {entries}.", entries=entries
        )


def regroup(
    groups: Sequence[Sequence[int]],
    entries: Collection[int],
    *,
    limits: SizeLimits,
    apart: Collection[Pair] = (),
    seed: int,
) -> Regrouping:
    """Fit the groups to those who are there now; raises CannotDrawError.

    There are as many groups as before, or as near to that as the limits allow: the smallest are
    dissolved, or new ones opened. Newcomers join the smallest group; then those that are too
    small or too large exchange as few as they can. Among equals the lot decides.
    """
    known = check_entries(entries)
    check_entries(entry for group in groups for entry in group)
    change = _Change(groups, known, limits, check_apart(known, apart), seed)
    change.fit(_number_of_groups(len(known), change.count(), limits))
    return change.result()


def _number_of_groups(entries: int, now: int, limits: SizeLimits) -> int:
    fewest, most = ceil(entries / limits.maximum), entries // limits.minimum
    if fewest > most or most < 1:
        raise CannotDrawError(
            "no_group_sizes",
            f"{entries} make no groups of {limits.minimum} to {limits.maximum}.",
            entries=entries,
            minimum=limits.minimum,
            maximum=limits.maximum,
        )
    return min(max(now, fewest), most)


class _Change:
    """Move members one by one; `members[number]` keeps the numbers of before, new ones follow."""

    def __init__(
        self,
        groups: Sequence[Sequence[int]],
        entries: Sequence[int],
        limits: SizeLimits,
        apart: frozenset[Pair],
        seed: int,
    ) -> None:
        there = set(entries)
        self.limits = limits
        self.apart = apart
        self.before = {entry: at for at, group in enumerate(groups) for entry in group}
        self.groups = len(groups)
        self.members = {
            at: [entry for entry in group if entry in there] for at, group in enumerate(groups)
        }
        self.members = {at: group for at, group in self.members.items() if group}
        self.drawn = by_lot(entries, seed)
        self.waiting = [entry for entry in self.drawn if entry not in self.before]
        self.least_moved = 0

    def count(self) -> int:
        return len(self.members)

    def fit(self, wanted: int) -> None:
        """Make so many groups, seat all who wait, and bring all sizes within the limits."""
        self.least_moved = self._least_moved(wanted)
        while len(self.members) > wanted:
            smallest = min(self.members, key=lambda at: (len(self.members[at]), -at))
            self.waiting += self.members.pop(smallest)
        for at in range(self.groups, self.groups + wanted - len(self.members)):
            self.members[at] = []
        for entry in self.waiting:
            self.members[self._smallest_for(entry)].append(entry)
        self._even_out()

    def _least_moved(self, wanted: int) -> int:
        """Return how many have to leave their group at the least.

        Whole groups go, what is over the limit goes, and who is missing has to come from
        somewhere.
        """
        sizes = sorted(len(members) for members in self.members.values())
        too_many = sum(max(0, size - self.limits.maximum) for size in sizes)
        if wanted < len(sizes):
            return max(too_many, sum(sizes[: len(sizes) - wanted]))
        opened = [0] * (wanted - len(sizes))
        missing = sum(max(0, self.limits.minimum - size) for size in [*sizes, *opened])
        return max(too_many, missing - len(self.waiting))

    def _smallest_for(self, entry: int) -> int:
        """Find the group where it is kept from fewest, of these the smallest; full ones last."""
        return min(
            self.members,
            key=lambda at: (
                len(self.members[at]) >= self.limits.maximum,
                self._clashes(entry, at),
                len(self.members[at]),
                at,
            ),
        )

    def _clashes(self, entry: int, group: int) -> int:
        return sum(
            (min(entry, other), max(entry, other)) in self.apart
            for other in self.members[group]
            if other != entry
        )

    def _even_out(self) -> None:
        while True:
            sizes = {at: len(members) for at, members in self.members.items()}
            largest = max(sizes, key=lambda at: (sizes[at], at))
            smallest = min(sizes, key=lambda at: (sizes[at], at))
            within = sizes[largest] <= self.limits.maximum
            if within and sizes[smallest] >= self.limits.minimum:
                return
            rank = {entry: at for at, entry in enumerate(self.drawn)}
            moving = min(
                self.members[largest],
                key=lambda entry: (
                    self.before.get(entry) == largest,
                    self._clashes(entry, smallest) - self._clashes(entry, largest),
                    rank[entry],
                ),
            )
            self.members[largest].remove(moving)
            self.members[smallest].append(moving)

    def result(self) -> Regrouping:
        numbers = sorted(self.members)
        return Regrouping(
            groups=tuple(tuple(self.members[at]) for at in numbers),
            sources=tuple(at if at < self.groups else None for at in numbers),
            dissolved=tuple(at for at in range(self.groups) if at not in self.members),
            transfers=tuple(
                Transfer(entry, self.before.get(entry), number)
                for number, at in enumerate(numbers)
                for entry in self.members[at]
                if self.before.get(entry) != at
            ),
            least_moved=self.least_moved,
        )
