"""Adjourn a table and go on with it: by agreement, or as whoever looks after it says."""

from datetime import datetime

from django.db import transaction

from games.base import Seat
from league.online.clocks import charge
from league.online.errors import OnlineError
from league.online.models import Doing, OnlineTable, Phase
from league.online.noting import note_run
from league.online.opened import OpenTable, close_table, open_table
from league.online.services.absence import wake_up
from league.online.story import write_down

RUNNING = frozenset({Phase.PLAYING, Phase.BETWEEN, Phase.PAUSED})


@transaction.atomic
def wish_for_break(*, table_id: int, seat: Seat, wants: bool, now: datetime) -> OnlineTable:
    """Say whether somebody would rather adjourn; it happens once all people who are there would.

    At an adjourned table nothing changes. Raises not_playing where there is nothing to adjourn.
    """
    opened = open_table(table_id=table_id)
    table, place = opened.table, opened.seats[seat]
    if table.phase == Phase.ADJOURNED or place.wants_break == wants:
        return table
    if table.phase not in RUNNING:
        raise OnlineError("not_playing")
    place.wants_break = wants
    if wants and all(each.wants_break for each in opened.people):
        _adjourn(opened, now)
        write_down(table, Doing.ADJOURNED, now)
    close_table(opened, now=now)
    return table


@transaction.atomic
def adjourn(*, table_id: int, by: str, now: datetime) -> OnlineTable:
    """Adjourn a table of a round, as its organiser says; twice is once. Raises not_playing."""
    opened = open_table(table_id=table_id)
    table = opened.table
    if table.phase == Phase.ADJOURNED:
        return table
    if table.phase not in RUNNING:
        raise OnlineError("not_playing")
    _adjourn(opened, now)
    note_run(table)
    write_down(table, Doing.ADJOURNED_BY, now, by=by)
    close_table(opened, now=now)
    return table


@transaction.atomic
def resume(*, table_id: int, by: str, now: datetime) -> OnlineTable:
    """Go on with an adjourned table, as its organiser says; whose time ran has a whole move's."""
    opened = open_table(table_id=table_id)
    if opened.table.phase == Phase.ADJOURNED:
        wake_up(opened, now)
        note_run(opened.table)
        write_down(opened.table, Doing.RESUMED_BY, now, by=by)
        close_table(opened, now=now)
    return opened.table


@transaction.atomic
def wish_to_go_on(*, table_id: int, seat: Seat, now: datetime) -> OnlineTable:
    """Say that somebody is back from a break; the table goes on once all its people are."""
    opened = open_table(table_id=table_id)
    table, place = opened.table, opened.seats[seat]
    if table.phase != Phase.ADJOURNED or place.is_ready:
        return table
    place.is_ready = True
    if all(each.is_ready for each in opened.seats if each.is_taken_by_person):
        wake_up(opened, now)
        write_down(table, Doing.RESUMED, now)
    close_table(opened, now=now)
    return table


def _adjourn(opened: OpenTable, now: datetime) -> None:
    """Stop all clocks as they are; who was to act is remembered by `acts_since`."""
    table = opened.table
    for seat in opened.seats:
        charge(table, seat, now)
        seat.is_ready = seat.wants_break = False
    table.phase = Phase.ADJOURNED
    table.due_at = None
