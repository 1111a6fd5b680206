"""Draw a round by the seating method of its stage."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournament.draw import CannotDrawError, Pair, Plan, Tables, count_meetings
from games.tournament.finals import seat_finals
from games.tournament.groups import groups_by_variety, regroup
from games.tournament.one_round import seat_round
from games.tournament.pairs import seat_pairs
from games.tournament.reasons import Background, Reason, explain_round
from games.tournament.round_question import by_lot
from games.tournament.seat_order import order_seats
from games.tournament.seating import seat_at_random
from games.tournament.swiss import SwissRules, seat_swiss
from games.tournament.variety import plan_rounds
from league.competitions.models import SeatingMethod, SeatingPriority
from league.rounds.draw_input import DrawInput, past_partners, plan_to_store, planned_round
from league.rounds.errors import RoundError, cannot_seat

HIGHEST_SEED = 999_999


def new_draw_seed() -> int:
    """Return a random draw number."""
    return secrets.randbelow(HIGHEST_SEED + 1)


def explain(draw_input: DrawInput, plan: Plan) -> dict[int, dict[str, Any]]:
    """Return by entry why it sits where it was drawn."""
    if draw_input.method == SeatingMethod.RANDOM:
        return {entry: {"code": "lot", "data": {}} for entry in chain(*plan.rounds[0])}
    background = Background(
        history=draw_input.past.meetings,
        apart=list(draw_input.apart),
        scores=draw_input.scores,
        seeds=sorted(draw_input.seeds, key=lambda entry: draw_input.seeds[entry]),
    )
    return {
        reason.entry: {"code": reason.basis, "data": _data(reason)}
        for reason in explain_round(plan, 0, background)
        if reason.table is not None
    }


def _data(reason: Reason) -> dict[str, Any]:
    """Return the data of a reason, without separations, which are not public."""
    data: dict[str, Any] = {"new": list(reason.new), "again": [entry for entry, _ in reason.again]}
    if reason.why is not None:
        data["why"] = reason.why
    if reason.short is not None:
        data |= {"size": reason.short.size, "is_turn": reason.short.is_turn}
    if reason.basis == "score" and reason.scores is not None:
        data |= {"score": reason.score, "low": reason.scores[0], "high": reason.scores[1]}
    if reason.seed is not None:
        data["seed"] = reason.seed
    return data


JUDGED = (SeatingMethod.VARIETY, SeatingMethod.ROTATING, SeatingMethod.SWISS)
"""Methods that avoid repeat meetings."""
KEEPS_ORDER = (SeatingMethod.RANDOM, SeatingMethod.LIST, SeatingMethod.FINALS)
"""Methods that decide the order of seats."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A drawn round.

    `tables` are entries in seat order, dealer first. `partners` numbers the pairs, `broken` are
    separated pairs at one table, `again` counts earlier meetings of pairs that meet again.
    `summary` is stored in Round.draw, `stored` in fields of the stage.
    """

    seed: int
    tables: Tables
    summary: Mapping[str, Any]
    idle: tuple[int, ...] = ()
    partners: Mapping[int, int] = field(default_factory=dict)
    reasons: Mapping[int, dict[str, Any]] = field(default_factory=dict)
    broken: tuple[Pair, ...] = ()
    again: Mapping[Pair, int] = field(default_factory=dict)
    stored: Mapping[str, Any] = field(default_factory=dict)


def finish(
    draw_input: DrawInput,
    plan: Plan,
    seed: int,
    *,
    partners: Sequence[Pair] = (),
    ahead: int = 1,
    stored: Mapping[str, Any] | None = None,
    is_ordered: bool = False,
    quality: Mapping[str, float] | None = None,
) -> DrawResult:
    """Order the seats, compute the cost of a draw, and explain every seat.

    `is_ordered`: the seats of the plan are final. `quality` are further figures of the summary.
    """
    idle = plan.sitting_out[0] if plan.sitting_out else ()
    next_round = replace(plan, rounds=plan.rounds[:1], sitting_out=(idle,), seed=seed)
    if not is_ordered and draw_input.method not in KEEPS_ORDER:
        next_round = order_seats(next_round, history=draw_input.past.meetings)
    tables = next_round.rounds[0]
    met = draw_input.past.meetings.count_meetings()
    together = count_meetings([tables])
    again = {both: met[both] for both in together if met[both]}
    broken = tuple(sorted(both for both in together if both in draw_input.apart))
    makes_groups = draw_input.method == SeatingMethod.FIXED and not draw_input.groups
    is_judged = draw_input.method in JUDGED or makes_groups
    summary = {
        "method": str(draw_input.method),
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
        "balance": str(draw_input.seating_priority),
        "ahead": ahead,
        **(quality or {}),
    }
    return DrawResult(
        seed=seed,
        tables=tables,
        summary=summary,
        idle=tuple(idle),
        partners={entry: at for at, both in enumerate(partners, start=1) for entry in both},
        reasons=explain(draw_input, next_round),
        broken=broken,
        again=again,
        stored=stored or {},
    )


def draw_round(draw_input: DrawInput, seed: int) -> DrawResult:
    """Draw a round, cached by input and seed; raises cannot_seat."""
    key = f"draw:{draw_input.digest}:{seed}"
    if (cached := cache.get(key)) is not None:
        found: DrawResult = cached
        return found
    try:
        draw = METHODS[draw_input.method](draw_input, seed)
    except CannotDrawError as error:
        raise cannot_seat(error) from error
    cache.set(key, draw, timeout=15 * 60)
    return draw


def _random(draw_input: DrawInput, seed: int) -> DrawResult:
    playing, idle = _take_turns(draw_input, seed)
    tables = seat_at_random(playing, draw_input.sizes, seed=seed)
    plan = draw_input.past.meetings.plan_of(
        tables, method="random", seed=seed, sitting_out=idle, apart=list(draw_input.apart)
    )
    return finish(draw_input, plan, seed)


def _take_turns(draw_input: DrawInput, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who plays and who sits out: entries with the fewest byes, then drawn by lot."""
    times = draw_input.past.meetings.count_idle(draw_input.entries)
    order = sorted(by_lot(draw_input.entries, seed), key=lambda entry: times[entry])
    idle = order[: len(order) - sum(draw_input.sizes)]
    return tuple(sorted(set(order) - set(idle))), tuple(sorted(idle))


