"""Draw rounds of rotating pairs, as in individual bridge: new partners, opponents evenly.

Partners sit opposite: at a table of six the first and the fourth, the second and the fifth, the
third and the sixth. At a table of an odd number the first seat plays alone. What counts, in this
order: pairs to be kept apart; that nobody sits out twice; partners again; that nobody plays alone
twice; opponents again; and last who shares a table again, as partners or opponents.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb

from games.tournament.draw import (
    Pair,
    Plan,
    count_coincidences,
    count_meetings,
    count_repeats,
    pair,
)
from games.tournament.history import NO_HISTORY, History
from games.tournament.pair_rounds import PairRounds
from games.tournament.round_question import RoundQuestion, by_lot, read_question

Partners = tuple[tuple[Pair, ...], ...]
"""The pairs of each table of a round."""


@dataclass(frozen=True, slots=True)
class PairsPlan:
    """Hold rounds of pairs; `partners[round][table]` beside the seats in `plan.rounds`.

    `alone[round]` play without a partner. `partner_repeats` counts the times that partners were
    partners before, the past included; `opponents` are the fewest and the most times that two
    entries met as opponents, and `opponent_coincidences` the sum over pairs of C(times, 2).
    """

    plan: Plan
    partners: tuple[Partners, ...]
    alone: tuple[tuple[int, ...], ...]
    partner_repeats: int
    opponents: tuple[int, int]
    opponent_coincidences: int


def seat_pairs(
    entries: Collection[int],
    sizes: Sequence[int],
    *,
    rounds: int = 1,
    history: History = NO_HISTORY,
    partners: Sequence[Collection[Pair]] = (),
    apart: Collection[Pair] = (),
    seed: int,
    effort: int = 1,
) -> PairsPlan:
    """Draw some rounds at tables of these sizes; `partners[round]` were partners in the history.

    Raises CannotDrawError.
    """
    question = read_question(entries, sizes, history=history, apart=apart, pull=None, fixed=())
    drawn = PairRounds(question, partners, seed)
    method = drawn.draw(max(rounds, 0), effort)
    return _plan(question, drawn, partners, method, seed)


def _plan(
    question: RoundQuestion,
    drawn: PairRounds,
    past: Sequence[Collection[Pair]],
    method: str,
    seed: int,
) -> PairsPlan:
    order = {entry: at for at, entry in enumerate(by_lot(question.entries, seed))}
    groups = [_groups(question, cells, order) for cells in drawn.rounds]
    rounds = tuple(tuple(_seated(table) for table in tables) for tables, _ in groups)
    partners = tuple(
        tuple(tuple(pair(*both) for both in table if len(both) == 2) for table in tables)
        for tables, _ in groups
    )
    before = question.history.count_meetings()
    together = count_meetings(rounds)
    met = before + together
    return PairsPlan(
        plan=Plan(
            rounds=rounds,
            coincidences=count_coincidences(met),
            repeats=count_repeats(met),
            bound=_fewest_coincidences(before, question.entries, together.total()),
            method=method,
            seed=seed,
            sitting_out=tuple(idle for _, idle in groups),
            broken=tuple(sorted(question.apart & set(together))),
        ),
        partners=partners,
        alone=tuple(
            tuple(both[0] for table in tables for both in table if len(both) == 1)
            for tables, _ in groups
        ),
        partner_repeats=_partner_repeats([*map(tuple, past), *map(_flat, partners)]),
        opponents=drawn.opponent_range(),
        opponent_coincidences=drawn.opponent_coincidences(),
    )


def _flat(tables: Partners) -> tuple[Pair, ...]:
    return tuple(chain.from_iterable(tables))


def _partner_repeats(rounds: Sequence[Sequence[Pair]]) -> int:
    listed = [pair(*both) for partners in rounds for both in partners]
    return len(listed) - len(set(listed))


def _fewest_coincidences(before: Mapping[Pair, int], entries: Sequence[int], together: int) -> int:
    """Spread so many meetings over the pairs that have met least often so far."""
    there = set(entries)
    inside = sorted(times for both, times in before.items() if there.issuperset(both))
    levels = Counter(inside)
    pool = comb(len(entries), 2) - len(inside)
    fewest = count_coincidences(before)
    at = 0
    while together and at <= max(levels, default=0) + together:
        moved = min(pool, together)
        fewest += moved * at
        together -= moved
        at += 1
        pool = moved + levels[at]
    return fewest


Groups = tuple[tuple[tuple[int, ...], ...], ...]
"""For each table its pairs, and who plays alone."""


def _groups(
    question: RoundQuestion, cells: dict[int, tuple[int, int]], order: dict[int, int]
) -> tuple[Groups, tuple[int, ...]]:
    """Return the groups of each table, by lot, and who sits out."""
    tables: list[dict[int, list[int]]] = [{} for _ in question.sizes]
    idle = []
    for entry in sorted(question.entries, key=order.__getitem__):
        table, cell = cells[entry]
        if table < len(tables):
            tables[table].setdefault(cell, []).append(entry)
        else:
            idle.append(entry)
    groups = tuple(tuple(map(tuple, table.values())) for table in tables)
    return groups, tuple(sorted(idle))


def _seated(groups: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Seat partners opposite each other; who plays alone has the first seat."""
    alone = [group[0] for group in groups if len(group) == 1]
    pairs = [group for group in groups if len(group) == 2]
    return (*alone, *(one for one, _ in pairs), *(other for _, other in pairs))
