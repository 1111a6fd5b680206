"""Draw rounds one after another, for more entries than can be planned at once."""

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.draw import Plan, Tables
from games.tournament.one_round import seat_round
from games.tournament.plan_answer import answer
from games.tournament.plan_question import PlanQuestion

Integers = NDArray[np.intp]

LOTS = 5
"""What the seeds of the rounds are drawn for."""


def seat_one_by_one(question: PlanQuestion, seed: int, effort: int) -> Plan:
    """Return a plan whose rounds are each the best after those before it."""
    rounds, sitting_out = draw_one_by_one(question, seed, effort)
    return answer(question, rounds, sitting_out, "one-round", seed)


def draw_one_by_one(
    question: PlanQuestion, seed: int, effort: int
) -> tuple[list[Tables], list[tuple[int, ...]]]:
    """Return the rounds, each the best after those before it, and who sits out in each."""
    chance = Chance(seed, LOTS)
    history = question.history
    share = max(1, effort // question.rounds)
    rounds: list[Tables] = []
    sitting_out: list[tuple[int, ...]] = []
    for _ in range(question.rounds):
        drawn = seat_round(
            question.entries,
            question.sizes,
            history=history,
            apart=question.apart,
            seed=chance.below(2**31),
            effort=share,
        )
        [tables], [idle] = drawn.rounds, drawn.sitting_out
        rounds.append(tables)
        sitting_out.append(idle)
        history = history.after(tables, idle)
    return rounds, sitting_out


def start_one_by_one(question: PlanQuestion, seed: int) -> Integers:
    """Return the same with tables as numbers, larger ones first: `tables[round, entry]`."""
    order = sorted(range(len(question.sizes)), key=lambda at: -question.sizes[at])
    drawn, sitting_out = draw_one_by_one(question, seed, 1)
    numbered = np.empty((question.rounds, len(question.entries)), dtype=np.intp)
    for at, (tables, idle) in enumerate(zip(drawn, sitting_out, strict=True)):
        seated = [*(tables[place] for place in order), *((entry,) for entry in idle)]
        for number, table in enumerate(seated):
            for entry in table:
                numbered[at, question.numbers[entry]] = number
    return numbered