def _swiss(draw_input: DrawInput, seed: int) -> DrawResult:
    entries = set(draw_input.entries)
    scores = {entry: score for entry, score in draw_input.scores.items() if entry in entries}
    plan = seat_swiss(
        draw_input.entries,
        draw_input.sizes,
        scores,
        rules=SwissRules(strength=draw_input.score_weight),
        history=draw_input.past.meetings,
        apart=list(draw_input.apart),
        seed=seed,
    )
    measures = plan.measures
    quality = {"gap": measures["score_gap"], "least_gap": measures["least_score_gap"]}

    def mean_score(table: tuple[int, ...]) -> float:
        return sum(scores.get(entry, 0) for entry in table) / len(table)

    tables = sorted(plan.rounds[0], key=mean_score, reverse=True)
    plan = replace(plan, rounds=(tuple(tables),))
    return finish(draw_input, plan, seed, quality=quality if scores else None)


def _variety(draw_input: DrawInput, seed: int) -> DrawResult:
    if (planned := planned_round(draw_input, seed)) is not None:
        return finish(draw_input, planned.plan, seed, ahead=planned.ahead, is_ordered=True)
    is_open = draw_input.is_free and draw_input.seating_priority == SeatingPriority.FRESH
    plan = plan_rounds(
        draw_input.entries,
        rounds=draw_input.rounds_left,
        sizes=draw_input.limits if is_open else draw_input.sizes,
        history=draw_input.past.meetings,
        apart=list(draw_input.apart),
        seed=seed,
        effort=1,  # about so many seconds
        balance="fresh" if is_open else "even",
    )
    plan = order_seats(plan, history=draw_input.past.meetings)
    stored = {"plan": plan_to_store(draw_input, seed, plan)}
    return finish(
        draw_input, plan, seed, ahead=draw_input.rounds_left, stored=stored, is_ordered=True
    )


def count_cost(draw_input: DrawInput, seed: int) -> DrawResult:
    """Draw a round quickly, without planning ahead, to see the cost of its table sizes."""
    if draw_input.method not in (SeatingMethod.VARIETY, SeatingMethod.ROTATING):
        return draw_round(draw_input, seed)
    plan = seat_round(
        draw_input.entries,
        draw_input.sizes,
        history=draw_input.past.meetings,
        apart=list(draw_input.apart),
        seed=seed,
    )
    return finish(draw_input, plan, seed)


def _finals(draw_input: DrawInput, seed: int) -> DrawResult:
    last = len(draw_input.entries) + max(draw_input.seeds.values(), default=0)
    order = sorted(draw_input.entries, key=lambda entry: (draw_input.seeds.get(entry, last), entry))
    plan = seat_finals(
        order, draw_input.sizes, seeding="strength", history=draw_input.past.meetings
    )
    return finish(draw_input, plan, seed)


