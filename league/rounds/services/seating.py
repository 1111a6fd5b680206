"""Seat a round, change its seating while it runs, and undo a change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.tournament.draw import Pair
from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import AbsenceReason, Round, Stage
from league.competitions.queries import rounds
from league.competitions.writing import lock_round, log_round
from league.core.hooks import hooks
from league.results.models import TableScore
from league.rounds.draw_input import DrawInput, ask, plan_seating
from league.rounds.draws import DrawResult, draw_round
from league.rounds.errors import RoundError
from league.rounds.models import LEAVING, ChangeKind, SeatingChange
from league.rounds.operations import change, check
from league.rounds.seating_context import (
    SeatAssignment,
    SeatedTable,
    SeatingChangeRequest,
    SeatingContext,
    SeatingState,
    free_numbers,
    load_seating_context,
    read_state,
    state_from_json,
)
from league.rounds.services.writing import store_change, write_seating
from league.rounds.swaps import swap_entries


def seat_round(  # noqa: PLR0913 - what an organiser can say of a draw, each by its name
    *,
    round_id: int,
    seating: int,
    seed: int,
    now: datetime,
    sizes: Sequence[int] | None = None,
    seating_priority: str = "",
    swaps: Sequence[Pair] = (),
    known: str = "",
    accepts_broken: bool = False,
    by: Player | None = None,
) -> Round:
    """Seat everybody checked in except at tables with hands, by the stage's seating method.

    `seating` and `known` (digest of the input shown) are what the page knew; if they changed,
    nothing is done. `sizes` None: the best; `seating_priority` "": the stage's.
    `swaps` are entries that change places in the draw. `accepts_broken`: the organiser has seen
    the broken separations. The draw is made before the lock. Raises cannot_seat, broken_pairs,
    seating_changed and draw_outdated.
    """
    round = rounds().get(pk=round_id)
    _check_is_as_shown(round, seating)
    drawn = draw_ahead(
        round,
        seed,
        sizes,
        seating_priority=seating_priority,
        swaps=swaps,
        known=known,
        accepts_broken=accepts_broken,
    )
    with transaction.atomic():
        round = lock_round(round_id)
        return seat_as_drawn(round=round, seating=seating, drawn=drawn, sizes=sizes, by=by, now=now)


DrawAhead = tuple[DrawInput, DrawResult]


def draw_ahead(
    round: Round,
    seed: int,
    sizes: Sequence[int] | None = None,
    *,
    seating_priority: str = "",
    swaps: Sequence[Pair] = (),
    known: str = "",
    accepts_broken: bool = False,
) -> DrawAhead:
    """Draw a round without the lock; raises cannot_seat, broken_pairs and draw_outdated."""
    draw_input = ask(round, plan_seating(round), sizes, seating_priority)
    if known and known != draw_input.digest:
        text = _("The tables have changed since you opened this page. Review them and try again.")
        raise RoundError("draw_outdated", text)
    draw = swap_entries(draw_input, draw_round(draw_input, seed), swaps)
    if draw.broken and not accepts_broken:
        raise RoundError("broken_pairs")
    return draw_input, draw


@transaction.atomic
def seat_as_drawn(
    *,
    round: Round,
    seating: int,
    drawn: DrawAhead,
    now: datetime,
    sizes: Sequence[int] | None = None,
    by: Player | None = None,
) -> Round:
    """Write a draw with unchanged input; raises seating_changed and draw_outdated."""
    draw_input, draw = drawn
    _check_is_as_shown(round, seating)
    plan = plan_seating(round)
    if ask(round, plan, sizes, draw_input.seating_priority).digest != draw_input.digest:
        text = _("A player has just checked in or left. Review the tables and try again.")
        raise RoundError("draw_outdated", text)
    if draw.stored:
        Stage.objects.filter(pk=round.stage_id).update(**draw.stored)
    before = read_state(round)
    store_change(
        round,
        kind=ChangeKind.SEATED,
        before=before,
        after=seated(before, draw, {entry.pk: entry.player_id for entry in plan.entries}, now),
        request={"seed": draw.seed, "sizes": list(sizes or ())},
        data={"count": len(draw_input.entries) - len(draw.idle), "seed": draw.seed},
        by=by,
        now=now,
    )
    return round


def seated(
    before: SeatingState, draw: DrawResult, players: Mapping[int, int], now: datetime
) -> SeatingState:
    """Return the seating after a draw; `players` are the entries' own."""
    recorded = [table for table in before.tables if table.hands]
    numbers = free_numbers([table.number for table in recorded], len(draw.tables))

    def assigned(entry: int) -> SeatAssignment:
        reason = draw.reasons.get(entry)
        return SeatAssignment(entry, players[entry], draw.partners.get(entry), reason)

    made = [
        SeatedTable(key=-at, number=number, assignments=tuple(map(assigned, entries)))
        for at, (number, entries) in enumerate(zip(numbers, draw.tables, strict=True))
    ]
    drawn = {entry for entries in draw.tables for entry in entries} | set(draw.idle)
    idle = {entry: why for entry, why in before.idle.items() if entry not in drawn}
    return replace(
        before,
        tables=tuple(sorted([*recorded, *made], key=lambda table: table.number)),
        idle=idle | dict.fromkeys(draw.idle, str(AbsenceReason.BYE)),
        drawn={"seed": draw.seed, "seated_at": now.isoformat(), "draw": draw.summary},
    )


