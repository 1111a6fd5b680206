"""Take back a move: with the consent of the table before the next one, against bots at once."""

from datetime import datetime, timedelta

from django.db import transaction

from games.base import Seat
from league.online.errors import OnlineError
from league.online.locked_table import (
    LockedOnlineTable,
    load_locked,
    next_due,
    pass_time,
    save_locked,
)
from league.online.models import Move, OnlineHand, OnlineTable, Phase, TableEventType
from league.online.table_log import log_event
from league.online.undoing import kept_moves, people_beside

# The site passes for nobody meanwhile.
ANSWERED_WITHIN = timedelta(seconds=20)


@transaction.atomic
def ask_for_undo(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Ask to take one's last move back; done at once without other people. Raises no_undo."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    if table.undo_seat == seat:
        return table
    hand = locked.hand() if table.phase == Phase.PLAYING else None
    kept = None
    if hand is not None and not locked.seats[seat].is_played_by_bot:
        kept = kept_moves(table, locked.seats, locked.position(hand), seat)
    if hand is None or kept is None or table.undo_seat is not None:
        raise OnlineError("no_undo")
    if people_beside(locked.seats, seat):
        table.undo_seat, table.undo_moves = seat, table.moves
        _delay_own_moves(locked, now + ANSWERED_WITHIN)
    else:
        _take_back(locked, hand, kept, seat, now)
    save_locked(locked, now=now)
    return table


@transaction.atomic
def answer_undo(*, table_id: int, seat: Seat, allows: bool, now: datetime) -> OnlineTable:
    """Agree that a move is taken back, or not; it is once all agree. Safe twice or too late."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    asker = table.undo_seat
    if asker is None or table.phase != Phase.PLAYING or locked.seats[seat].waits_for_hand:
        return table
    if not allows:
        # Whoever has asked may think better of it, too.
        locked.forget_undo()
        _delay_own_moves(locked, now)
        save_locked(locked, now=now)
        return table
    if seat == asker or locked.seats[seat].allows_undo:
        return table
    locked.seats[seat].allows_undo = True
    if all(each.allows_undo for each in people_beside(locked.seats, asker)):
        hand = locked.hand()
        kept = kept_moves(table, locked.seats, locked.position(hand), asker)
        if kept is not None:
            _take_back(locked, hand, kept, asker, now)
    save_locked(locked, now=now)
    return table


def _delay_own_moves(locked: LockedOnlineTable, until: datetime) -> None:
    """Let the site make its moves for people no sooner: the next move ends the wish to undo."""
    planned = [each for each in locked.seats if each.moves_at is not None]
    for each in planned:
        each.moves_at = until
    if planned:
        locked.table.due_at = next_due(locked.table, locked.seats, until)


def _take_back(
    locked: LockedOnlineTable, hand: OnlineHand, kept: int, seat: Seat, now: datetime
) -> None:
    """Go back to where a hand stood after its first `kept` moves; what was planned is dropped."""
    table = locked.table
    are_cards_seen = table.moves > kept + 1
    Move.objects.filter(hand=hand, number__gt=kept).delete()
    table.moves = kept
    table.undone += 1
    locked.forget_undo()
    for each in locked.seats:
        each.acts_since = each.premove = each.moves_at = None
    state = locked.position(hand).state
    pass_time(table, locked.seats, state.acting_seats(), (), now)
    table.due_at = next_due(table, locked.seats, now)
    event = TableEventType.UNDONE_UNRATED if are_cards_seen else TableEventType.UNDONE
    log_event(table, event, now, locked.seats[seat])
