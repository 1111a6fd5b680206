"""Begin and end the hands of a locked online table, its seats in step with its round's table."""

from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from games.base import HandSetup, HandState
from league.competitions.models import Seat, Table
from league.competitions.queries import seats_in_order
from league.online.deals import (
    deal_of_event,
    deal_series,
    deal_shuffled,
    go_on_shuffling,
    is_shuffling,
    lay_out,
)
from league.online.locked_table import LockedOnlineTable, next_due, pass_time, stop_clocks
from league.online.matches import Position, first_position, match_of
from league.online.models import OnlineHand, OnlineSeat, OnlineTable, Phase, TableEventType
from league.online.models.tables import SECOND_MS
from league.online.own_moves import plan_moves
from league.online.services.duplicate_deals import hand_in_event, look_into_event
from league.online.services.match_results import record_results
from league.online.services.scores import recording_own_hand
from league.online.services.seat_assignment import empty, keep_out_of_hand, seat_replacements
from league.online.table_log import log_event
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.services import record_hand


def is_behind(online: OnlineTable) -> bool:
    """Say whether the table's round has gone on without it."""
    table = online.table
    if table is None or online.phase == Phase.OVER:
        return False
    return table.seating != online.seating or not table.takes_hands


def sync_with_round(locked: LockedOnlineTable, now: datetime) -> None:
    """Take the seats from the round's table as it is now, or end the match with it."""
    table = locked.table.table
    if table is None:
        return
    if not table.takes_hands:
        locked.end(now)
    elif table.seating != locked.table.seating:
        take_seats(locked, table, now)


def seat_substitutes(locked: LockedOnlineTable, now: datetime) -> bool:
    """Seat substitutes for the next hand; False, and nothing done, if others changed too."""
    table = locked.table.table
    if table is None or not table.takes_hands:
        return False
    wanted = list(seats_in_order().filter(table=table))
    had = {seat.player_id for seat in locked.seats}
    if len(wanted) != len(locked.seats):
        return False
    new = [
        (place, seat)
        for place, seat in zip(locked.seats, wanted, strict=True)
        if place.player_id != seat.player_id
    ]
    if any(seat.player_id in had for _, seat in new):
        return False
    for place, seat in new:
        keep_out_of_hand(locked, place)
        _give_to(locked.table, place, seat, now)
        place.waits_for_hand = True
    locked.table.seating = table.seating
    return True


def take_seats(locked: LockedOnlineTable, table: Table, now: datetime) -> None:
    """Give each seat to the player who has it in the round; who keeps a seat stays there."""
    online = locked.table
    wanted = list(seats_in_order().filter(table=table))
    OnlineSeat.objects.filter(table=online, number__gte=len(wanted)).delete()
    kept = {seat.number: seat for seat in locked.seats if seat.number < len(wanted)}
    locked.seats = []
    for seat in wanted:
        place = kept.get(seat.number) or OnlineSeat(
            table=online, number=seat.number, time_bank_ms=online.time_bank_seconds * SECOND_MS
        )
        if place.player_id != seat.player_id:
            _give_to(online, place, seat, now)
        place.save()
        locked.seats.append(place)
    locked.mark_written()
    online.seating = table.seating
    OnlineHand.objects.filter(table=online, started_at=None).delete()
    if online.event is not None:
        deal_series(online.event, len(wanted))
    lay_out(online, match_of(online, len(wanted)), now)


def _give_to(online: OnlineTable, place: OnlineSeat, seat: Seat, now: datetime) -> None:
    """Give a seat to the player who has it in the round; until they come it is as if away."""
    if online.phase != Phase.WAITING and place.player_id is not None:
        log_event(online, TableEventType.SUBSTITUTED, now, place, by=seat.player.name)
    place.player = seat.player
    empty(place)
    place.is_away = online.phase != Phase.WAITING and online.has_bot_substitutes


# Whoever stops the clock of the next hand stops it for no longer than this.
LONGEST_READING = timedelta(minutes=10)


def begin_hand(locked: LockedOnlineTable, now: datetime) -> Position | None:
    """Begin the next hand or end the match; None while browsers still shuffle."""
    table = locked.table
    if is_behind(table):
        sync_with_round(locked, now)
    match = match_of(table, len(locked.seats))
    setup = match.next_hand()
    if setup is None or table.phase == Phase.OVER:
        locked.end(now)
        return None
    hand = _hand_to_begin(locked, setup, now)
    if hand is None:
        return None
    hand.started_at = now
    hand.save()
    table.hand_number, table.moves, table.phase = hand.number, 0, Phase.PLAYING
    position = first_position(table, hand)
    for seat in locked.seats:
        seat.is_ready = seat.is_reading = seat.waits_for_hand = False
    go_on(locked, position.state, (), now)
    return position


