"""Draw a round by the method of its stage: a question in, tables with their reasons out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournament.draw import CannotDrawError, Plan, Tables
from games.tournament.finals import seat_finals
from games.tournament.groups import groups_by_variety, regroup
from games.tournament.one_round import seat_round
from games.tournament.pairs import seat_pairs
from games.tournament.round_question import by_lot
from games.tournament.seat_order import order_seats
from games.tournament.seating import seat_at_random
from games.tournament.swiss import SwissRules, seat_swiss
from games.tournament.variety import plan_rounds
from league.competitions.models import Balance, Method
from league.rounds.drawn import Draw, finish
from league.rounds.errors import RoundError, cannot_seat
from league.rounds.questions import DrawQuestion
from league.rounds.schedules import keep_plan, past_partners, planned_round

KEPT_SECONDS = 900
EFFORT = 1
"""About the seconds that planning takes at the most, as somebody waits for the page."""


def draw_round(question: DrawQuestion, seed: int) -> Draw:
    """Draw a round; the same question and seed give the same tables. Raises cannot_seat.

    What a page has shown is drawn only once.
    """
    key = f"draw:{question.digest}:{seed}"
    if (kept := cache.get(key)) is not None:
        found: Draw = kept
        return found
    try:
        draw = METHODS[question.method](question, seed)
    except CannotDrawError as error:
        raise cannot_seat(error) from error
    cache.set(key, draw, KEPT_SECONDS)
    return draw


def _random(question: DrawQuestion, seed: int) -> Draw:
    """Draw by lot alone; who sits out is drawn by whose turn it is."""
    playing, idle = _take_turns(question, seed)
    tables = seat_at_random(playing, question.sizes, seed=seed)
    plan = question.past.meetings.plan_of(
        tables, method="random", seed=seed, sitting_out=idle, apart=list(question.apart)
    )
    return finish(question, plan, seed)


def _take_turns(question: DrawQuestion, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who plays and who sits out: whoever did so least often, then the lot."""
    times = question.past.meetings.count_idle(question.entries)
    order = sorted(by_lot(question.entries, seed), key=lambda entry: times[entry])
    idle = order[: len(order) - sum(question.sizes)]
    return tuple(sorted(set(order) - set(idle))), tuple(sorted(idle))


def _swiss(question: DrawQuestion, seed: int) -> Draw:
    known = {entry: score for entry, score in question.scores.items() if entry in question.entries}
    plan = seat_swiss(
        question.entries,
        question.sizes,
        known,
        rules=SwissRules(strength=question.pull),
        history=question.past.meetings,
        apart=list(question.apart),
        seed=seed,
    )
    measures = plan.measures
    quality = {"gap": measures["score_gap"], "least_gap": measures["least_score_gap"]}
    return finish(question, _by_score(plan, known), seed, quality=quality if known else None)


def _by_score(plan: Plan, scores: Mapping[int, int]) -> Plan:
    """Put the table with the highest scores first, as people expect it."""
    tables = sorted(
        plan.rounds[0],
        key=lambda table: -sum(scores.get(entry, 0) for entry in table) / len(table),
    )
    return replace(plan, rounds=(tuple(tables),))


def _variety(question: DrawQuestion, seed: int) -> Draw:
    """Plan all rounds to come, and play the next; keep to a plan that still fits."""
    if (kept := planned_round(question, seed)) is not None:
        return finish(question, kept.as_plan, seed, ahead=kept.ahead, is_ordered=True)
    is_open = question.is_free and question.balance == Balance.FRESH
    plan = plan_rounds(
        question.entries,
        rounds=question.rounds_left,
        sizes=question.limits if is_open else question.sizes,
        history=question.past.meetings,
        apart=list(question.apart),
        seed=seed,
        effort=EFFORT,
        balance="fresh" if is_open else "even",
    )
    plan = order_seats(plan, history=question.past.meetings)
    keep = {"plan": keep_plan(question, seed, plan)}
    return finish(question, plan, seed, ahead=question.rounds_left, keep=keep, is_ordered=True)


def count_cost(question: DrawQuestion, seed: int) -> Draw:
    """Draw a round quickly, to see what its table sizes cost: without planning ahead."""
    if question.method not in (Method.VARIETY, Method.PAIRS):
        return draw_round(question, seed)
    plan = seat_round(
        question.entries,
        question.sizes,
        history=question.past.meetings,
        apart=list(question.apart),
        seed=seed,
    )
    return finish(question, plan, seed)


