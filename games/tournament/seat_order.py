"""Order the seats at each table: everybody sits first, and in each seat, as often as the others.

This comes after the tables are chosen and changes none of them. The first seat counts more than
all others: who sits there deals first.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import lcm

from games.tournament.draw import Pair, Plan, Tables
from games.tournament.history import NO_HISTORY, History
from games.tournament.round_question import by_lot

UNIT = lcm(*range(1, 9))
"""A turn is counted in parts, so that a share of any table size is a whole number."""
FIRST = 64
"""How much more the first seat counts than another."""
SWEEPS = 6


def order_seats(
    plan: Plan, *, history: History = NO_HISTORY, partners: Sequence[Sequence[Sequence[Pair]]] = ()
) -> Plan:
    """Return the plan with the seats in a fair order, in the light of the history.

    With `partners[round][table]` partners sit opposite each other: at an even table seat `n` faces
    seat `n + size / 2`; at an odd one the first seat plays alone.
    """
    turns = _Turns()
    for tables in history.rounds:
        turns.count(tables, 1)
    seated: list[Tables] = []
    for number, tables in enumerate(plan.rounds):
        seated.append(_ordered(turns, tables, plan.seed + number, _partners(partners, number)))
        turns.count(seated[-1], 1)
    if len(seated) > 1 and not partners:
        seated = _first_seats_evened(turns, seated)
    for _ in range(SWEEPS if len(seated) > 1 else 0):
        before = list(seated)
        for number, tables in enumerate(seated):
            turns.count(tables, -1)
            lot = plan.seed + number
            seated[number] = _ordered(turns, tables, lot, _partners(partners, number))
            turns.count(seated[number], 1)
        if seated == before:
            break
    return replace(plan, rounds=tuple(seated))


def _partners(
    partners: Sequence[Sequence[Sequence[Pair]]], number: int
) -> Sequence[Sequence[Pair]]:
    return partners[number] if number < len(partners) else ()


class _Turns:
    """Keep by how much each entry had more of a seat than its share, `more[entry, seat]`."""

    def __init__(self) -> None:
        self.more: dict[tuple[int, int], int] = {}

    def count(self, tables: Tables, times: int) -> None:
        for table in tables:
            for at, entry in enumerate(table):
                for seat in range(len(table)):
                    turn = UNIT * (at == seat) - UNIT // len(table)
                    key = entry, seat
                    self.more[key] = self.more.get(key, 0) + times * turn

    def cost(self, entry: int, seat: int) -> int:
        """Return what a further turn at the seat adds to the squares, up to what is the same."""
        return self.more.get((entry, seat), 0) * (FIRST if seat == 0 else 1)


def _ordered(
    turns: _Turns, tables: Tables, seed: int, partners: Sequence[Sequence[Pair]]
) -> Tables:
    return tuple(
        _pairs_seated(turns, table, seed, partners[at])
        if at < len(partners)
        else _seated(turns, table, seed)
        for at, table in enumerate(tables)
    )


def _seated(turns: _Turns, table: Sequence[int], seed: int) -> tuple[int, ...]:
    """Find the cheapest order exactly: seat by seat, the best order of each set so far."""
    drawn = by_lot(table, seed)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(len(drawn)):
        costs = [turns.cost(entry, seat) for entry in drawn]
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, order) in best.items():
            for at, entry in enumerate(drawn):
                if not seated >> at & 1:
                    total = cost + costs[at]
                    known = following.get(seated | 1 << at)
                    if known is None or total < known[0]:
                        following[seated | 1 << at] = total, (*order, entry)
        best = following
    ((_, order),) = best.values()
    return order


def _first_seats_evened(turns: _Turns, seated: Sequence[Tables]) -> list[Tables]:
    """Pass first seats on, from table to table of all rounds, until none can be more even.

    Whoever had the first seat too often gives it to a table mate, who gives another to a mate
    there, and so on to somebody who had it too seldom: along such chains the most even sharing is
    always reached, as in every flow with convex costs.
    """
    rounds = [[list(table) for table in tables] for tables in seated]
    turns_of: dict[int, list[list[int]]] = {}
    for tables in rounds:
        for table in tables:
            turns_of.setdefault(table[0], []).append(table)
    more = {
        entry: turns.cost(entry, 0) // FIRST for tables in seated for t in tables for entry in t
    }
    while chain := _chain(more, turns_of):
        for table, entry in chain:
            first, at = table[0], table.index(entry)
            turns_of[first] = [other for other in turns_of[first] if other is not table]
            turns_of.setdefault(entry, []).append(table)
            table[0], table[at] = entry, first
            more[first] -= UNIT
            more[entry] += UNIT
    after = [tuple(tuple(table) for table in tables) for tables in rounds]
    for old, new in zip(seated, after, strict=True):
        turns.count(old, -1)
        turns.count(new, 1)
    return after


def _chain(
    more: dict[int, int], turns_of: dict[int, list[list[int]]]
) -> list[tuple[list[int], int]]:
    """Return the tables along which a first seat should be passed on, with who gets it there."""
    least = min(more.values())
    for start in sorted(more, key=lambda entry: (-more[entry], entry)):
        if more[start] - least <= UNIT:
            break
        came: dict[int, tuple[int, list[int]] | None] = {start: None}
        waiting = deque([start])
        while waiting:
            giver = waiting.popleft()
            if more[start] - more[giver] > UNIT:
                return _back(came, giver)
            for table in turns_of.get(giver, ()):
                for entry in table[1:]:
                    if entry not in came:
                        came[entry] = giver, table
                        waiting.append(entry)
    return []


def _back(came: dict[int, tuple[int, list[int]] | None], entry: int) -> list[tuple[list[int], int]]:
    chain: list[tuple[list[int], int]] = []
    while (step := came[entry]) is not None:
        giver, table = step
        chain.append((table, entry))
        entry = giver
    return chain


def _pairs_seated(
    turns: _Turns, table: Sequence[int], seed: int, partners: Collection[Pair]
) -> tuple[int, ...]:
    """Try every order of the pairs and both ways to seat each."""
    drawn = by_lot(table, seed)
    rank = {entry: at for at, entry in enumerate(drawn)}
    pairs = sorted(tuple(sorted(both, key=rank.__getitem__)) for both in partners)
    pairs.sort(key=lambda both: rank[both[0]])
    paired = {entry for both in pairs for entry in both}
    alone = tuple(entry for entry in drawn if entry not in paired)
    orders = (
        (*alone, *(both[way] for both, way in turned), *(both[1 - way] for both, way in turned))
        for order in permutations(pairs)
        for ways in product((0, 1), repeat=len(pairs))
        for turned in [tuple(zip(order, ways, strict=True))]
    )
    return min(
        orders, key=lambda order: sum(turns.cost(entry, seat) for seat, entry in enumerate(order))
    )
