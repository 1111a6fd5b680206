"""What a draw comes to: tables in seat order, with their reasons and how good they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.tournament.draw import Pair, Plan, Tables, count_meetings
from games.tournament.seat_order import order_seats
from league.competitions.models import Method
from league.rounds.questions import DrawQuestion
from league.rounds.reasons import explain

JUDGED = (Method.VARIETY, Method.PAIRS, Method.SWISS)
"""Methods that try for few meetings again, so that it is worth saying how few there could be."""
KEEPS_ORDER = (Method.RANDOM, Method.SCRIPTED, Method.FINALS)
"""Methods whose seats are not evened out: the lot, the list or the seed says where one sits."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Hold a round that was drawn.

    `tables` are entries in seat order, the first of each deals. `partners` numbers the pairs,
    `reasons` say why an entry sits here, `broken` are pairs kept apart that sit together, `again`
    how often those had met who meet again. `summary` is what the round keeps, `keep` what the
    stage keeps from now on, by the names of its fields.
    """

    seed: int
    tables: Tables
    summary: Mapping[str, Any]
    idle: tuple[int, ...] = ()
    partners: Mapping[int, int] = field(default_factory=dict)
    reasons: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    broken: tuple[Pair, ...] = ()
    again: Mapping[Pair, int] = field(default_factory=dict)
    keep: Mapping[str, Any] = field(default_factory=dict)


def finish(
    question: DrawQuestion,
    plan: Plan,
    seed: int,
    *,
    partners: Sequence[Pair] = (),
    ahead: int = 1,
    keep: Mapping[str, Any] | None = None,
    is_ordered: bool = False,
    quality: Mapping[str, float] | None = None,
) -> Draw:
    """Even out the seats, count what a draw costs, and say why everybody sits where they sit.

    `is_ordered`: the seats of the plan have been evened out, or are as they have to be.
    `quality` is what is known of how good the draw is besides the plan's bound, by name.
    """
    idle = plan.sitting_out[0] if plan.sitting_out else ()
    next_round = replace(plan, rounds=plan.rounds[:1], sitting_out=(idle,), seed=seed)
    if not is_ordered and question.method not in KEEPS_ORDER:
        next_round = order_seats(next_round, history=question.past.meetings)
    tables = next_round.rounds[0]
    met = question.past.meetings.count_meetings()
    together = count_meetings([tables])
    again = {both: met[both] for both in together if met[both]}
    broken = tuple(sorted(both for both in together if both in question.apart))
    makes_groups = question.method == Method.FIXED and not question.groups
    is_judged = question.method in JUDGED or makes_groups
    summary = {
        "method": str(question.method),
        "seed": seed,
        "players": sum(map(len, tables)),
        "tables": len(tables),
        "largest": max(map(len, tables), default=0),
        "smallest": min(map(len, tables), default=0),
        "again": len(again),
        "broken": len(broken),
        "is_first": not met,
        "is_optimal": is_judged and plan.is_optimal,
        "excess": plan.coincidences - plan.bound if is_judged else None,
        "coincidences": plan.coincidences,
        "bound": plan.bound if is_judged else None,
        "repeats": plan.repeats,
        "balance": str(question.balance),
        "ahead": ahead,
        **(quality or {}),
    }
    return Draw(
        seed=seed,
        tables=tables,
        summary=summary,
        idle=tuple(idle),
        partners=_numbered(partners),
        reasons=explain(question, next_round),
        broken=broken,
        again=again,
        keep=keep or {},
    )


def _numbered(pairs: Iterable[Pair]) -> dict[int, int]:
    """Give each pair of a round a number from 1; return it by entry."""
    return {entry: number for number, both in enumerate(pairs, start=1) for entry in both}