def _check_is_as_shown(round: Round, seating: int) -> None:
    if not round.is_open:
        text = _("Players can only be seated while the round is open. Open it first.")
        raise RoundError("cannot_seat", text)
    if round.seating != seating:
        text = _("Another organiser has just undone the seating.")
        if round.seated_at:
            text = _("Another organiser has just seated this round. The tables have been updated.")
        raise RoundError("seating_changed", text)


@transaction.atomic
def change_seating(
    *, round_id: int, seating: int, query: SeatingChangeRequest, by: Player | None, now: datetime
) -> SeatingChange | None:
    """Change a round's seating, once a request; return the change, None if nothing changed."""
    round = lock_round(round_id)
    earlier = round.seating_changes.filter(number=seating + 1, kind=query.kind, undone_at=None)
    for done in earlier:
        if done.request == query.as_json():
            return done
    refuse_unless_open(round)
    if round.seating != seating:
        text = _("Another organiser has changed the seats. The tables have been updated.")
        raise RoundError("seating_changed", text)
    context = load_seating_context(round)
    if query.kind in LEAVING:
        _refuse_to_leave(context, query)
    after, data = change(context, query)
    if after == context.state:
        return None
    return store_change(
        round,
        kind=query.kind,
        before=context.state,
        after=after,
        request=query.as_json(),
        data=data,
        by=by,
        now=now,
    )


def _refuse_to_leave(context: SeatingContext, query: SeatingChangeRequest) -> None:
    """Refuse to leave a match that is over, or a seat that has to stay."""
    table, _assignment = context.seat(query.entry)
    if TableScore.objects.filter(table=table.key, is_over=True).exists():
        raise RoundError("match_over", number=table.number)
    if query.kind == ChangeKind.REDUCED and any(
        is_played(table.key) for is_played in hooks("is_played_online")
    ):
        raise RoundError("online_seats", number=table.number)


@transaction.atomic
def undo_change(*, change_id: int, by: Player | None, now: datetime) -> SeatingChange:
    """Undo a seating change; raises hands_since and seating_changed."""
    round_id = SeatingChange.objects.values_list("round", flat=True).get(pk=change_id)
    round = lock_round(round_id)
    done = SeatingChange.objects.get(pk=change_id)
    if done.undone_at is not None:
        return done
    refuse_unless_open(round)
    context = load_seating_context(round)
    target = seating_without(context, done)
    write_seating(round, context.state, target, by=by, now=now)
    done.undone_at, done.undone_by = now, by
    done.save(update_fields=["undone_at", "undone_by"])
    log_round(Action.SEATS_CHANGE_UNDONE, round, {"kind": (done.kind, None)})
    return done


def seating_without(context: SeatingContext, done: SeatingChange) -> SeatingState:
    """Return the seating without a change; raises RoundError."""
    target = undone(context.state, state_from_json(done.before), state_from_json(done.after))
    check(context, target)
    return target


def undone(current: SeatingState, before: SeatingState, after: SeatingState) -> SeatingState:
    """Return the seating without the change from `before` to `after`; raises RoundError."""
    made = [table for table in after.tables if before.table(table.key) != table]
    for table in made:
        now = current.table(table.key)
        if now is not None and now.hands > table.hands:
            raise RoundError("hands_since", number=now.number)
        is_same = now is not None and (
            (now.assignments, now.dealer, now.departures)
            == (table.assignments, table.dealer, table.departures)
        )
        if not is_same:
            text = _("Table %(number)d has changed again. Undo the later change first.")
            raise RoundError("seating_changed", text, number=table.number)
    restored = [table for table in before.tables if after.table(table.key) != table]
    state = current.with_tables(*restored, without=[table.key for table in made])
    numbers = Counter(table.number for table in state.tables)
    for table in restored:
        if numbers[table.number] > 1:
            text = _("There is now another table %(number)d. Undo the later change first.")
            raise RoundError("seating_changed", text, number=table.number)
    idle = dict(current.idle)
    for entry in before.idle.keys() | after.idle.keys():
        if entry not in before.idle:
            idle.pop(entry, None)
        elif before.idle[entry] != after.idle.get(entry):
            idle[entry] = before.idle[entry]
    seated = set(state.seated)
    return replace(
        state,
        here=(current.here - (after.here - before.here)) | (before.here - after.here) | seated,
        idle={entry: why for entry, why in idle.items() if entry not in seated},
        drawn=before.drawn if current.drawn == after.drawn else current.drawn,
    )


def refuse_unless_open(round: Round) -> None:
    """Raise wrong_status for a round that is not open."""
    if not round.is_open:
        text = _("Seats can only be changed while the round is open. Open it first.")
        raise RoundError("wrong_status", text)
