"""Absence by choice or timeout, breaks, and replacements of players."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.base import Seat
from games.bots.catalogue import bot as find_bot
from games.bots.strength import level_at
from league.clubs.models import Player
from league.online.errors import OnlineError
from league.online.locked_table import LockedOnlineTable, charge, load_locked, next_due, save_locked
from league.online.models import OnlineSeat, OnlineTable, Phase, TableEventType, TimeoutPolicy
from league.online.presence import is_missed
from league.online.services.hands import (
    is_behind,
    run_reading_clock,
    seat_substitutes,
    stop_reading,
    sync_with_round,
)
from league.online.services.scores import settle_forfeits
from league.online.services.seat_assignment import check_strong_bot, keep_host, seat_replacement
from league.online.table_log import log_event, log_table_run

_LATE = {
    TimeoutPolicy.BOT: TableEventType.LATE,
    TimeoutPolicy.ONCE: TableEventType.LATE_ONCE,
    TimeoutPolicy.ZERO: TableEventType.FORFEITED,
}


def is_time_up(table: OnlineTable, seats: Iterable[OnlineSeat], now: datetime) -> bool:
    """Return whether somebody's time has run out or a reminder is due."""
    return any(_is_late(table, seat, now) or _is_soon(table, seat, now) for seat in seats)


@transaction.atomic
def handle_timeout(*, table_id: int, now: datetime) -> OnlineTable:
    """Apply the timeout policy to late seats, and remind those whose time runs out soon."""
    locked = load_locked(table_id=table_id)
    if locked.table.phase != Phase.PLAYING:
        return locked.table
    late = [seat for seat in locked.seats if _is_late(locked.table, seat, now)]
    soon = [seat for seat in locked.seats if seat not in late and _is_soon(locked.table, seat, now)]
    for seat in late:
        _give_up_time(locked, seat, now)
    for seat in soon:
        seat.reminded_at = now
    if late or soon:
        locked.running_out += soon
        settle(locked, now)
        save_locked(locked, now=now)
    if locked.table.timeout_policy == TimeoutPolicy.ZERO and late:
        settle_forfeits(table_id=table_id, now=now)
    return locked.table


