"""Play: a person's move, the bots' moves, and the next hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import Action, Event, HandState, Seat
from games.refusals import InvalidActionError
from league.online.errors import IllegalMoveError, OnlineError
from league.online.models import Absence, Move, OnlineHand, OnlineSeat, OnlineTable, Phase
from league.online.opened import OpenTable, close_table, open_table
from league.online.positions import Position
from league.online.services.absence import take_over
from league.online.services.hands import begin_hand, end_hand, go_on


@dataclass(frozen=True, slots=True)
class Sent:
    """A move as a page sends it: for hand `hand`, drawn after `moves` moves, under its own key."""

    hand: int
    moves: int
    key: UUID
    action: object


@transaction.atomic
def play_move(*, table_id: int, seat: Seat, sent: Sent, now: datetime) -> OnlineTable:
    """Carry out the move of a person; who was away is back with it.

    A key that is known changes nothing. Moves that this seat cannot see, as others act at the same
    time, do not make a page stale. Raises stale, not_playing, unreadable,
    IllegalMoveError, forfeited, and next_hand for who is not in this hand, whatever they
    send.
    """
    opened = open_table(table_id=table_id)
    table = opened.table
    if sent.hand == table.hand_number and sent.moves >= table.moves:
        _check_playing(table)
    elif is_known(table, sent):
        return table
    if opened.seats[seat].waits_for_hand:
        raise OnlineError("next_hand")
    if sent.hand != table.hand_number:
        raise OnlineError("stale")
    _check_playing(table)
    hand = opened.hand()
    position = opened.position(hand)
    if is_stale(position, seat, sent.moves):
        raise OnlineError("stale")
    action = _legal(position.state, seat, sent.action)
    _be_there(opened.seats[seat])
    carry_out(opened, hand, position, [(seat, action)], now, key=sent.key)
    return table


def carry_out(
    opened: OpenTable,
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
        opened.fresh.append(_move(hand, len(events), event, key, now))
    opened.table.moves = len(events)
    moved = tuple(seat for seat, _ in actions)
    if opened.table.absence == Absence.ONCE:
        _end_one_move(opened, moved)
    after = Position(hand.pk, len(events), state, tuple(events))
    if state.is_over():
        end_hand(opened, hand, state, now)
    else:
        go_on(opened, state, moved, now)
    close_table(opened, now=now, position=after)


def _end_one_move(opened: OpenTable, moved: Sequence[Seat]) -> None:
    """Let a bot that has made one move for somebody play for them no longer."""
    for seat in opened.seats:
        if seat.number in moved:
            seat.is_away = False


@transaction.atomic
def get_ready(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Say that somebody wants the next hand; it begins once all people who are there do."""
    opened = open_table(table_id=table_id)
    table = opened.table
    if table.phase not in {Phase.BETWEEN, Phase.PAUSED}:
        return table
    place = opened.seats[seat]
    if place.is_away:
        take_over(opened, place, now)
    position = None
    if table.phase == Phase.BETWEEN:
        place.is_ready = True
        if all(each.is_ready or each.waits_for_hand for each in opened.people):
            position = begin_hand(opened, now)
    close_table(opened, now=now, position=position)
    return table


@transaction.atomic
def begin_due_hand(*, table_id: int, now: datetime) -> OnlineTable:
    """Begin the next hand, as the time to read the last one is over."""
    opened = open_table(table_id=table_id)
    table = opened.table
    if table.phase == Phase.BETWEEN and table.due_at is not None and table.due_at <= now:
        position = begin_hand(opened, now)
        close_table(opened, now=now, position=position)
    return table


def _be_there(place: OnlineSeat) -> None:
    """Let the bot go that has played for somebody; raises forfeited."""
    if place.forfeited_at is not None:
        raise OnlineError("forfeited")
    place.is_away = False


def is_known(table: OnlineTable, sent: Sent) -> bool:
    """Say whether this very move has come before."""
    moves = Move.objects.filter(hand__table=table, hand__number=sent.hand, key=sent.key)
    return moves.exists()


def _check_playing(table: OnlineTable) -> None:
    if table.phase != Phase.PLAYING:
        raise OnlineError("not_playing")


def is_stale(position: Position, seat: Seat, moves: int) -> bool:
    """Say whether something that a seat can see has happened since so many moves."""
    if not 0 <= moves <= position.moves:
        return True
    since = position.events[moves:]
    return any(each.visible_to is None or seat in each.visible_to for each in since)


def _legal(state: HandState, seat: Seat, data: object) -> Action:
    """Return an action that a page has sent; raises unreadable and IllegalMoveError."""
    try:
        action = state.read_action(seat, data)
    except InvalidActionError as error:
        text = " ".join(_(problem.text) for problem in error.problems)
        raise OnlineError("unreadable", text, problems=error.problems) from None
    violation = state.check(seat, action)
    if violation is not None:
        raise IllegalMoveError(violation)
    return action


def _move(hand: OnlineHand, number: int, event: Event, key: UUID | None, now: datetime) -> Move:
    return Move(
        hand=hand,
        number=number,
        seat=event.seat,
        type=event.type,
        action=event.action,
        visible_to=None if event.visible_to is None else list(event.visible_to),
        key=key,
        created_at=now,
    )
