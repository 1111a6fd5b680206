"""Draw the best single round, given what was played so far.

What counts, in this order: pairs to be kept apart; that nobody sits out twice; coincidences, which
are meetings of pairs that have met; whose turn it is at a short table. With scores the likeness of
scores at a table is weighed against repeats as `pull` says, and comes before the sizes.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain
from math import fsum

import numpy as np

from games.tournament.draw import Pair, Plan, Tables, pair
from games.tournament.history import NO_HISTORY, History
from games.tournament.round_bound import fewest_added
from games.tournament.round_costs import (
    Costs,
    Integers,
    Places,
    Weights,
    count_keys,
    look_up,
    meeting_keys,
    pair_keys,
    per_entry,
)
from games.tournament.round_question import Pull, RoundQuestion, by_lot, read_question
from games.tournament.round_start import sizes_by_score, start_by_lot, start_by_score
from games.tournament.round_tabu import STEP_WORK, Search, cost_of, improve
from games.tournament.round_weights import (
    RESOLUTIONS,
    one_swap,
    refuse_large_numbers,
    scale_scores,
    weigh,
    whole_round,
)
from games.tournament.round_windows import Crowd, mend

MOST_AT_ONCE = 250
"""Entries up to which every swap is weighed; with more, only some."""
WORK = 40_000_000
"""Elements of matrices that one step of effort looks at: about a quarter of a second."""
MOST_STEPS = 3_000
"""Swaps after which a small field is searched well enough."""


def seat_round(
    entries: Collection[int],
    sizes: Sequence[int],
    *,
    history: History = NO_HISTORY,
    apart: Collection[Pair] = (),
    pull: Pull | None = None,
    fixed: Sequence[Sequence[int]] = (),
    seed: int,
    effort: int = 1,
) -> Plan:
    """Draw a round at tables of these sizes; who is left over sits out.

    `fixed[table]` have to sit at that table. With a pull the tables, unless some are fixed, come
    in the order of their scores, the best first. Each step of `effort` takes up to half a second.
    Raises CannotDrawError.
    """
    question = read_question(entries, sizes, history=history, apart=apart, pull=pull, fixed=fixed)
    draw = _Draw(question, seed, effort)
    return draw.plan(draw.best())


class _Draw:
    """Keep the numbers of one question: entries are counted from 0 in their order."""

    def __init__(self, question: RoundQuestion, seed: int, effort: int) -> None:
        self.question = question
        self.seed = seed
        self.effort = effort
        self.entries = np.array(question.entries, dtype=np.int64)
        self.is_small = len(self.entries) <= MOST_AT_ONCE
        self.drawn = np.searchsorted(self.entries, by_lot(question.entries, seed))
        self.places = _places(question.sizes, question.idle)
        self.short = question.history.count_short_seats(question.entries)
        self.costs, self.weights = self._costs_and_weights()
        self.bound = fewest_added(self.costs, self.entries, question.sizes, question.history.rounds)
        if question.pull is not None and not any(question.fixed):
            self.places = _places(self._sizes_by_score(), question.idle)
        self.fixed = np.full(len(self.entries), -1, dtype=np.int64)
        for table, seated in enumerate(question.fixed):
            self.fixed[np.searchsorted(self.entries, seated)] = table

    def _costs_and_weights(self) -> tuple[Costs, Weights]:
        """Divide the scores into as many steps as the weights can bear."""
        scope = whole_round(self.places) if self.is_small else one_swap(self.places)
        pull = self.question.pull
        costs = self._costs()
        for resolution in RESOLUTIONS[:1] if pull is None else RESOLUTIONS:
            scaled = costs if pull is None else self._scaled(costs, pull, resolution)
            weights = weigh(scaled, scope, None if pull is None else pull.percent)
            if weights is not None:
                return scaled, weights
        raise refuse_large_numbers()

    def _costs(self) -> Costs:
        question = self.question
        keys, times = count_keys(question.history, self.entries)
        apart = np.unique(pair_keys(question.apart, self.entries))
        both = np.union1d(keys, apart)
        idle = per_entry(question.history.count_idle(question.entries), question.entries)
        short = per_entry(self.short, question.entries)
        return Costs(
            keys=both,
            met=look_up(keys, times, both),
            apart=np.isin(both, apart).astype(np.int64),
            scores=np.zeros(len(self.entries), dtype=np.int64),
            idle_debt=idle - idle.min(initial=0),
            short_debt=short - short.min(initial=0),
        )

    def _scaled(self, costs: Costs, pull: Pull, resolution: int) -> Costs:
        """Count scores; of those who sat out equally often the lowest sits out.

        Turns at short tables count in squares: they only have to hold out against scores.
        """
        raw = [pull.scores[entry] for entry in self.question.entries]
        scores = np.array(scale_scores(raw, resolution), dtype=np.int64)
        return replace(
            costs,
            scores=scores,
            idle_debt=costs.idle_debt * (resolution + 1) + scores,
            short_debt=costs.short_debt**2,
        )

    def _sizes_by_score(self) -> tuple[int, ...]:
        order = self.drawn[np.argsort(self.costs.idle_debt[self.drawn], kind="stable")]
        playing = order[self.question.idle :]
        playing = playing[np.argsort(-self.costs.scores[playing], kind="stable")]
        return sizes_by_score(self.costs, self.weights, self.question.sizes, playing)

    def best(self) -> Integers:
        """Return the best round found: `tables[entry]`."""
        pull = self.question.pull
        begin = start_by_lot if pull is None else start_by_score
        start = begin(self.costs, self.places, self.fixed, self.drawn)
        if not self.is_small:
            return self._mended(start)
        fresh = self.weights._replace(spread=0, short=0)
        if pull is None:
            return self._improved(self.weights, self._improved(fresh, start))
        found = self._improved(self.weights, start)
        if pull.percent > 0 or self._cost(fresh, found) <= self._goal(fresh):
            return found
        again = self._improved(self.weights, self._improved(fresh, found))
        return min(found, again, key=lambda tables: self._cost(self.weights, tables))

    def _goal(self, weights: Weights) -> int:
        """Return a cost that no round can go below."""
        costs, places = self.costs, self.places
        idle = int(np.sort(costs.idle_debt)[: self.question.idle].sum())
        missing = np.sort(np.repeat(places.missing, places.sizes))
        short = int((np.sort(costs.short_debt)[::-1] * missing).sum())
        return weights.idle * idle + weights.meeting * self.bound + weights.short * short

    def _search(self, weights: Weights) -> Search:
        everyone = np.arange(len(self.entries))
        return Search(
            pairs=self.costs.between(weights, everyone[:, None], everyone[None, :]),
            alone=self.costs.alone(weights, self.places),
            movable=self.fixed < 0,
            goal=self._goal(weights),
            work=min(WORK, MOST_STEPS * (STEP_WORK + len(everyone) ** 2)) * self.effort,
            seed=self.seed,
        )

    def _improved(self, weights: Weights, start: Integers) -> Integers:
        return improve(self._search(weights), start)

    def _cost(self, weights: Weights, tables: Integers) -> int:
        return cost_of(self._search(weights), tables)

    def _mended(self, start: Integers) -> Integers:
        order = self.drawn
        if self.question.pull is not None:
            order = order[np.argsort(-self.costs.scores[order], kind="stable")]
        crowd = Crowd(
            costs=self.costs,
            weights=self.weights,
            places=self.places,
            movable=self.fixed < 0,
            order=order,
            seed=self.seed,
            effort=self.effort,
        )
        return mend(crowd, start)

    def plan(self, seating: Integers) -> Plan:
        """Put the round into words of the owner, and count it again from the tables alone."""
        question = self.question
        tables, idle = self._tables(seating)
        keys = meeting_keys(tables, self.entries)
        met = look_up(self.costs.keys, self.costs.met, keys)
        apart = look_up(self.costs.keys, self.costs.apart, keys)
        before = count_keys(question.history, _everyone(question))[1]
        past = int((before * (before - 1) // 2).sum())
        broken = keys[apart > 0]
        added = int(met.sum())
        return Plan(
            rounds=(tables,),
            coincidences=past + added,
            repeats=int((before - 1).sum()) + int((met > 0).sum()),
            bound=past + self.bound,
            method="one-round",
            seed=self.seed,
            sitting_out=(idle,),
            broken=tuple(sorted(self._pair(key) for key in broken.tolist())),
            measures={"added": added, **self._measures(tables)},
        )

    def _tables(self, seating: Integers) -> tuple[Tables, tuple[int, ...]]:
        """Seat who is fixed first, the others by lot."""
        seated: list[list[int]] = [list(table) for table in self.question.fixed]
        seated += [[] for _ in range(len(self.places.sizes) - len(seated))]
        for number in self.drawn.tolist():
            if self.fixed[number] < 0:
                seated[seating[number]].append(self.question.entries[number])
        playing = len(self.question.sizes)
        tables = self._by_score(tuple(map(tuple, seated[:playing])))
        return tables, tuple(sorted(chain(*seated[playing:])))

    def _by_score(self, tables: Tables) -> Tables:
        """Put the tables in the order of their mean scores, unless some are fixed."""
        pull = self.question.pull
        if pull is None or any(self.question.fixed):
            return tables
        return tuple(
            sorted(
                tables,
                key=lambda table: fsum(pull.scores[entry] for entry in table) / len(table),
                reverse=True,
            )
        )

    def _pair(self, key: int) -> Pair:
        one, other = divmod(key, len(self.entries))
        return pair(self.question.entries[one], self.question.entries[other])

    def _measures(self, tables: Tables) -> dict[str, int | float]:
        """Measure the turns at short tables and, with scores, how far apart two who meet are."""
        largest = max(map(len, tables))
        again = sum(
            (largest - len(table)) * self.short[entry] for table in tables for entry in table
        )
        pull = self.question.pull
        if pull is None:
            return {"short_again": again}
        gaps = [
            abs(pull.scores[one] - pull.scores[other])
            for table in tables
            for at, one in enumerate(table)
            for other in table[at + 1 :]
        ]
        return {"short_again": again, "score_gap": round(sum(gaps) / len(gaps), 3)}


def _places(sizes: Sequence[int], idle: int) -> Places:
    """Return the tables, and one of one for each who sits out."""
    largest = max(sizes)
    return Places(
        sizes=np.array([*sizes, *[1] * idle], dtype=np.int64),
        missing=np.array([*(largest - size for size in sizes), *[0] * idle], dtype=np.int64),
        idle=np.array([*[0] * len(sizes), *[1] * idle], dtype=np.int64),
    )


def _everyone(question: RoundQuestion) -> Integers:
    """List all who are there or ever were, sorted."""
    history = question.history
    seated = chain.from_iterable(chain.from_iterable(history.rounds))
    return np.array(
        sorted({*question.entries, *seated, *chain.from_iterable(history.meetings)}), dtype=np.int64
    )
