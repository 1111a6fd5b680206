"""Improve all rounds of a plan at once by swaps of two entries, by tabu search.

Everything is a whole number held in 32-bit floats, exact below 2^24, because only for floats does
NumPy multiply matrices fast. `tables[round, entry]` are numbers of tables. Who sits out has a table
of one.
"""

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.tournament.chance import Chance

Floats: TypeAlias = NDArray[np.float32]
Integers: TypeAlias = NDArray[np.intp]

APART = 2**15
"""What a meeting of two who are to be kept apart costs."""
IDLE = 2**10
"""What it costs to sit out, for each time before."""
NEVER = np.float32(2**20)
TENURE = 2, 5
"""Fewest steps for which an entry does not go back to its table, and how many may be added."""
ROWS = 400
"""Most entries whose swaps are weighed in one step."""
NOISE = 8192


@dataclass(frozen=True, slots=True)
class Question:
    """Say what is asked of the rounds to come: `sizes` of the tables, those of one at the end.

    `met[entry, entry]` are meetings before, `apart` says which pairs are kept apart, `idle[entry]`
    how often each sat out. `singles` of the tables are for those who sit out.
    """

    sizes: tuple[int, ...]
    singles: int
    rounds: int
    met: Floats
    apart: NDArray[np.bool_]
    idle: Floats

    @property
    def entries(self) -> int:
        """Count who is there."""
        return sum(self.sizes)


