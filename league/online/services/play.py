"""Play: a person's move, what a browser adds to the shuffle, and the next hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import Action, HandState, Seat
from games.refusals import InvalidActionError
from games.shuffle import digest_of, share_text
from league.online.deals import is_shuffling
from league.online.errors import IllegalMoveError, OnlineError
from league.online.locked_table import LockedOnlineTable, load_locked, save_locked
from league.online.matches import Position
from league.online.models import (
    Move,
    OnlineHand,
    OnlineTable,
    Phase,
    Shuffle,
    ShuffleShare,
    TimeoutPolicy,
)
from league.online.queries import barred_from
from league.online.services.absence import take_over
from league.online.services.hands import (
    begin_hand,
    end_hand,
    go_on,
    run_reading_clock,
    stop_reading,
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A move as a page sends it: for hand `hand`, drawn after `moves` moves, under its own key.

    `undone` is how often moves had been taken back by then; None where the page does not say.
    """

    hand: int
    moves: int
    key: UUID
    action: object
    undone: int | None = None


@transaction.atomic
def play_move(*, table_id: int, seat: Seat, sent: Sent, now: datetime) -> OnlineTable:
    """Carry out a person's move once per key; raises OnlineError and IllegalMoveError."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    if sent.hand == table.hand_number and sent.moves >= table.moves:
        _check_playing(table)
    elif Move.objects.filter(hand__table=table, hand__number=sent.hand, key=sent.key).exists():
        return table
    if locked.seats[seat].waits_for_hand:
        raise OnlineError("next_hand")
    if sent.hand != table.hand_number or sent.undone not in {None, table.undone}:
        raise OnlineError("stale")
    _check_playing(table)
    hand = locked.hand()
    position = locked.position(hand)
    if is_stale(position, seat, sent.moves):
        raise OnlineError("stale")
    action = read_legal(position.state, seat, sent.action)
    if locked.seats[seat].forfeited_at is not None:
        raise OnlineError("forfeited")
    locked.seats[seat].is_away = False
    carry_out(locked, hand, position, [(seat, action)], now, key=sent.key)
    return table


def carry_out(
    locked: LockedOnlineTable,
    hand: OnlineHand,
    position: Position,
    actions: Sequence[tuple[Seat, Action]],
    now: datetime,
    *,
    key: UUID | None = None,
) -> None:
    """Write legal actions and what follows from them, and close the table."""
    state, events = position.state.clone(), list(position.events)
    for seat, action in actions:
        event = state.event(seat, action)
        state.apply(seat, action)
        events.append(event)
        visible_to = None if event.visible_to is None else list(event.visible_to)
        move = Move(hand=hand, number=len(events), seat=seat, type=event.type, action=event.action)
        move.visible_to, move.key, move.created_at = visible_to, key, now
        locked.fresh.append(move)
    locked.table.moves = len(events)
    locked.forget_undo()
    moved = tuple(seat for seat, _ in actions)
    if locked.table.timeout_policy == TimeoutPolicy.ONCE:
        # A bot that has made one move for somebody plays for them no longer.
        for seat in moved:
            locked.seats[seat].is_away = False
    after = Position(hand.pk, len(events), state, tuple(events), locked.table.undone)
    if state.is_over():
        end_hand(locked, hand, state, now)
    else:
        go_on(locked, state, moved, now)
    save_locked(locked, now=now, position=after)


@transaction.atomic
def get_ready(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Say that somebody wants the next hand; it begins once all people who are there do."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    if table.phase not in {Phase.BETWEEN, Phase.PAUSED}:
        return table
    place = locked.seats[seat]
    if place.is_away:
        take_over(locked, place, now)
    position = None
    if table.phase == Phase.BETWEEN:
        place.is_ready = True
        if locked.is_everybody_ready:
            position = begin_hand(locked, now)
        else:
            stop_reading(locked, place, now)
    save_locked(locked, now=now, position=position)
    return table


@transaction.atomic
def keep_reading(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Stop the clock of the next hand until somebody has read what the last one was worth."""
    locked = load_locked(table_id=table_id)
    table, place = locked.table, locked.seats[seat]
    if table.phase != Phase.BETWEEN or place.is_reading or is_shuffling(table):
        return table
    place.is_ready, place.is_reading = False, True
    run_reading_clock(locked, now)
    save_locked(locked, now=now)
    return table


