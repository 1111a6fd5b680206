"""What was drawn before: who met whom, who sat out, who sat at a short table."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain

from games.tournament.draw import (
    Pair,
    Plan,
    Tables,
    count_coincidences,
    count_meetings,
    count_repeats,
    pair,
)


@dataclass(frozen=True, slots=True)
class History:
    """Hold the rounds so far, the first one first.

    `sitting_out[round]` were there and had no table. `meetings` are further meetings whose rounds
    are not known, such as those of an earlier season.
    """

    rounds: tuple[Tables, ...] = ()
    sitting_out: tuple[tuple[int, ...], ...] = ()
    meetings: Mapping[Pair, int] = field(default_factory=dict)

    def count_meetings(self) -> Counter[Pair]:
        """Count how often each pair shared a table."""
        met = count_meetings(self.rounds)
        for (one, other), times in self.meetings.items():
            met[min(one, other), max(one, other)] += times
        return met

    def count_idle(self, entries: Collection[int]) -> dict[int, int]:
        """Count how often each entry sat out; for rounds it missed the usual share counts."""
        return self._with_missed(entries, [dict.fromkeys(idle, 1) for idle in self._idle()])

    def count_short_seats(self, entries: Collection[int]) -> dict[int, int]:
        """Count for each entry the seats by which its tables fell short of the round's largest.

        For rounds it missed the usual share counts: a newcomer is neither first nor last in turn.
        """
        return self._with_missed(entries, [_missing_seats(tables) for tables in self.rounds])

    def _idle(self) -> list[tuple[int, ...]]:
        return [*self.sitting_out, *[()] * (len(self.rounds) - len(self.sitting_out))]

    def _with_missed(
        self, entries: Collection[int], counts: Sequence[Mapping[int, int]]
    ) -> dict[int, int]:
        """Add up the counts of each round, and for each round missed their mean; then round."""
        totals = dict.fromkeys(entries, Fraction(0))
        for at, counted in enumerate(counts):
            tables = self.rounds[at] if at < len(self.rounds) else ()
            present = set(chain(chain.from_iterable(tables), self._idle()[at]))
            mean = Fraction(sum(counted.values()), max(len(present), 1))
            if not mean:
                continue
            for entry in totals:
                totals[entry] += counted.get(entry, 0) if entry in present else mean
        return {entry: round(total) for entry, total in totals.items()}

    def after(self, tables: Tables, sitting_out: Collection[int] = ()) -> "History":
        """Return the history with one more round."""
        idle = (*self._idle(), tuple(sorted(sitting_out)))
        return History((*self.rounds, tables), idle, self.meetings)

    def plan_of(
        self,
        tables: Tables,
        *,
        method: str,
        seed: int,
        sitting_out: Iterable[int] = (),
        apart: Collection[Pair] = (),
    ) -> Plan:
        """Return the plan of one round after this history, counted from its tables."""
        before = self.count_meetings()
        together = count_meetings([tables])
        met = before + together
        past = count_coincidences(before)
        return Plan(
            rounds=(tables,),
            coincidences=count_coincidences(met),
            repeats=count_repeats(met),
            bound=past,
            method=method,
            seed=seed,
            sitting_out=(tuple(sorted(sitting_out)),),
            broken=tuple(sorted({pair(*both) for both in apart} & set(together))),
            measures={"added": count_coincidences(met) - past},
        )


def _missing_seats(tables: Tables) -> dict[int, int]:
    largest = max(map(len, tables), default=0)
    return {
        entry: largest - len(table) for table in tables for entry in table if len(table) < largest
    }


NO_HISTORY = History()
