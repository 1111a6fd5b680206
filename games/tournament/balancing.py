"""Even out who sits at large and small tables, keeping every coincidence as it is.

First a plan with the fewest coincidences, then fairness among such plans: weighed together, a
search finds neither.
"""

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance
from games.tournament.plan_tabu import Question, State

Integers = NDArray[np.intp]

STEPS = 300
STALL = 40
"""Steps without a fairer plan before the walk ends."""
REST = 12
"""Steps for which an entry that changed tables keeps its seat."""


def unfairness(question: Question, tables: Integers, short: Integers) -> int:
    """Return the sum of squares of the seats by which the tables of each entry fell short.

    `short[entry]` is that of the rounds before.
    """
    debt = short + missing_seats(question)[tables].sum(axis=0)
    return int((debt * debt).sum())


def missing_seats(question: Question) -> Integers:
    """Return by how many seats each table is smaller than the largest; 0 for sitting out."""
    sizes = np.array(question.sizes)
    missing: Integers = sizes.max() - sizes
    missing[len(sizes) - question.singles :] = 0
    return missing


def even_out(question: Question, tables: Integers, short: Integers, chance: Chance) -> Integers:
    """Return rounds with no higher cost that are as fair as a walk among such rounds finds."""
    missing = missing_seats(question)
    if not missing.any():
        return tables
    state = State(question, tables)
    least, found = unfairness(question, tables, short), tables.copy()
    resting = np.zeros(tables.shape, dtype=np.intp)
    latest = 0
    for step in range(STEPS):
        if step - latest > STALL or least <= fairest(question, short, len(tables)):
            break
        swap = _fairest_swap(state, missing, short, resting > step, chance)
        if swap is None:
            break
        at, one, other, change = swap
        state.swap(at, one, other)
        state.cost += change
        resting[at, [one, other]] = step + REST
        now = unfairness(question, state.tables, short)
        if now < least or change < 0:
            least, found, latest = now, state.tables.copy(), step
    return found


def fairest(question: Question, short: Integers, rounds: int) -> int:
    """Return the unfairness of turns spread evenly, whoever had more before."""
    sizes = np.array(question.sizes)
    total = int(short.sum()) + rounds * int((missing_seats(question) * sizes).sum())
    each, more = divmod(total, len(short))
    return (len(short) - more) * each * each + more * (each + 1) ** 2


def _fairest_swap(
    state: State, missing: Integers, short: Integers, resting: NDArray[np.bool_], chance: Chance
) -> tuple[int, int, int, int] | None:
    """Return the swap that costs nothing and is the fairest, by lot among equals."""
    own = state.own()
    seats = missing[state.tables]
    debt = short + seats.sum(axis=0)
    best: tuple[int, int, int, int] | None = None
    least = 2.0**40
    for at in range(len(state.tables)):
        everyone = np.flatnonzero(~resting[at])
        changes = state.changes(np.full(len(everyone), at), everyone, own)[:, everyone]
        gain = seats[at, everyone][None, :] - seats[at, everyone][:, None]
        unfair = gain * gain + gain * (debt[everyone][:, None] - debt[everyone])
        tables = state.tables[at, everyone]
        free = (changes <= 0) & (gain != 0) & (tables[:, None] != tables)
        if not free.any():
            continue
        lots = chance.words(free.size).reshape(free.shape) >> np.uint64(40)
        values = np.where(free, unfair + lots.astype(np.float64) / 2.0**25, 2.0**40)
        one, other = divmod(int(values.argmin()), len(everyone))
        if values[one, other] < least:
            least = float(values[one, other])
            change = int(changes[one, other])
            best = at, int(everyone[one]), int(everyone[other]), change
    return best