class State:
    """Hold rounds and what every swap would change.

    With sums[r, i, t], the meetings of i with those at table t of round r, swapping i of table a
    with j of table b adds sums[i, b] + sums[j, a] - 2 met[i, j] - sums[i, a] - sums[j, b] plus the
    two sizes less 2.
    """

    def __init__(self, question: Question, tables: Integers) -> None:
        self.question = question
        self.tables = tables.copy()
        rounds, entries, sizes = question.rounds, question.entries, len(question.sizes)
        self.shape = rounds, entries, sizes
        seated = tables[:, :, None] == np.arange(sizes)
        self.seated = np.ascontiguousarray(
            seated.transpose(1, 0, 2).reshape(entries, rounds * sizes), dtype=np.float32
        )
        together = self.seated @ self.seated.T
        np.fill_diagonal(together, 0)
        self.met = question.met + APART * question.apart.astype(np.float32) + together
        self.sums: Floats = np.ascontiguousarray(
            (self.met @ self.seated).reshape(entries, rounds, sizes).transpose(1, 0, 2)
        )
        self.flat = self.sums.reshape(-1)
        self.idle = question.idle + (tables >= sizes - question.singles).sum(axis=0)
        self.others = np.array(question.sizes, dtype=np.float32) - 1
        self.row_starts = (np.arange(rounds)[:, None] * entries + np.arange(entries)) * sizes
        self.members = [
            [np.flatnonzero(row == table).tolist() for table in range(sizes)] for row in tables
        ]
        self.cost = self._count()

    def _count(self) -> int:
        """Count from scratch: coincidences, those kept apart, and sitting out again."""
        together = (self.met - APART * self.question.apart).astype(np.float64)
        apart = APART * int((self.question.apart * (together - self.question.met)).sum())
        idle = int((self.idle * (self.idle - 1)).sum()) // 2 * IDLE if self.question.singles else 0
        return (int((together * (together - 1)).sum()) // 2 + apart) // 2 + idle

    def own(self) -> Floats:
        """Return for each round and entry what it costs that it sits where it sits."""
        own: Floats = self.flat[self.row_starts + self.tables] - self.others[self.tables]
        if self.question.singles:
            sitting = self.tables >= self.shape[2] - self.question.singles
            own = own + IDLE * (self.idle - 1) * sitting
        return own

    def swap(self, at: int, one: int, other: int) -> None:
        """Let two entries of different tables change places in one round."""
        _, _, sizes = self.shape
        tables, met, seated = self.tables, self.met, self.seated
        here, there = int(tables[at, one]), int(tables[at, other])
        left, joined = self.members[at][here], self.members[at][there]
        left.remove(one)
        joined.remove(other)
        changed = np.array(left + joined, dtype=np.intp)
        if len(changed):
            signs = np.ones(len(changed), dtype=np.float32)
            signs[: len(left)] = -1
            met[one, changed] += signs
            met[other, changed] -= signs
            met[changed, one] += signs
            met[changed, other] -= signs
            starts = self.row_starts[:, changed]
            self.flat[starts + tables[:, one, None]] += signs
            self.flat[starts + tables[:, other, None]] -= signs
        left.append(other)
        joined.append(one)
        columns = [at * sizes + here, at * sizes + there]
        seated[one, columns] = 0, 1
        seated[other, columns] = 1, 0
        tables[at, one], tables[at, other] = there, here
        rows = met[[one, other]] @ seated
        self.sums[:, [one, other]] = rows.reshape(2, -1, sizes).transpose(1, 0, 2)
        self.sums[at][:, [here, there]] = met @ seated[:, columns]
        self._count_idle(one, other, here, there)

    def _count_idle(self, one: int, other: int, here: int, there: int) -> None:
        first = self.shape[2] - self.question.singles
        change = int(there >= first) - int(here >= first)
        if change:
            self.idle[one] += change
            self.idle[other] -= change

    def changes(self, rounds: Integers, rows: Integers, own: Floats) -> Floats:
        """Return what it adds to swap each of these entries with every other one of its round."""
        sizes = self.shape[2]
        tables = self.tables
        starts = self.row_starts[rounds, rows]
        others = tables[rounds]
        change: Floats = self.flat[starts[:, None] + others]
        change += self.flat[self.row_starts[rounds] + tables[rounds, rows][:, None]]
        change -= 2 * self.met[rows]
        change -= own[rounds]
        change -= own[rounds, rows][:, None]
        if self.question.singles:
            first = sizes - self.question.singles
            sits, others_sit = tables[rounds, rows][:, None] >= first, others >= first
            change += IDLE * others_sit * (self.idle[rows][:, None] - sits)
            change += IDLE * sits * (self.idle - others_sit)
        return change


class Search:
    """Look for rounds with lower cost, step by step from a start, and remember the best."""

    def __init__(self, question: Question, chance: Chance) -> None:
        self.question = question
        self.chance = chance
        words = chance.words(question.entries * max(question.entries, ROWS) + NOISE)
        self.noise = ((words >> np.uint64(48)).astype(np.float32)) / np.float32(2**17)
        self.steps = 0

    def improve(self, start: Integers, steps: int, goal: int) -> tuple[int, Integers]:
        """Return the lowest cost seen within so many steps, and its tables; stop at the goal."""
        state = State(self.question, start)
        best, found = state.cost, state.tables.copy()
        tabu: deque[int] = deque()
        until: deque[int] = deque()
        for step in range(steps):
            if best <= goal:
                break
            self.steps += 1
            while until and until[0] <= step:
                until.popleft()
                tabu.popleft()
                tabu.popleft()
            swap = self._choose(state, list(tabu))
            if swap is None:
                break
            at, one, other, change = swap
            starts = state.row_starts[at]
            tabu.append(int(starts[one] + state.tables[at, one]))
            tabu.append(int(starts[other] + state.tables[at, other]))
            least, more = TENURE
            until.append(max(step + 1 + least + self.chance.below(more), *until, 0))
            state.swap(at, one, other)
            state.cost += change
            if state.cost < best:
                best, found = state.cost, state.tables.copy()
        return best, found

    def _choose(self, state: State, tabu: list[int]) -> tuple[int, int, int, int] | None:
        """Return the best swap of somebody whose seat costs something, by lot among equals."""
        own = state.own()
        rounds, rows = np.nonzero(own > 0)
        if len(rows) == 0:
            return None
        if len(rows) > ROWS:
            begin = self.chance.below(len(rows) - ROWS + 1)
            rounds, rows = rounds[begin : begin + ROWS], rows[begin : begin + ROWS]
        barred = np.concatenate([(state.row_starts + state.tables).ravel(), tabu]).astype(np.intp)
        kept = state.flat[barred]
        state.flat[barred] = NEVER
        changes = state.changes(rounds, rows, own)
        state.flat[barred] = kept
        begin = self.chance.below(NOISE)
        noise = self.noise[begin : begin + changes.size].reshape(changes.shape)
        chosen, other = divmod(int((changes + noise).argmin()), self.question.entries)
        change = int(changes[chosen, other])
        if change >= NEVER // 2:
            return None
        return int(rounds[chosen]), int(rows[chosen]), other, change
