"""Say for everybody in a round why at this table: a code with data, and a sentence in English."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from games.tournament.draw import Pair, Plan, Tables, pair
from games.tournament.history import NO_HISTORY, History

Basis = Literal["new", "again", "score", "seed", "group", "script", "idle"]
"""What brought somebody to a table: meeting new people; meeting some again; the score; the seed;
the home group; what was written down; or there was no table."""
Why = Literal["few_tables", "met_all", "kept_apart", "score", "fewest", "nothing_better"]
"""Why somebody is met again: fewer tables than seats at one; too few left who are new; some who
are new are kept apart; scores; no round has fewer repeats; none with fewer was found."""


@dataclass(frozen=True, slots=True)
class ShortTurn:
    """Say why at a table smaller than the largest.

    It fell short `turns` times so far, and those at the largest tables at least `others` times;
    `is_turn` says that nobody there had fewer. `is_even`: nobody in the round had more or fewer.
    """

    size: int
    largest: int
    turns: int
    others: int
    is_even: bool = False

    @property
    def is_turn(self) -> bool:
        """Say whether nobody at the largest tables sat short less often, and somebody more."""
        return self.turns <= self.others and not self.is_even


@dataclass(frozen=True, slots=True)
class Reason:
    """Hold why an entry is where it is; `table` is None for one who sits out.

    `new` are met for the first time, `again` others with the times they were met before, `why`
    says why that is. `apart` are those new ones who are kept apart. With scores: the own one and
    the lowest and highest at the table. `seed` counts from 1. `idle` is how often it sat out.
    """

    entry: int
    table: int | None
    basis: Basis
    new: tuple[int, ...] = ()
    again: tuple[tuple[int, int], ...] = ()
    why: Why | None = None
    apart: tuple[int, ...] = ()
    short: ShortTurn | None = None
    score: float | None = None
    scores: tuple[float, float] | None = None
    seed: int | None = None
    idle: int = 0


@dataclass(frozen=True, slots=True)
class Background:
    """Hold what a round was drawn from: all that is given counts as a reason."""

    history: History = NO_HISTORY
    apart: Collection[Pair] = ()
    scores: Mapping[int, float] = field(default_factory=dict)
    seeds: Sequence[int] = ()


NO_BACKGROUND = Background()


def explain_round(
    plan: Plan, number: int = 0, background: Background = NO_BACKGROUND
) -> tuple[Reason, ...]:
    """Return a reason for everybody in a round of a plan, counted from 0, table by table.

    The history is that before the plan; the plan's own earlier rounds are added to it.
    """
    history = background.history
    for earlier in range(number):
        history = history.after(plan.rounds[earlier], _idle(plan, earlier))
    explaining = _Explaining(plan, number, background, history)
    seated = [
        explaining.seated(at, entry)
        for at, table in enumerate(plan.rounds[number])
        for entry in table
    ]
    return (*seated, *map(explaining.sitting_out, _idle(plan, number)))


def _idle(plan: Plan, number: int) -> tuple[int, ...]:
    return plan.sitting_out[number] if number < len(plan.sitting_out) else ()


class _Explaining:
    """Keep what was before the round."""

    def __init__(self, plan: Plan, number: int, background: Background, history: History) -> None:
        self.plan = plan
        self.background = background
        self.tables: Tables = plan.rounds[number]
        self.playing = sorted(chain.from_iterable(self.tables))
        everyone = [*self.playing, *_idle(plan, number)]
        self.met = history.count_meetings()
        self.short_turns = history.count_short_seats(everyone)
        self.idle_turns = history.count_idle(everyone)
        self.apart = {pair(*both) for both in background.apart}
        self.largest = max(map(len, self.tables), default=0)
        self.seeds = {entry: at for at, entry in enumerate(background.seeds, start=1)}

    def sitting_out(self, entry: int) -> Reason:
        return Reason(entry, None, "idle", idle=self.idle_turns[entry])

    def seated(self, at: int, entry: int) -> Reason:
        mates = [other for other in self.tables[at] if other != entry]
        again = tuple(
            (other, self.met[pair(entry, other)]) for other in mates if self.met[pair(entry, other)]
        )
        why, apart = self._why(entry, len(mates)) if again else (None, ())
        scores = self.background.scores
        here = [scores[other] for other in self.tables[at] if other in scores]
        return Reason(
            entry=entry,
            table=at,
            basis=self._basis(entry, bool(again)),
            new=tuple(other for other in mates if not self.met[pair(entry, other)]),
            again=again,
            why=why,
            apart=apart,
            short=self._short(entry, len(self.tables[at])),
            score=scores.get(entry),
            scores=(min(here), max(here)) if here else None,
            seed=self.seeds.get(entry),
            idle=self.idle_turns[entry],
        )

    def _basis(self, entry: int, meets_again: bool) -> Basis:
        if self.plan.method == "list":
            return "script"
        if self.plan.method == "groups":
            return "group"
        if entry in self.seeds:
            return "seed"
        if entry in self.background.scores:
            return "score"
        return "again" if meets_again else "new"

    def _why(self, entry: int, mates: int) -> tuple[Why | None, tuple[int, ...]]:
        """Find the plainest cause of a repeat; those who were set down by hand need none."""
        if self.plan.method in {"list", "groups"} or entry in self.seeds:
            return None, ()
        new = [
            other for other in self.playing if other != entry and not self.met[pair(entry, other)]
        ]
        apart = tuple(other for other in new if pair(entry, other) in self.apart)
        if len(new) < mates:
            return ("few_tables" if len(self.tables) <= mates else "met_all"), ()
        if len(new) - len(apart) < mates:
            return "kept_apart", apart
        if len(self.tables) <= mates:
            return "few_tables", ()
        if entry in self.background.scores:
            return "score", ()
        return ("fewest" if self.plan.is_optimal else "nothing_better"), ()

    def _short(self, entry: int, size: int) -> ShortTurn | None:
        if size == self.largest:
            return None
        others = min(
            self.short_turns[other]
            for table in self.tables
            if len(table) == self.largest
            for other in table
        )
        is_even = len({self.short_turns[other] for other in self.playing}) == 1
        return ShortTurn(size, self.largest, self.short_turns[entry], others, is_even)


Name = Callable[[int], str]


def sentence(reason: Reason, name: Name = str) -> str:
    """Say it in English, to the one it is about."""
    if reason.basis == "idle":
        return f"You sit out this round: so far you have sat out {_times(reason.idle)}."
    parts = [_basis_words(reason, name)]
    if reason.again and reason.basis not in {"script", "group"}:
        parts.append(_again_words(reason, name))
    if reason.short is not None:
        parts.append(_short_words(reason.short))
    return "; ".join(part for part in parts if part) + "."


def _basis_words(reason: Reason, name: Name) -> str:
    if reason.basis == "script":
        return "The organiser wrote this seating"
    if reason.basis == "group":
        return "This is your group"
    if reason.basis == "seed":
        return f"You are number {reason.seed} of those who go on"
    if reason.basis == "score" and reason.scores is not None:
        low, high = reason.scores
        return f"You have {reason.score:g}, and this table has {low:g} to {high:g}"
    if reason.new:
        return f"You meet {_listed(reason.new, name)} for the first time"
    return "You have met everybody at this table" if reason.again else "You play at this table"


def _again_words(reason: Reason, name: Name) -> str:
    whom = _listed([other for other, _ in reason.again], name)
    why = {
        None: "",
        "few_tables": " because there are fewer tables than seats per table",
        "met_all": " because too few are left whom you have not met",
        "kept_apart": f" because you are kept apart from {_listed(reason.apart, name)}",
        "score": " because your scores are close",
        "fewest": " because no seating has fewer repeats",
        "nothing_better": " because no seating with fewer repeats was found",
    }
    return f"you meet {whom} again{why[reason.why]}"


def _short_words(short: ShortTurn) -> str:
    if short.is_turn:
        return f"it is your turn at a table of {short.size}"
    return f"some table has to be one of {short.size}"


def _times(count: int) -> str:
    return {0: "in no round", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _listed(entries: Sequence[int], name: Name) -> str:
    names = [name(entry) for entry in entries]
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
