"""Keep the seats of an online table in step with those of its round's table."""

from datetime import datetime

from league.competitions.models import Seat, Table
from league.competitions.queries import seats_in_order
from league.online.deals import deal_series, lay_out
from league.online.matches import match_of
from league.online.models import Doing, OnlineHand, OnlineSeat, OnlineTable, Phase
from league.online.models.tables import SECOND_MS
from league.online.opened import OpenTable
from league.online.services.places import empty, keep_out_of_hand
from league.online.story import write_down


def is_behind(online: OnlineTable) -> bool:
    """Say whether the table's round has gone on without it."""
    table = online.table
    if table is None or online.phase == Phase.OVER:
        return False
    return table.seating != online.seating or not table.takes_hands


def align(opened: OpenTable, now: datetime) -> None:
    """Take the seats from the round's table as it is now, or end the match with it."""
    table = opened.table.table
    if table is None:
        return
    if not table.takes_hands:
        opened.end(now)
    elif table.seating != opened.table.seating:
        take_seats(opened, table, now)


def put_in_substitutes(opened: OpenTable, now: datetime) -> bool:
    """Give seats to those who stand in for others by now, in the middle of a hand.

    They begin with the next one, and bots play this one to its end for them.

    Say whether that is all that the round has changed; else nothing is.
    """
    table = opened.table.table
    if table is None or not table.takes_hands:
        return False
    wanted = list(seats_in_order().filter(table=table))
    had = {seat.player_id for seat in opened.seats}
    if len(wanted) != len(opened.seats):
        return False
    new = [
        (place, seat)
        for place, seat in zip(opened.seats, wanted, strict=True)
        if place.player_id != seat.player_id
    ]
    if any(seat.player_id in had for _, seat in new):
        return False
    for place, seat in new:
        keep_out_of_hand(opened, place)
        _give_to(opened.table, place, seat, now)
        place.waits_for_hand = True
    opened.table.seating = table.seating
    return True


def take_seats(opened: OpenTable, table: Table, now: datetime) -> None:
    """Give each seat to the player who has it in the round; who keeps a seat stays there."""
    online = opened.table
    wanted = list(seats_in_order().filter(table=table))
    OnlineSeat.objects.filter(table=online, number__gte=len(wanted)).delete()
    kept = {seat.number: seat for seat in opened.seats if seat.number < len(wanted)}
    opened.seats = []
    for seat in wanted:
        place = kept.get(seat.number) or OnlineSeat(
            table=online, number=seat.number, reserve_ms=online.reserve_seconds * SECOND_MS
        )
        if place.player_id != seat.player_id:
            _give_to(online, place, seat, now)
        place.save()
        opened.seats.append(place)
    opened.mark_written()
    online.seating = table.seating
    OnlineHand.objects.filter(table=online, started_at=None).delete()
    if online.event is not None:
        deal_series(online.event, len(wanted))
    lay_out(online, match_of(online, len(wanted)), now)


def _give_to(online: OnlineTable, place: OnlineSeat, seat: Seat, now: datetime) -> None:
    """Give a seat to the player who has it in the round; until they come it is as if away."""
    if online.phase != Phase.WAITING and place.player_id is not None:
        write_down(online, Doing.SUBSTITUTED, now, place, by=seat.player.name)
    place.player = seat.player
    empty(place)
    place.is_away = online.phase != Phase.WAITING and online.lets_bots_stand_in
