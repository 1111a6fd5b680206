"""Moves of bots, whatever else is due at a table, and the analysis of moves."""

import random
import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.base import Action, HandState, Rng, Seat
from games.bots.analysis import compare_moves
from games.bots.catalogue import bot as find_bot
from games.bots.search import Budget
from games.match_log import Choose
from league.core.database import has_expired
from league.core.enqueue import enqueue
from league.core.games import online_part
from league.online.locked_table import SWEEP, LockedOnlineTable, load_locked, next_due
from league.online.matches import position_at
from league.online.models import (
    Move,
    MoveAnalysis,
    OnlineHand,
    OnlineSeat,
    OnlineTable,
    Phase,
    TimeoutPolicy,
)
from league.online.queries import THINKING, hand_of, seats_of
from league.online.services.absence import handle_timeout, is_time_up
from league.online.services.play import begin_due_hand, carry_out, is_stale
from league.online.services.premoves import make_own_moves
from league.online.services.seat_assignment import DEFAULT_BOT

# A run of bots' moves is written at once; then it is another table's turn.
MOST_MOVES = 60
MOST_SECONDS = 1.0

Actions = list[tuple[Seat, Action]]


def play_bots(*, table_id: int, now: datetime) -> None:
    """Play for bots until a person acts or the hand ends; only one process thinks at a time."""
    table = _claim(table_id, now)
    if table is None:
        return
    hand = hand_of(table, table.hand_number)
    if hand is None:
        raise LookupError(f"Online table {table.pk} has no hand {table.hand_number}.")
    played = [seat for seat in seats_of(table) if seat.is_played_by_bot]
    choosers = {seat.number: find_bot(table.game, seat.bot or DEFAULT_BOT) for seat in played}
    once = {
        seat.number
        for seat in played
        if not seat.bot and table.timeout_policy == TimeoutPolicy.ONCE
    }
    position = position_at(table, hand, table.moves)
    rng = random.Random(secrets.randbits(64))  # noqa: S311
    actions = think(position.state, choosers, rng, once)
    _write(table, actions, now)


def _claim(table_id: int, now: datetime) -> OnlineTable | None:
    """Take a table at which a hand is being played; None where it is not, or somebody has it."""
    table = OnlineTable.objects.get(pk=table_id)
    free = has_expired("thinking_until", life=THINKING, now=now)
    as_read = Q(pk=table.pk, version=table.version, phase=Phase.PLAYING)
    lease = now + THINKING
    if not OnlineTable.objects.filter(free, as_read).update(thinking_until=lease):
        return None
    table.thinking_until = lease
    return table


@transaction.atomic
def _write(read: OnlineTable, actions: Actions, now: datetime) -> None:
    """Carry out what was thought of, and give the table back."""
    locked = load_locked(table_id=read.pk)
    table = locked.table
    if table.thinking_until != read.thinking_until:
        # The lease has run out, and somebody else has taken the table.
        return
    table.thinking_until = None
    if actions and _still_stands(locked, read, actions):
        hand = locked.hand()
        carry_out(locked, hand, locked.position(hand), actions, now)
        return
    if not actions and table.phase == Phase.PLAYING:
        # Nobody is to act for a bot any more: what was due is done, and people's clocks run.
        table.due_at = next_due(table, locked.seats, now)
    table.save(update_fields=["thinking_until", "due_at"])
    if table.due_at is not None and table.due_at <= now:
        enqueue(SWEEP)


def _still_stands(locked: LockedOnlineTable, read: OnlineTable, actions: Actions) -> bool:
    """Say whether a bot still acts at each seat, and no seat has seen anything new meanwhile."""
    table = locked.table
    as_read = (read.hand_number, read.undone, Phase.PLAYING)
    if (table.hand_number, table.undone, table.phase) != as_read:
        return False
    position = locked.position(locked.hand())
    return all(
        locked.seats[seat].is_played_by_bot and not is_stale(position, seat, read.moves)
        for seat, _ in actions
    )