def go_on(
    locked: LockedOnlineTable, state: HandState, moved: tuple[int, ...], now: datetime
) -> None:
    """Hand the clocks over after moves, and note when the table is due."""
    pass_time(locked.table, locked.seats, state.acting_seats(), moved, now)
    plan_moves(locked.table, locked.seats, state, moved, now)
    locked.table.due_at = next_due(locked.table, locked.seats, now)


def end_hand(locked: LockedOnlineTable, hand: OnlineHand, state: HandState, now: datetime) -> None:
    """Write the record of a hand that is over; then deal the next one or end the match."""
    table = locked.table
    stop_clocks(locked.seats)
    seat_replacements(locked, now)
    hand.record = state.record().as_json()
    hand.ended_at = now
    is_of_round = table.table is not None and table.event_id is None
    if is_of_round and not _hand_in(locked, hand, now):
        hand.save()
        locked.end(now)
        return
    hand.save()
    if table.event_id is not None:
        look_into_event(event_id=table.event_id, now=now)
    match = match_of(table, len(locked.seats))
    if match.is_over:
        locked.end(now)
        record_results(locked, match, now)
        hand_in_event(table, match, now)
        return
    lay_out(table, match, now)
    rest(locked, now)


def rest(locked: LockedOnlineTable, now: datetime) -> None:
    """Wait for the people to read what was, before the next hand; bots alone play on."""
    locked.table.phase = Phase.BETWEEN
    run_reading_clock(locked, now)


def run_reading_clock(locked: LockedOnlineTable, now: datetime) -> None:
    """Set when the next hand begins by itself; None where it waits until all are ready."""
    seconds = locked.table.seconds_to_read
    if is_shuffling(locked.table) or locked.is_everybody_ready:
        locked.table.due_at = now
    elif seconds is None:
        locked.table.due_at = None
    elif any(seat.is_reading for seat in locked.people):
        locked.table.due_at = now + LONGEST_READING
    else:
        locked.table.due_at = now + timedelta(seconds=seconds)


def stop_reading(locked: LockedOnlineTable, place: OnlineSeat, now: datetime) -> None:
    """Note that a seat reads no more: nobody waits for it before the next hand."""
    was_reading, place.is_reading = place.is_reading, False
    if locked.table.phase == Phase.BETWEEN and (was_reading or locked.is_everybody_ready):
        run_reading_clock(locked, now)


def _hand_to_begin(locked: LockedOnlineTable, setup: HandSetup, now: datetime) -> OnlineHand | None:
    """Return the next hand, dealt; None while browsers still add to its shuffle."""
    table = locked.table
    hand = OnlineHand.objects.filter(table=table, number=table.hand_number + 1).first()
    if hand is not None and hand.setup == setup.as_log():
        return hand
    if hand is not None:
        # A correction of an earlier hand has changed who plays with whom.
        hand.delete()
    if table.event_id is not None:
        return deal_of_event(table, setup, now)
    shuffle = go_on_shuffling(locked, now)
    return None if shuffle is None else deal_shuffled(table, setup, shuffle, now)


def _hand_in(locked: LockedOnlineTable, hand: OnlineHand, now: datetime) -> bool:
    """Record a hand at the round's table, or in place of a void one; False if it takes none."""
    if locked.table.table is None:
        return True
    try:
        _record(locked.table.table, hand, hand.setup["number"], now)
    except ResultError as error:
        if error.code != "skips_ahead":
            return False
        try:
            _record(locked.table.table, hand, error.params["next"], now)
        except ResultError:
            log_event(locked.table, TableEventType.NOT_COUNTED, now)
    return True


def _record(table: Table, hand: OnlineHand, number: int, now: datetime) -> None:
    with recording_own_hand():
        submission = record_hand(
            table_id=table.pk,
            number=number,
            key=uuid5(NAMESPACE_URL, f"{hand.commitment}:{number}"),
            seating=table.seating,
            record=hand.record,
            author=Author(None, Via.ONLINE, now),
        )
    hand.hand = submission.hand
