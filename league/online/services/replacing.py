"""Give a seat to somebody else: a bot, whoever has the link, or the substitute of the round.

The caller has made sure that `by` may do so: the host of a pick-up table, or an organiser.
"""

from datetime import datetime

from django.db import transaction

from games.base import Seat
from games.bots.catalogue import bot as find_bot
from league.online.clocks import next_due
from league.online.errors import OnlineError
from league.online.models import Doing, OnlineSeat, OnlineTable, Phase
from league.online.noting import note_run
from league.online.opened import OpenTable, close_table, open_table
from league.online.services.absence import settle, take_over
from league.online.services.alignment import align, is_behind, put_in_substitutes
from league.online.services.limits import check_strong_bot
from league.online.services.places import keep_host, seat_successor
from league.online.services.scores import settle_forfeits
from league.online.story import write_down


@transaction.atomic
def replace(
    *, table_id: int, seat: Seat, successor: str, is_now: bool, by: str, now: datetime
) -> OnlineSeat:
    """Give a seat to a bot (by its strength), or open it (OnlineSeat.OPEN) for who has the link.

    In a hand that happens now or, unless `is_now`, after it. Whoever had the seat cannot act there
    any more. Asking twice is once. Raises not_playing at a table that is over, UnknownBotError
    and too_many_strong_bots.
    """
    opened = open_table(table_id=table_id)
    table, place = opened.table, opened.seats[seat]
    if table.phase == Phase.OVER:
        raise OnlineError("not_playing")
    if successor != OnlineSeat.OPEN:
        find_bot(table.game, successor)
    if _is_so(place, successor) and not place.successor:
        return place
    check_strong_bot(table, successor)
    if is_now or table.phase not in {Phase.PLAYING, Phase.PAUSED, Phase.ADJOURNED}:
        _give(opened, place, successor, now)
    elif place.successor != successor:
        place.successor = successor
        write_down(table, Doing.PLANNED, now, place, by=by)
    else:
        return place
    note_run(table)
    close_table(opened, now=now)
    return place


@transaction.atomic
def keep_seat(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Let somebody keep the seat that was to be given away after this hand."""
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if place.successor:
        place.successor = ""
        write_down(opened.table, Doing.KEPT, now, place)
        note_run(opened.table)
        close_table(opened, now=now)
    return place


@transaction.atomic
def give_back(*, table_id: int, seat: Seat, now: datetime) -> OnlineSeat:
    """Let the player whose seat it is in the round play there again, whatever was before."""
    opened = open_table(table_id=table_id)
    place = opened.seats[seat]
    if place.player_id is None or not (place.bot or place.forfeited_at):
        return place
    place.bot, place.forfeited_at = "", None
    if place.is_taken_by_person:
        take_over(opened, place, now)
    else:
        place.is_away = opened.table.lets_bots_stand_in and opened.table.phase != Phase.WAITING
        settle(opened, now)
    write_down(opened.table, Doing.GIVEN_BACK, now, place)
    note_run(opened.table)
    close_table(opened, now=now)
    settle_forfeits(table_id=table_id, now=now)
    return place


@transaction.atomic
def take_substitutes(*, table_id: int, now: datetime) -> OnlineTable:
    """Give the round's substitutes their seats at once, in the middle of a hand if need be.

    A bot plays that hand to its end; they begin with the next one.

    Raises seats_moved where the round has moved others, too: that waits for the next hand.
    """
    opened = open_table(table_id=table_id)
    if not is_behind(opened.table):
        return opened.table
    if opened.table.phase in {Phase.WAITING, Phase.BETWEEN}:
        align(opened, now)
    elif not put_in_substitutes(opened, now):
        raise OnlineError("seats_moved")
    else:
        settle(opened, now)
    note_run(opened.table)
    close_table(opened, now=now)
    return opened.table


def _is_so(place: OnlineSeat, successor: str) -> bool:
    """Say whether a seat is already as it is to be."""
    if successor == OnlineSeat.OPEN:
        return not place.bot and not place.is_taken_by_person
    return place.bot == successor


def _give(opened: OpenTable, place: OnlineSeat, successor: str, now: datetime) -> None:
    table, name = opened.table, place.name
    seat_successor(opened, place, successor)
    if table.phase == Phase.WAITING:
        return
    doing = Doing.OPENED if successor == OnlineSeat.OPEN else Doing.REPLACED_BY_BOT
    write_down(table, doing, now, place, name=name)
    keep_host(opened, now)
    if table.is_pick_up and not any(seat.is_taken_by_person for seat in opened.seats):
        opened.end(now)
    elif table.phase == Phase.PLAYING:
        table.due_at = next_due(table, opened.seats, now)
        settle(opened, now)