def think(
    state: HandState, choosers: Mapping[Seat, Choose], rng: Rng, once: Collection[Seat] = ()
) -> Actions:
    """Choose moves for the bots, each from its own observation; one move for seats of `once`."""
    state = state.clone()
    actions: Actions = []
    until = monotonic() + MOST_SECONDS
    while len(actions) < MOST_MOVES and monotonic() < until:
        done = {seat for seat, _ in actions}.intersection(once)
        acting = [seat for seat in state.acting_seats() if seat in choosers and seat not in done]
        if not acting:
            break
        seat = acting[0]
        action = choosers[seat](state.observation(seat), rng)
        state.apply(seat, action)
        actions.append((seat, action))
    return actions


def do_what_is_due(*, table_id: int, now: datetime) -> None:
    """Begin a hand, handle a clock that has run out, or play for the bots."""
    table = OnlineTable.objects.get(pk=table_id)
    if table.due_at is None or table.due_at > now:
        return
    if table.phase == Phase.BETWEEN:
        begin_due_hand(table_id=table_id, now=now)
    elif table.phase == Phase.PLAYING:
        seats = seats_of(table)
        if is_time_up(table, seats, now):
            handle_timeout(table_id=table_id, now=now)
        if any(seat.moves_at and seat.moves_at <= now for seat in seats):
            make_own_moves(table_id=table_id, now=now)
        play_bots(table_id=table_id, now=now)


SLICE_SECONDS = 1.0
# Older hands stay as they are: nobody waits for what is said of them.
LOOKED_BACK = timedelta(days=7)


def next_hand_to_analyse(now: datetime) -> int | None:
    """Return the hand to analyse next: of those that people have played, the last to end."""
    people = OnlineSeat.objects.filter(table=OuterRef("table")).exclude(user=None, guest="")
    waiting = OnlineHand.objects.filter(
        Exists(people), analysed_at=None, ended_at__gte=now - LOOKED_BACK
    )
    return waiting.order_by("-ended_at", "pk").values_list("pk", flat=True).first()


def analyse_moves(
    *, hand_id: int, now: datetime, seconds: float = SLICE_SECONDS, budget: Budget | None = None
) -> OnlineHand:
    """Judge moves of a finished hand for some seconds, at least one; safe twice and at once."""
    hand = OnlineHand.objects.select_related("table").get(pk=hand_id)
    if hand.record is None or hand.analysed_at is not None:
        return hand
    moves = list(hand.moves.filter(number__gt=hand.analysed_moves).order_by("number"))
    analyses: list[MoveAnalysis] = []
    done = hand.analysed_moves
    until = monotonic() + seconds
    state = position_at(hand.table, hand, done).state.clone()
    budget = budget or online_part(hand.table.game).budget
    for move in moves:
        found = _analysis_of(hand.table.game, state, move, budget)
        analyses += [] if found is None else [found]
        state.apply(move.seat, state.read_action(move.seat, move.action))
        done = move.number
        if monotonic() >= until:
            break
    is_last = not moves or done == moves[-1].number
    return _write_analysis(hand, done, analyses, now if is_last else None)


@transaction.atomic
def _write_analysis(
    read: OnlineHand, done: int, analyses: Iterable[MoveAnalysis], analysed_at: datetime | None
) -> OnlineHand:
    hand = OnlineHand.objects.select_for_update(no_key=True).get(pk=read.pk)
    if hand.analysed_moves != read.analysed_moves or hand.analysed_at is not None:
        return hand
    MoveAnalysis.objects.bulk_create(analyses)
    hand.analysed_moves, hand.analysed_at = done, analysed_at
    hand.save(update_fields=["analysed_moves", "analysed_at"])
    return hand


def _analysis_of(game: str, state: HandState, move: Move, budget: Budget) -> MoveAnalysis | None:
    view = state.observation(move.seat)
    chosen = state.read_action(move.seat, move.action)
    rng = random.Random(f"{move.hand_id} {move.number}")  # noqa: S311 - it has to repeat
    found = compare_moves(game, view, chosen, budget, rng)
    if found is None:
        return None
    return MoveAnalysis(
        move=move,
        chosen=found.chosen.points,
        best=found.best.points,
        best_action=state.action_as_json(move.seat, found.best.action),
        behind=found.chosen.behind,
        error=found.chosen.behind_error,
        hands=found.hands,
        tried=len(found.candidates),
    )
