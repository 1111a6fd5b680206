"""Switch automatic passing, decide on a move before one's turn, and make such moves."""

from datetime import datetime

from django.db import transaction

from games.base import Seat
from league.online.errors import OnlineError
from league.online.locked_table import LockedOnlineTable, load_locked, next_due, save_locked
from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.own_moves import own_action, plan_move
from league.online.services.play import carry_out

# What a page may send at most; no move of any game is longer.
LONGEST_PREMOVE = 40


@transaction.atomic
def switch_auto_pass(*, table_id: int, seat: Seat, is_on: bool, now: datetime) -> OnlineSeat:
    """Let the site pass for a seat where nothing can be played, or no longer; for good."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if place.auto_pass != is_on:
        place.auto_pass = is_on
        _plan(locked, place, now)
        _save_in_secret(locked, place)
    return place


@transaction.atomic
def set_premove(
    *, table_id: int, seat: Seat, hand: int, action: object, now: datetime
) -> OnlineSeat:
    """Keep the move that a seat makes when its turn comes, None: no move. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    table, place = locked.table, locked.seats[seat]
    if table.phase != Phase.PLAYING or table.hand_number != hand or place.waits_for_hand:
        raise OnlineError("not_playing")
    if place.forfeited_at is not None:
        raise OnlineError("forfeited")
    if place.acts_since is not None and action is not None:
        raise OnlineError("your_turn")
    if action is not None and not _is_like_a_move(action):
        raise OnlineError("no_premove")
    place.premove = action
    if place.acts_since is not None:
        _plan(locked, place, now)
    _save_in_secret(locked, place)
    return place


@transaction.atomic
def make_own_moves(*, table_id: int, now: datetime) -> OnlineTable:
    """Make the moves that are due for people: premoves that stand, and forced passes."""
    locked = load_locked(table_id=table_id)
    due = [seat for seat in locked.seats if _is_due(locked.table, seat, now)]
    if not due:
        return locked.table
    hand = locked.hand()
    position = locked.position(hand)
    for seat in due:
        action = own_action(locked.table, seat, position.state)
        seat.moves_at = None
        if action is not None:
            # Of several who act at once the next one's turn is due, too.
            carry_out(locked, hand, position, [(seat.number, action)], now)
            return locked.table
    locked.table.due_at = next_due(locked.table, locked.seats, now)
    save_locked(locked, now=now)
    return locked.table


def _is_due(table: OnlineTable, seat: OnlineSeat, now: datetime) -> bool:
    is_planned = seat.moves_at is not None and seat.moves_at <= now
    is_acting = seat.acts_since is not None and not seat.is_played_by_bot
    return table.phase == Phase.PLAYING and is_planned and is_acting


def _plan(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    """Plan anew what the site does for a seat whose turn it is."""
    table = locked.table
    if table.phase != Phase.PLAYING or place.acts_since is None or place.is_played_by_bot:
        return
    plan_move(table, place, locked.position(locked.hand()).state, now)
    table.due_at = next_due(table, locked.seats, now)


def _save_in_secret(locked: LockedOnlineTable, place: OnlineSeat) -> None:
    """Write a seat without a new version of the table, which would tell others of it."""
    place.save(update_fields=["auto_pass", "premove", "moves_at"])
    locked.table.save(update_fields=["due_at"])


def _is_like_a_move(action: object) -> bool:
    """Say whether something is small enough, and of the shape that moves have."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        return False
    cards = action.get("cards", [])
    is_plain = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    texts = [action["type"], *cards] if is_plain else []
    is_short = len(texts) <= LONGEST_PREMOVE and all(len(text) <= LONGEST_PREMOVE for text in texts)
    return is_plain and is_short and set(action) <= {"type", "cards"}