@transaction.atomic
def go_away(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Let a bot play for somebody who is away for a while; raises no_bot_substitute."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if not locked.table.has_bot_substitutes:
        raise OnlineError("no_bot_substitute")
    if place.is_taken_by_person and not place.is_away:
        hand_over(locked, place, now)
        save_locked(locked, now=now)
    return locked.table


@transaction.atomic
def let_bot_play(*, table_id: int, seat: Seat, other: Seat, now: datetime) -> OnlineTable:
    """Let a bot play for somebody who is not there until they return, as another seat asks.

    Raises no_bot_substitute and still_here.
    """
    locked = load_locked(table_id=table_id)
    table = locked.table
    if not table.has_bot_substitutes or table.phase not in RUNNING or other >= len(locked.seats):
        raise OnlineError("no_bot_substitute")
    place, asker = locked.seats[other], locked.seats[seat]
    if place.is_away or not place.is_taken_by_person:
        return table
    if other == seat or asker.is_away or not is_missed(place, now):
        raise OnlineError("still_here")
    log_event(table, TableEventType.BOT_FOR, now, place, by=asker.name)
    hand_over(locked, place, now)
    save_locked(locked, now=now)
    return table


@transaction.atomic
def come_back(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Give somebody the seat back that a bot has played; raises forfeited."""
    locked = load_locked(table_id=table_id)
    if locked.seats[seat].is_away:
        take_over(locked, locked.seats[seat], now)
        save_locked(locked, now=now)
    return locked.table


def take_over(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    """Let the person at a seat play from now on, with a full move's time; raises forfeited."""
    if place.forfeited_at is not None:
        raise OnlineError("forfeited")
    place.is_away = False
    if place.acts_since is not None:
        place.acts_since = now
    if locked.table.phase == Phase.PAUSED:
        wake_up(locked, now)
    elif locked.table.phase == Phase.PLAYING:
        locked.table.due_at = next_due(locked.table, locked.seats, now)


def hand_over(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    """Let a bot play at a seat from now on; without any people the table rests."""
    charge(locked.table, place, now)
    place.is_away = True
    stop_reading(locked, place, now)
    settle(locked, now)


def _is_late(table: OnlineTable, seat: OnlineSeat, now: datetime) -> bool:
    deadline = seat.deadline(table)
    is_up = deadline is not None and deadline <= now and not seat.is_played_by_bot
    return is_up and table.timeout_policy != TimeoutPolicy.WAIT


def _is_soon(table: OnlineTable, seat: OnlineSeat, now: datetime) -> bool:
    reminder = seat.reminder(table)
    return reminder is not None and reminder <= now


def _give_up_time(locked: LockedOnlineTable, seat: OnlineSeat, now: datetime) -> None:
    """Let a bot act at a seat: for one move, until its player is back, or to the end."""
    table = locked.table
    charge(table, seat, now)
    seat.is_away = True
    if table.timeout_policy == TimeoutPolicy.ZERO:
        seat.forfeited_at = now
    log_event(table, _LATE[TimeoutPolicy(table.timeout_policy)], now, seat)


def settle(locked: LockedOnlineTable, now: datetime) -> None:
    """Set when a table is due after somebody came or went; pause it without any people."""
    table = locked.table
    may_rest = table.timeout_policy != TimeoutPolicy.ONCE or table.phase == Phase.BETWEEN
    if table.phase in {Phase.PLAYING, Phase.BETWEEN} and may_rest and not locked.people:
        table.phase = Phase.PAUSED
        table.due_at = None
    elif table.phase == Phase.PLAYING:
        table.due_at = next_due(table, locked.seats, now)


def wake_up(locked: LockedOnlineTable, now: datetime) -> None:
    """Go on where the table was left: in a hand, or between two."""
    table = locked.table
    for seat in locked.seats:
        seat.is_ready = seat.is_reading = False
    if any(seat.acts_since is not None for seat in locked.seats):
        table.phase = Phase.PLAYING
        for seat in locked.seats:
            if seat.acts_since is not None:
                seat.acts_since = now
        table.due_at = next_due(table, locked.seats, now)
    else:
        table.phase = Phase.BETWEEN
        run_reading_clock(locked, now)


RUNNING = frozenset({Phase.PLAYING, Phase.BETWEEN, Phase.PAUSED})


@transaction.atomic
def vote_for_break(*, table_id: int, seat: Seat, wants: bool, now: datetime) -> OnlineTable:
    """Set a seat's vote to adjourn; the table adjourns once all who are there agree.

    Raises not_playing.
    """
    locked = load_locked(table_id=table_id)
    table, place = locked.table, locked.seats[seat]
    if table.phase == Phase.ADJOURNED or place.wants_break == wants:
        return table
    if table.phase not in RUNNING:
        raise OnlineError("not_playing")
    place.wants_break = wants
    if wants and all(each.wants_break or is_missed(each, now) for each in locked.people):
        _adjourn(locked, now)
        log_event(table, TableEventType.ADJOURNED, now)
    save_locked(locked, now=now)
    return table


@transaction.atomic
def adjourn(*, table_id: int, by: str, now: datetime) -> OnlineTable:
    """Adjourn a table of a round, as its organiser says; twice is once. Raises not_playing."""
    locked = load_locked(table_id=table_id)
    table = locked.table
    if table.phase == Phase.ADJOURNED:
        return table
    if table.phase not in RUNNING:
        raise OnlineError("not_playing")
    _adjourn(locked, now)
    log_table_run(table)
    log_event(table, TableEventType.ADJOURNED_BY, now, by=by)
    save_locked(locked, now=now)
    return table


@transaction.atomic
def resume(*, table_id: int, by: str, now: datetime) -> OnlineTable:
    """Go on with an adjourned table, as its organiser says; whose time ran has a whole move's."""
    locked = load_locked(table_id=table_id)
    if locked.table.phase == Phase.ADJOURNED:
        wake_up(locked, now)
        log_table_run(locked.table)
        log_event(locked.table, TableEventType.RESUMED_BY, now, by=by)
        save_locked(locked, now=now)
    return locked.table


@transaction.atomic
def vote_to_resume(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Set a seat's vote to resume; the table resumes once all its people agree."""
    locked = load_locked(table_id=table_id)
    table, place = locked.table, locked.seats[seat]
    if table.phase != Phase.ADJOURNED or place.is_ready:
        return table
    place.is_ready = True
    if all(each.is_ready for each in locked.seats if each.is_taken_by_person):
        wake_up(locked, now)
        log_event(table, TableEventType.RESUMED, now)
    save_locked(locked, now=now)
    return table


def _adjourn(locked: LockedOnlineTable, now: datetime) -> None:
    """Stop all clocks as they are; `acts_since` records who was to act."""
    table = locked.table
    for seat in locked.seats:
        charge(table, seat, now)
        seat.is_ready = seat.is_reading = seat.wants_break = False
    table.phase = Phase.ADJOURNED
    table.due_at = None


@transaction.atomic
def replace(
    *, table_id: int, seat: Seat, replacement: str, is_now: bool, by: str, now: datetime
) -> OnlineSeat:
    """Give a seat to a bot or OPEN it, now or after the hand. Raises OnlineError."""
    locked = load_locked(table_id=table_id)
    table, place = locked.table, locked.seats[seat]
    if table.phase == Phase.OVER:
        raise OnlineError("not_playing")
    if replacement != OnlineSeat.OPEN:
        replacement = level_at(table.game, len(locked.seats), replacement)
        find_bot(table.game, replacement)
    if _is_so(place, replacement) and not place.replacement:
        return place
    check_strong_bot(table, replacement)
    if is_now or table.phase not in {Phase.PLAYING, Phase.PAUSED, Phase.ADJOURNED}:
        _give(locked, place, replacement, now)
    elif place.replacement != replacement:
        place.replacement = replacement
        log_event(table, TableEventType.PLANNED, now, place, by=by)
    else:
        return place
    log_table_run(table)
    save_locked(locked, now=now)
    return place


@transaction.atomic
def keep_seat(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Cancel the replacement planned for after this hand."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if place.replacement:
        place.replacement = ""
        log_event(locked.table, TableEventType.KEPT, now, place)
        log_table_run(locked.table)
        save_locked(locked, now=now)
    return place


@transaction.atomic
def give_back(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Let the player whose seat it is in the round play there again, whatever was before."""
    locked = load_locked(table_id=table_id)
    place = locked.seats[seat]
    if place.player_id is None or not (place.bot or place.forfeited_at):
        return place
    place.bot, place.forfeited_at = "", None
    if place.is_taken_by_person:
        take_over(locked, place, now)
    else:
        place.is_away = locked.table.has_bot_substitutes and locked.table.phase != Phase.WAITING
        settle(locked, now)
    log_event(locked.table, TableEventType.GIVEN_BACK, now, place)
    log_table_run(locked.table)
    save_locked(locked, now=now)
    settle_forfeits(table_id=table_id, now=now)
    return place


@transaction.atomic
def take_substitutes(*, table_id: int, now: datetime) -> OnlineTable:
    """Seat the round's substitutes from the next hand on; raises seats_moved."""
    locked = load_locked(table_id=table_id)
    if not is_behind(locked.table):
        return locked.table
    if locked.table.phase in {Phase.WAITING, Phase.BETWEEN}:
        sync_with_round(locked, now)
    elif not seat_substitutes(locked, now):
        raise OnlineError("seats_moved")
    else:
        settle(locked, now)
    log_table_run(locked.table)
    save_locked(locked, now=now)
    return locked.table


def _is_so(place: OnlineSeat, replacement: str) -> bool:
    if replacement == OnlineSeat.OPEN:
        return not place.bot and not place.is_taken_by_person
    return place.bot == replacement


def _give(locked: LockedOnlineTable, place: OnlineSeat, replacement: str, now: datetime) -> None:
    table = locked.table
    seat_replacement(locked, place, replacement, now)
    if table.phase == Phase.WAITING:
        return
    keep_host(locked, now)
    if table.is_pick_up and not any(seat.is_taken_by_person for seat in locked.seats):
        locked.end(now)
    elif table.phase == Phase.PLAYING:
        table.due_at = next_due(table, locked.seats, now)
        settle(locked, now)
    else:
        stop_reading(locked, place, now)


def open_seats(player: Player, now: datetime) -> None:
    """Open all seats of a player at tables of rounds at once."""
    seats = OnlineSeat.objects.filter(player=player).exclude(table__phase=Phase.OVER)
    for seat in seats.exclude(table__table=None).order_by("table", "number"):
        where = {"table_id": seat.table_id, "seat": seat.number}
        replace(**where, replacement=OnlineSeat.OPEN, is_now=True, by="", now=now)
