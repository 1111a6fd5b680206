"""Turn numbered tables into a plan in words of the owner, counted again from the tables alone."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from games.tournament.chance import Chance
from games.tournament.draw import (
    Pair,
    Plan,
    Tables,
    count_coincidences,
    count_meetings,
    count_repeats,
)
from games.tournament.measures import measure
from games.tournament.plan_question import PlanQuestion
from games.tournament.schedules import Built
from games.tournament.seat_order import order_seats

SEATS = 3
"""What the lots for seats are drawn for."""


def finish(question: PlanQuestion, built: Built, seed: int) -> Plan:
    """Return the plan of numbered tables, larger ones first and those who sit out last."""
    chance = Chance(seed, SEATS)
    order = np.argsort([-size for size in question.sizes], kind="stable")
    rounds: list[Tables] = []
    sitting_out: list[tuple[int, ...]] = []
    for tables in built.tables:
        by_lot = chance.order(len(question.entries))
        seated: list[tuple[int, ...]] = [()] * len(question.sizes)
        for number, place in enumerate(order.tolist()):
            members = by_lot[tables[by_lot] == number].tolist()
            seated[place] = tuple(question.entries[member] for member in members)
        idle = np.flatnonzero(tables >= len(question.sizes)).tolist()
        rounds.append(tuple(seated))
        sitting_out.append(tuple(question.entries[member] for member in idle))
    return answer(question, rounds, sitting_out, built.method, seed)


def answer(
    question: PlanQuestion,
    rounds: Sequence[Tables],
    sitting_out: Sequence[tuple[int, ...]],
    method: str,
    seed: int,
) -> Plan:
    """Return a plan of these rounds with the seats in a fair order, and everything counted.

    Rounds in which those sit out who have done so least come first: what the later ones make even
    may never be played.
    """
    turns = _in_turn(question, sitting_out)
    rounds = [rounds[at] for at in turns]
    sitting_out = [sitting_out[at] for at in turns]
    new = count_meetings(rounds)
    met = question.history.count_meetings() + new
    broken: list[Pair] = sorted(pair for pair in question.apart if new[pair])
    drawn = Plan(
        rounds=tuple(rounds),
        coincidences=count_coincidences(met),
        repeats=count_repeats(met),
        bound=question.bound,
        method=method,
        seed=seed,
        sitting_out=tuple(sitting_out),
        broken=tuple(broken),
    )
    if drawn.coincidences < drawn.bound:
        raise AssertionError(f"A bound of {drawn.bound} was passed: {drawn.coincidences}.")
    plan = order_seats(drawn, history=question.history)
    figures = measure(question.entries, plan.rounds, sitting_out, question.history)
    return replace(plan, measures=figures)


def _in_turn(question: PlanQuestion, sitting_out: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the rounds so that nobody sits out again before whoever has done so less."""
    counts = question.history.count_idle(question.entries)

    def times_so_far(at: int) -> list[int]:
        return sorted((counts[one] for one in sitting_out[at]), reverse=True)

    left = list(range(len(sitting_out)))
    turns: list[int] = []
    while left:
        at = min(left, key=times_so_far)
        left.remove(at)
        turns.append(at)
        for one in sitting_out[at]:
            counts[one] += 1
    return turns
