"""Plan all rounds at once so that as few as can be meet again.

In strict order count: pairs to be kept apart, sitting out again, coincidences, whose turn it is at
a smaller table, seats. Nothing here reads the clock: `effort` counts steps, so that a question with
the same seed has the same answer.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from games.tournament.draw import CannotDrawError, Pair, Plan, SizeLimits
from games.tournament.history import NO_HISTORY, History
from games.tournament.one_round import MOST_AT_ONCE
from games.tournament.plan_answer import finish
from games.tournament.plan_question import PlanQuestion
from games.tournament.round_question import check_apart, check_entries, check_sizes
from games.tournament.rounds_apart import seat_one_by_one
from games.tournament.schedules import MOST_TABLES
from games.tournament.sizes import Sizes, all_sizes, even_sizes
from games.tournament.variety_search import VarietySearch

Balance: TypeAlias = Literal["even", "fresh"]

MOST_ROUNDS = 200
MOST_CANDIDATES = 8
"""How many choices of table sizes are searched, of those with the lowest bounds."""


def plan_rounds(
    entries: Collection[int],
    *,
    rounds: int,
    sizes: SizeLimits | Sequence[int],
    history: History = NO_HISTORY,
    apart: Collection[Pair] = (),
    seed: int,
    effort: int = 15,
    balance: Balance = "even",
) -> Plan:
    """Plan the rounds to come.

    `sizes` are limits, or the tables of every round; then who is left over sits out, in turns.
    Balance "even" keeps the sizes of a round within one of each other; "fresh" takes others where
    fewer meet again. `effort` is about a second each on a usual machine; the search stops
    where it is proven that nothing is better. Raises CannotDrawError.
    """
    known = check_entries(entries)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CannotDrawError(
            "bad_rounds", f"Rounds are counted from 1 to {MOST_ROUNDS}.", most=MOST_ROUNDS
        )
    pairs = check_apart(known, apart)

    def plan(tables: Sizes, share: int) -> Plan:
        return _plan(PlanQuestion(known, tables, rounds, history, pairs), seed, share)

    if not isinstance(sizes, SizeLimits):
        check_sizes(len(known), sizes)
        return plan(tuple(sizes), effort)
    even = even_sizes(len(known), sizes)
    if balance == "even":
        return plan(even, effort)
    choices = [
        PlanQuestion(known, some, rounds, history, pairs) for some in all_sizes(len(known), sizes)
    ]
    return _freshest(even, choices, plan, effort)


def _freshest(
    even: Sizes, choices: Sequence[PlanQuestion], plan: Callable[[Sizes, int], Plan], effort: int
) -> Plan:
    """Return the plan with the fewest coincidences; of equal ones that of the sizes liked best."""
    bounds = {choice.sizes: choice.bound for choice in choices}
    promising = sorted(bounds, key=bounds.__getitem__)[:MOST_CANDIDATES]
    share = max(1, effort // len({even, *promising}))
    best = plan(even, share)
    for some in promising:
        if bounds[some] < best.coincidences and some != even:
            found = plan(some, share)
            if _cost(found) < _cost(best):
                best = found
    return best


def _cost(plan: Plan) -> tuple[int, int]:
    return len(plan.broken), plan.coincidences


def _plan(question: PlanQuestion, seed: int, effort: int) -> Plan:
    if question.rounds == 1 or len(question.entries) > MOST_AT_ONCE:
        is_design = question.is_blank and question.rounds > 1 and len(question.sizes) <= MOST_TABLES
        built = VarietySearch(question, seed, effort).built() if is_design else None
        if built is None:
            return seat_one_by_one(question, seed, effort)
        return finish(question, built, seed)
    return finish(question, VarietySearch(question, seed, effort).best(), seed)