@transaction.atomic
def begin_due_hand(*, table_id: int, now: datetime) -> OnlineTable:
    """Begin the next hand, as the time to read the last one is over."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    if table.phase == Phase.BETWEEN and table.due_at is not None and table.due_at <= now:
        position = begin_hand(locked, now)
        save_locked(locked, now=now, position=position)
    return table


def _check_playing(table: OnlineTable) -> None:
    if table.phase != Phase.PLAYING:
        raise OnlineError("not_playing")


def is_stale(position: Position, seat: Seat, moves: int) -> bool:
    """Say whether something that a seat can see has happened since so many moves."""
    if not 0 <= moves <= position.moves:
        return True
    since = position.events[moves:]
    return any(each.visible_to is None or seat in each.visible_to for each in since)


def read_legal(state: HandState, seat: Seat, data: object) -> Action:
    """Return an action that a page has sent; raises OnlineError and IllegalMoveError."""
    try:
        action = state.read_action(seat, data)
    except InvalidActionError as error:
        text = " ".join(_(problem.text) for problem in error.problems)
        raise OnlineError("unreadable", text, problems=error.problems) from None
    violation = state.check(seat, action)
    if violation is not None:
        raise IllegalMoveError(violation)
    return action


@transaction.atomic
def commit_share(
    *, table_id: int, seat: Seat, hand: int, attempt: int, commitment: str, now: datetime
) -> OnlineTable:
    """Commit a seat to a secret share, once; when all have, shares open. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    shuffle, known = _find(locked, hand, attempt, seat)
    if known is not None and known.commitment == commitment:
        return locked.table
    _check_running(locked, shuffle)
    if known is not None:
        raise OnlineError("share_known")
    if shuffle.closed_at is not None:
        raise OnlineError("share_closed")
    if seat in barred_from(shuffle):
        raise OnlineError("share_barred")
    ShuffleShare.objects.create(shuffle=shuffle, seat=seat, commitment=commitment, created_at=now)
    locked.seats[seat].adds_share = True
    return _go_on(locked, now)


@transaction.atomic
def open_share(
    *, table_id: int, seat: Seat, hand: int, attempt: int, share: str, now: datetime
) -> OnlineTable:
    """Open the share that a seat committed to; the last one deals. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    shuffle, known = _find(locked, hand, attempt, seat)
    if known is not None and known.share == share:
        return locked.table
    _check_running(locked, shuffle)
    text = share_text(shuffle.place, seat, shuffle.commitment, share)
    if known is None or digest_of(text) != known.commitment:
        raise OnlineError("share_unfit")
    if shuffle.closed_at is None:
        raise OnlineError("share_early")
    known.share, known.opened_at = share, now
    known.save()
    return _go_on(locked, now)


@transaction.atomic
def take_part(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Say that the browser of a seat is there, so that the next shuffle waits for it."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if place.is_taken_by_person and not place.adds_share:
        place.adds_share = True
        save_locked(locked, now=now)
    return locked.table


def _find(
    locked: LockedOnlineTable, hand: int, attempt: int, seat: Seat
) -> tuple[Shuffle, ShuffleShare | None]:
    shuffle = Shuffle.objects.filter(table=locked.table, number=hand, attempt=attempt).first()
    if shuffle is None:
        raise OnlineError("share_late")
    return shuffle, ShuffleShare.objects.filter(shuffle=shuffle, seat=seat).first()


def _check_running(locked: LockedOnlineTable, shuffle: Shuffle) -> None:
    is_over = shuffle.voided_at is not None or shuffle.hand_id is not None
    if is_over or shuffle.asked_at is None or locked.table.phase != Phase.BETWEEN:
        raise OnlineError("share_late")


def _go_on(locked: LockedOnlineTable, now: datetime) -> OnlineTable:
    position = begin_hand(locked, now)
    save_locked(locked, now=now, position=position)
    return locked.table
