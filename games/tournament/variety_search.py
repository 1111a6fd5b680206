"""Find the best rounds for a question: construct, then search, then even out."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from games.tournament.balancing import even_out, fairest, unfairness
from games.tournament.chance import Chance
from games.tournament.plan_question import PlanQuestion
from games.tournament.plan_tabu import APART, IDLE, Search, State
from games.tournament.rounds_apart import start_one_by_one
from games.tournament.schedules import Built, constructed, searched
from games.tournament.starters import rounds_by_lot

Integers = NDArray[np.intp]

SEARCH = 1
STEPS = 9_500
"""Steps of one effort for a small plan; larger ones take fewer."""
MANY_SEATS = 1_500
"""Seats of a plan from which the search starts at rounds drawn one by one."""
SMALL = 6_000
"""Elements of matrices in a step of a small plan."""
STALL = 3_000
"""Steps from each start; fewer for few seats."""
STEPS_PER_SEAT = 20
TIES = 4
"""Starts that lead to the best cost, and not below it, before it is taken for the best there is:
so many and one for each effort."""
FAIR_STEPS = 500
ALTERNATIVES = 6
"""How many constructed schedules are compared for fairness."""
SHORTER = 4
"""From how many schedules of one round fewer a search begins."""


class VarietySearch:
    """Spend the effort of one question."""

    def __init__(self, question: PlanQuestion, seed: int, effort: int) -> None:
        self.question = question
        self.seed = seed
        self.numbers = question.search
        self.chance = Chance(seed, SEARCH)
        elements = question.rounds * len(question.entries) * max(8, len(self.numbers.sizes))
        self.steps = max(200, effort * STEPS * SMALL // (SMALL + elements))
        self.ties = TIES + effort
        self.stall = min(STALL, STEPS_PER_SEAT * question.rounds * len(question.entries))
        self.goal = self._goal()

    def _goal(self) -> int:
        """Return a cost that no plan goes below."""
        question = self.question
        idle = np.sort(self.numbers.idle.astype(np.intp))
        cost = 0
        for _ in range(question.rounds * question.idle):
            cost += IDLE * int(idle[0])
            idle[0] += 1
            idle.sort()
        past = IDLE * int((self.numbers.idle * (self.numbers.idle - 1)).sum()) // 2
        known = past if question.idle else 0
        return question.bound - question.gone + APART * question.fewest_broken + cost + known

    def built(self) -> Built | None:
        """Return the fairest schedule that needs no search and repeats least; None without one."""
        if not self.question.is_blank:
            return None
        choices = [
            (
                self._cost(built.tables),
                unfairness(self.numbers, built.tables, self.question.short),
                at,
                built,
            )
            for at, built in enumerate(self._alternatives())
        ]
        return min(choices)[-1] if choices else None

    def _alternatives(self) -> Iterator[Built]:
        """Yield constructed schedules with the entries in random order."""
        sizes = tuple(sorted(self.question.sizes, reverse=True))
        found = constructed(sizes, self.question.rounds, self.chance)
        for built in islice(found, ALTERNATIVES):
            order = self.chance.order(len(self.question.entries))
            yield Built(built.tables[:, order], built.method)

    def _cost(self, tables: Integers) -> int:
        return State(self.numbers, tables).cost

    def best(self) -> Built:
        """Return the best rounds that the effort finds, the fairest that is met among equals."""
        search = Search(self.numbers, self.chance)
        best = self.built()
        cost = APART**2 if best is None else self._cost(best.tables)
        ties = 0
        if cost > self.goal:
            for other, found in self._searches(search, best):
                ties += other == cost
                if other < cost:
                    cost, best, ties = other, found, 1
                if cost <= self.goal or ties >= self.ties:
                    break
        if best is None:
            raise AssertionError("A search has at least one start.")
        return self._fairest(search, cost, best)

    def _fairest(self, search: Search, cost: int, best: Built) -> Built:
        """Even out the best rounds and, where such were found soon, some more that are as good."""
        short = self.question.short
        tables = even_out(self.numbers, best.tables, short, self.chance)
        least = unfairness(self.numbers, tables, short)
        for _ in range(ALTERNATIVES):
            if search.steps > STALL or least <= fairest(self.numbers, short, len(tables)):
                break
            other, found = self._improved(search, self._by_lot(), FAIR_STEPS)
            if other > cost:
                continue
            fair = even_out(self.numbers, found.tables, short, self.chance)
            unfair = unfairness(self.numbers, fair, short)
            if unfair < least:
                least, tables, best = unfair, fair, found
        return Built(tables, best.method)

    def _searches(self, search: Search, best: Built | None) -> Iterator[tuple[int, Built]]:
        """Yield costs and rounds: short searches first, those under symmetries, then long ones.

        One begins at a schedule of one round fewer, to which a round by lot is added.
        """
        if self.question.rounds * len(self.question.entries) > MANY_SEATS:
            start = start_one_by_one(self.question, self.seed)
            yield self._improved(search, start, self.steps)
        else:
            yield self._improved(search, self._by_lot(), self.stall)
        if best is not None:
            yield self._improved(search, best.tables, self.stall)
        if self.question.is_blank:
            sizes = tuple(sorted(self.question.sizes, reverse=True))
            for cost, found in searched(sizes, self.question.rounds, self.goal, self.chance):
                order = self.chance.order(len(self.question.entries))
                tables = found.tables[:, order]
                yield cost, Built(tables, found.method)
            shorter = constructed(sizes, self.question.rounds - 1, self.chance)
            for one_fewer in islice(shorter, SHORTER):
                last = rounds_by_lot(sizes, 1, self.chance)
                start = np.vstack([one_fewer.tables, last])
                start = start[:, self.chance.order(len(self.question.entries))]
                yield self._improved(search, start, self.stall)
        while search.steps < self.steps:
            yield self._improved(search, self._by_lot(), self.stall)

    def _by_lot(self) -> Integers:
        return rounds_by_lot(self.numbers.sizes, self.question.rounds, self.chance)

    def _improved(self, search: Search, start: Integers, steps: int) -> tuple[int, Built]:
        cost, tables = search.improve(start, min(steps, self.steps), self.goal)
        return cost, Built(tables, "tabu")
