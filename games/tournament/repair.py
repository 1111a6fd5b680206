"""Mend a round when people leave or arrive: change as little as possible.

What counts, in this order: that those who have a seat keep one; that all who arrive get one; the
fewest people at another table; the fewest at another seat of their table; pairs to be kept apart;
coincidences; the liked table sizes. How few must change tables and seats is found exactly.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

from games.tournament.chance import Chance
from games.tournament.draw import CannotDrawError, Pair, SizeLimits, Tables
from games.tournament.history import NO_HISTORY, History
from games.tournament.repair_search import Layout, improve_layout, seat_layout
from games.tournament.repair_sizes import Room, fewest_moves, size_dislike
from games.tournament.round_question import by_lot, check_apart, check_entries

STARTS = 12
"""Sizes that are tried: the liked ones first, then any that need as few changes, by lot."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Hold the tables afterwards, in seat order, and what changes.

    Tables keep their numbers: one that was closed is empty, those that were opened follow at the
    end. `moved` are those who were seated and change tables.
    """

    tables: Tables
    moved: tuple[int, ...]
    sitting_out: tuple[int, ...]


def repair_round(
    tables: Sequence[Sequence[int]],
    *,
    leaving: Collection[int] = (),
    arriving: Collection[int] = (),
    locked: Collection[int] = (),
    limits: SizeLimits,
    history: History = NO_HISTORY,
    apart: Collection[Pair] = (),
    seed: int,
) -> Repair:
    """Return the smallest change; `locked` are numbers of tables that stay as they are.

    `history` are the rounds before this one. Who sat out until now and can play is arriving.
    Raises CannotDrawError.
    """
    _check(tables, leaving, arriving, locked)
    gone = set(leaving)
    everyone = [entry for entry in chain(*tables, arriving) if entry not in gone]
    there = check_entries(everyone)
    layout = Layout(
        before=tuple(map(tuple, tables)),
        locked=frozenset(locked),
        limits=limits,
        met=history.count_meetings(),
        apart=check_apart(there, apart),
        idle_debt=history.count_idle(there),
    )
    free = {
        at: [(seat, entry) for seat, entry in enumerate(table) if entry not in gone]
        for at, table in enumerate(tables)
        if at not in layout.locked
    }
    best = min(
        (
            improve_layout(
                layout, _start(layout, free, by_lot(arriving, seed), turn == 0, Chance(seed, turn))
            )
            for turn in range(STARTS)
        ),
        key=layout.worth,
    )
    return _result(layout, best, by_lot(there, seed))


def _check(
    tables: Sequence[Sequence[int]],
    leaving: Collection[int],
    arriving: Collection[int],
    locked: Collection[int],
) -> None:
    seated = check_entries(chain.from_iterable(tables))
    check_entries(arriving)
    unknown = sorted(set(leaving) - set(seated))
    if unknown:
        raise CannotDrawError("not_seated", f"Not seated: {unknown}.", entries=unknown)
    already = sorted(set(arriving) & set(seated))
    if already:
        raise CannotDrawError("already_seated", f"Seated already: {already}.", entries=already)
    missing = sorted(set(locked) - set(range(len(tables))))
    if missing:
        raise CannotDrawError("no_such_table", f"No such tables: {missing}.", tables=missing)
    stuck = sorted(set(leaving) & set(chain.from_iterable(tables[at] for at in locked)))
    if stuck:
        raise CannotDrawError("table_locked", f"At tables that stay: {stuck}.", entries=stuck)


def _start(
    layout: Layout,
    free: dict[int, list[tuple[int, int]]],
    arriving: Sequence[int],
    liked: bool,
    chance: Chance,
) -> dict[int, int]:
    """Return `table[entry]` with the fewest moves, who sits out at the number of no table."""
    rooms = [Room(at, tuple(seat for seat, _ in seated)) for at, seated in free.items()]
    rooms = [rooms[at] for at in chance.order(len(rooms)).tolist()]
    people = sum(len(seated) for seated in free.values()) + len(arriving)
    possible = {
        size: size_dislike(size, layout.limits) if liked else chance.below(1000)
        for size in range(layout.limits.minimum, layout.limits.maximum + 1)
    }
    sizes = fewest_moves(rooms, people, len(layout.before), possible)
    seating: dict[int, int] = {}
    waiting: list[int] = []
    for at, seated in free.items():
        kept = sizes.get(at, 0)
        seating.update({entry: at for _, entry in seated[:kept]})
        waiting += [entry for _, entry in seated[kept:]]
    waiting += sorted(arriving, key=lambda entry: -layout.idle_debt.get(entry, 0))
    for at, size in sizes.items():
        here = len(free.get(at, ()))
        for entry in waiting[: max(0, size - here)]:
            seating[entry] = at
        waiting = waiting[max(0, size - here) :]
    seating.update(dict.fromkeys(waiting, layout.nowhere))
    return seating


def _result(layout: Layout, seating: dict[int, int], drawn: Sequence[int]) -> Repair:
    tables = seat_layout(layout, seating, drawn)
    before, after = _table_of(layout.before), _table_of(tables)
    return Repair(
        tables=tables,
        moved=tuple(
            entry for entry in sorted(before) if after.get(entry, before[entry]) != before[entry]
        ),
        sitting_out=tuple(sorted(at for at in seating if seating[at] == layout.nowhere)),
    )


def _table_of(tables: Tables) -> dict[int, int]:
    return {entry: at for at, table in enumerate(tables) for entry in table}