def _fixed(draw_input: DrawInput, seed: int) -> DrawResult:
    apart = list(draw_input.apart)
    playing = draw_input.entries
    if not draw_input.brings_sizes:
        playing, _ = _take_turns(draw_input, seed)
    if not draw_input.groups:
        plan = groups_by_variety(
            playing, draw_input.sizes, history=draw_input.past.meetings, apart=apart, seed=seed
        )
        groups = [list(group) for group in plan.rounds[0]]
        stored = {"groups": groups, "plan": {"groups_seed": seed}}
        plan = replace(plan, sitting_out=(tuple(sorted(set(draw_input.entries) - set(playing))),))
        return finish(draw_input, plan, seed, stored=stored)
    found = regroup(
        draw_input.groups, playing, limits=draw_input.tables_allowed, apart=apart, seed=seed
    )
    lasting = [list(group) for group in draw_input.groups]
    opened: dict[int, list[int]] = {}
    for transfer in found.transfers:
        if transfer.from_group is None:
            source = found.sources[transfer.to_group]
            joined = opened.setdefault(transfer.to_group, []) if source is None else lasting[source]
            joined.append(transfer.entry)
    return _as_given(
        draw_input,
        found.groups,
        seed,
        stored={"groups": [*lasting, *opened.values()]},
        quality={"moved": found.moved, "least_moved": found.least_moved},
    )


def _seating_list(draw_input: DrawInput, seed: int) -> DrawResult:
    if draw_input.seating_list is None:
        text = _(
            "The seating list has no round %(number)d. Add it to the list of this stage first."
        )
        raise RoundError("cannot_seat", text, number=draw_input.index + 1)
    here = set(draw_input.entries)
    tables = [tuple(entry for entry in table if entry in here) for table in draw_input.seating_list]
    return _as_given(draw_input, tuple(table for table in tables if table), seed)


def _as_given(
    draw_input: DrawInput,
    tables: Tables,
    seed: int,
    *,
    stored: Mapping[str, Any] | None = None,
    quality: Mapping[str, float] | None = None,
) -> DrawResult:
    for table in tables:
        if len(table) not in draw_input.seats:
            text = ngettext(
                "With the players present, a table would have %(count)d player. It needs "
                "%(least)d to %(most)d.",
                "With the players present, a table would have %(count)d players. It needs "
                "%(least)d to %(most)d.",
                len(table),
            )
            least, most = draw_input.seats[0], draw_input.seats[-1]
            raise RoundError("cannot_seat", text, count=len(table), least=least, most=most)
    idle = sorted(set(draw_input.entries).difference(*tables))
    plan = draw_input.past.meetings.plan_of(
        tables,
        method="groups" if draw_input.method == SeatingMethod.FIXED else "list",
        seed=seed,
        sitting_out=idle,
        apart=list(draw_input.apart),
    )
    return finish(draw_input, plan, seed, stored=stored, quality=quality)


def _pairs(draw_input: DrawInput, seed: int) -> DrawResult:
    if (planned := planned_round(draw_input, seed)) is not None:
        plan, partners, ahead = planned
        return finish(draw_input, plan, seed, partners=partners, ahead=ahead, is_ordered=True)
    found = seat_pairs(
        draw_input.entries,
        draw_input.sizes,
        rounds=draw_input.rounds_left,
        history=draw_input.past.meetings,
        partners=past_partners(draw_input.past.partners),
        apart=list(draw_input.apart),
        seed=seed,
    )
    pairs = [[both for table in tables for both in table] for tables in found.partners]
    plan = order_seats(found.plan, history=draw_input.past.meetings, partners=found.partners)
    return finish(
        draw_input,
        plan,
        seed,
        partners=pairs[0],
        ahead=draw_input.rounds_left,
        stored={"plan": plan_to_store(draw_input, seed, plan, pairs)},
        is_ordered=True,
    )


METHODS: Mapping[str, Callable[[DrawInput, int], DrawResult]] = {
    SeatingMethod.VARIETY: _variety,
    SeatingMethod.SWISS: _swiss,
    SeatingMethod.FIXED: _fixed,
    SeatingMethod.LIST: _seating_list,
    SeatingMethod.ROTATING: _pairs,
    SeatingMethod.FINALS: _finals,
    SeatingMethod.RANDOM: _random,
}