def _finals(question: DrawQuestion, seed: int) -> Draw:
    """Seat by seeds, the best at the first table; whoever has none comes last."""
    last = len(question.entries) + max(question.seeds.values(), default=0)
    order = sorted(question.entries, key=lambda entry: (question.seeds.get(entry, last), entry))
    plan = seat_finals(order, question.sizes, seeding="strength", history=question.past.meetings)
    return finish(question, plan, seed)


def _fixed(question: DrawQuestion, seed: int) -> Draw:
    """Seat everybody in their home group; who has none yet joins one, and stays there."""
    apart = list(question.apart)
    playing = question.entries
    if not question.brings_sizes:
        playing, _ = _take_turns(question, seed)
    if not question.groups:
        plan = groups_by_variety(
            playing, question.sizes, history=question.past.meetings, apart=apart, seed=seed
        )
        groups = [list(group) for group in plan.rounds[0]]
        keep = {"groups": groups, "plan": {"groups_seed": seed}}
        plan = replace(plan, sitting_out=(tuple(sorted(set(question.entries) - set(playing))),))
        return finish(question, plan, seed, keep=keep)
    found = regroup(
        question.groups, playing, limits=question.tables_allowed, apart=apart, seed=seed
    )
    kept = [list(group) for group in question.groups]
    opened: dict[int, list[int]] = {}
    for transfer in found.transfers:
        if transfer.from_group is None:
            source = found.sources[transfer.to_group]
            joined = opened.setdefault(transfer.to_group, []) if source is None else kept[source]
            joined.append(transfer.entry)
    return _as_given(
        question,
        found.groups,
        seed,
        keep={"groups": [*kept, *opened.values()]},
        quality={"moved": found.moved, "least_moved": found.least_moved},
    )


def _scripted(question: DrawQuestion, seed: int) -> Draw:
    """Seat as the list says, without whoever is not here."""
    if question.script is None:
        raise RoundError(
            "cannot_seat",
            _(
                "The organiser's list has no round %(number)d. "
                "Add it to the list of this stage first."
            ),
            number=question.index + 1,
        )
    here = set(question.entries)
    tables = [tuple(entry for entry in table if entry in here) for table in question.script]
    return _as_given(question, tuple(table for table in tables if table), seed)


def _as_given(
    question: DrawQuestion,
    tables: Tables,
    seed: int,
    *,
    keep: Mapping[str, Any] | None = None,
    quality: Mapping[str, float] | None = None,
) -> Draw:
    """Take tables that nobody drew; each has to be one that the game can be played at."""
    for table in tables:
        if len(table) not in question.seats:
            raise RoundError(
                "cannot_seat",
                ngettext(
                    "With those who are here a table would have %(count)d player; "
                    "it needs %(least)d to %(most)d.",
                    "With those who are here a table would have %(count)d players; "
                    "it needs %(least)d to %(most)d.",
                    len(table),
                ),
                count=len(table),
                least=question.seats[0],
                most=question.seats[-1],
            )
    idle = sorted(set(question.entries).difference(*tables))
    plan = question.past.meetings.plan_of(
        tables,
        method="groups" if question.method == Method.FIXED else "scripted",
        seed=seed,
        sitting_out=idle,
        apart=list(question.apart),
    )
    return finish(question, plan, seed, keep=keep, quality=quality)


def _pairs(question: DrawQuestion, seed: int) -> Draw:
    """Draw partners and opponents for all rounds to come, and play the next."""
    if (kept := planned_round(question, seed)) is not None:
        return finish(
            question,
            kept.as_plan,
            seed,
            partners=kept.partners,
            ahead=kept.ahead,
            is_ordered=True,
        )
    found = seat_pairs(
        question.entries,
        question.sizes,
        rounds=question.rounds_left,
        history=question.past.meetings,
        partners=past_partners(question.past.partners),
        apart=list(question.apart),
        seed=seed,
    )
    pairs = [[both for table in tables for both in table] for tables in found.partners]
    plan = order_seats(found.plan, history=question.past.meetings, partners=found.partners)
    return finish(
        question,
        plan,
        seed,
        partners=pairs[0],
        ahead=question.rounds_left,
        keep={"plan": keep_plan(question, seed, plan, pairs)},
        is_ordered=True,
    )


METHODS: Mapping[str, Callable[[DrawQuestion, int], Draw]] = {
    Method.VARIETY: _variety,
    Method.SWISS: _swiss,
    Method.FIXED: _fixed,
    Method.SCRIPTED: _scripted,
    Method.PAIRS: _pairs,
    Method.FINALS: _finals,
    Method.RANDOM: _random,
}
