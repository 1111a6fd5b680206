"""Begin and end the hands of an online table, which is locked."""

from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from games.base import HandSetup, HandState
from league.competitions.models import Table
from league.online.clocks import next_due, pass_time, stop_clocks
from league.online.deals import deal_of_event, deal_shuffled, lay_out
from league.online.matches import match_of
from league.online.models import Doing, OnlineHand, Phase
from league.online.opened import OpenTable
from league.online.positions import Position, first_position
from league.online.services.alignment import align, is_behind
from league.online.services.boards import hand_in_event, look_into_event
from league.online.services.places import seat_successors
from league.online.services.scores import recording_own_hand
from league.online.shuffling import go_on_shuffling
from league.online.story import write_down
from league.results.errors import ResultError
from league.results.models import Via
from league.results.services import record_hand

# Who reads the score of a hand gets this long, unless all say that they are ready.
BETWEEN = timedelta(seconds=25)


def begin_hand(opened: OpenTable, now: datetime) -> Position | None:
    """Begin the next hand; end the match if there is none to come.

    While browsers still add to its shuffle the table rests, and who comes next calls this again.
    """
    table = opened.table
    if is_behind(table):
        align(opened, now)
    match = match_of(table, len(opened.seats))
    setup = match.next_hand()
    if setup is None or table.phase == Phase.OVER:
        opened.end(now)
        return None
    hand = _hand_to_begin(opened, setup, now)
    if hand is None:
        return None
    hand.started_at = now
    hand.save()
    table.hand_number, table.moves, table.phase = hand.number, 0, Phase.PLAYING
    position = first_position(table, hand)
    for seat in opened.seats:
        seat.is_ready = seat.waits_for_hand = False
    go_on(opened, position.state, (), now)
    return position


def go_on(opened: OpenTable, state: HandState, moved: tuple[int, ...], now: datetime) -> None:
    """Hand the clocks over after moves, and note when the table is due."""
    pass_time(opened.table, opened.seats, state.acting_seats(), moved, now)
    opened.table.due_at = next_due(opened.table, opened.seats, now)


def end_hand(opened: OpenTable, hand: OnlineHand, state: HandState, now: datetime) -> None:
    """Write the record of a hand that is over; then deal the next one or end the match."""
    table = opened.table
    stop_clocks(opened.seats)
    seat_successors(opened, now)
    hand.record = state.record().as_json()
    hand.ended_at = now
    is_of_round = table.table is not None and table.event_id is None
    if is_of_round and not _hand_in(opened, hand, now):
        hand.save()
        opened.end(now)
        return
    hand.save()
    if table.event_id is not None:
        look_into_event(event_id=table.event_id, now=now)
    match = match_of(table, len(opened.seats))
    if match.is_over:
        opened.end(now)
        hand_in_event(table, match, now)
        return
    lay_out(table, match, now)
    rest(opened, now)


def rest(opened: OpenTable, now: datetime) -> None:
    """Wait for the people to read what was, before the next hand; bots alone play on."""
    opened.table.phase = Phase.BETWEEN
    has_people = any(not seat.bot for seat in opened.seats)
    opened.table.due_at = now + BETWEEN if has_people else now


def _hand_to_begin(opened: OpenTable, setup: HandSetup, now: datetime) -> OnlineHand | None:
    """Return the next hand, dealt; None while browsers still add to its shuffle."""
    table = opened.table
    hand = OnlineHand.objects.filter(table=table, number=table.hand_number + 1).first()
    if hand is not None and hand.setup == setup.as_log():
        return hand
    if hand is not None:
        # A correction of an earlier hand has changed who plays with whom.
        hand.delete()
    if table.event_id is not None:
        return deal_of_event(table, setup, now)
    shuffle = go_on_shuffling(opened, now)
    return None if shuffle is None else deal_shuffled(table, setup, shuffle, now)


def _hand_in(opened: OpenTable, hand: OnlineHand, now: datetime) -> bool:
    """Record a hand at the table of its round; say whether the round still takes hands.

    Where the hand before it was made void meanwhile, it is recorded in that one's place. If the
    rules do not let it stand there, as other partners were to play, it counts for nothing.
    """
    if opened.table.table is None:
        return True
    try:
        _record(opened.table.table, hand, hand.setup["number"], now)
    except ResultError as error:
        if error.code != "skips_ahead":
            return False
        try:
            _record(opened.table.table, hand, error.params["next"], now)
        except ResultError:
            write_down(opened.table, Doing.NOT_COUNTED, now)
    return True


def _record(table: Table, hand: OnlineHand, number: int, now: datetime) -> None:
    """Record a hand by the service that all hands go through; raises its ResultError."""
    with recording_own_hand():
        submission = record_hand(
            table_id=table.pk,
            number=number,
            key=uuid5(NAMESPACE_URL, f"{hand.commitment}:{number}"),
            seating=table.seating,
            record=hand.record,
            by=None,
            via=Via.ONLINE,
            now=now,
        )
    hand.hand = submission.hand
