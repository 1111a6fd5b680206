"""Clocks that run out, people who go and come back, seats that change hands."""

import random
from datetime import timedelta

import pytest

from league.online.models import OnlineSeat, OnlineTable, Phase
from league.online.queries import tables_due
from league.online.services.absence import come_back, go_away
from league.online.services.bots import do_what_is_due
from league.online.services.play import get_ready, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import leave, let_bot_sit, send_bot_away, sit_down
from tests.league.online.tables import HOST, NOW, legal_move, make_table, sent

pytestmark = pytest.mark.django_db

BEN = Person("Ben", guest="b" * 32)
MOVE, RESERVE = timedelta(seconds=30), timedelta(seconds=180)


def two_people() -> OnlineTable:
    """Return a table of two people of ZOP ZOO, 30 seconds a move; one of them is to act."""
    table = make_table("zop-zoo", 2, bots="", move_seconds=30)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    return table


def acting(table: OnlineTable) -> OnlineSeat:
    return OnlineSeat.objects.get(table=table, acts_since__isnull=False)


def test_the_match_begins_once_the_last_seat_is_taken() -> None:
    table = make_table("zop-zoo", 2, bots="")
    assert (table.phase, table.hand_number) == (Phase.WAITING, 0)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    assert (table.phase, table.hand_number, table.moves) == (Phase.PLAYING, 1, 0)


def test_who_sits_down_twice_keeps_the_first_seat() -> None:
    table = make_table("franks-zoo", 4, bots="")
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    assert sit_down(table_id=table.pk, seat=2, person=BEN, now=NOW).number == 1


def test_a_table_is_due_when_the_time_of_who_acts_runs_out() -> None:
    table = two_people()
    assert table.due_at == NOW + MOVE + RESERVE
    assert tables_due(NOW + MOVE + RESERVE - timedelta(seconds=1)) == []
    assert tables_due(NOW + MOVE + RESERVE) == [table.pk]


def test_a_bot_plays_for_who_let_the_time_run_out_until_they_are_back() -> None:
    table = two_people()
    late = acting(table)
    later = NOW + MOVE + RESERVE
    do_what_is_due(table_id=table.pk, now=later)
    table.refresh_from_db()
    late.refresh_from_db()
    assert (late.is_away, late.time_bank_ms) == (True, 0)
    assert table.moves > 0
    come_back(table_id=table.pk, seat=late.number, now=later)
    late.refresh_from_db()
    assert late.is_away is False


def test_time_beyond_a_move_comes_from_the_reserve() -> None:
    table = two_people()
    seat = acting(table)
    move = sent(table, legal_move(table, seat.number, random.Random(1)))
    later = NOW + MOVE + timedelta(seconds=7)
    play_move(table_id=table.pk, seat=seat.number, sent=move, now=later)
    seat.refresh_from_db()
    assert seat.time_bank_ms == (180 - 7) * 1000


def test_without_anybody_the_table_rests_and_goes_on_with_the_first_who_is_back() -> None:
    table = two_people()
    for seat in (0, 1):
        go_away(table_id=table.pk, seat=seat, now=NOW)
    table.refresh_from_db()
    assert (table.phase, table.due_at) == (Phase.PAUSED, None)
    was = acting(table).number
    later = NOW + timedelta(days=1)
    come_back(table_id=table.pk, seat=was, now=later)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    assert table.due_at == later + MOVE + RESERVE


def test_who_leaves_a_match_leaves_the_seat_to_a_bot_and_cannot_act_there_again() -> None:
    table = two_people()
    before = OnlineSeat.objects.get(table=table, number=1).occupant
    leave(table_id=table.pk, seat=1, now=NOW)
    seat = OnlineSeat.objects.get(table=table, number=1)
    assert (seat.bot, seat.guest, seat.occupant > before) == ("heuristic", "", True)


def test_the_last_person_to_leave_ends_the_match() -> None:
    table = make_table()
    leave(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert (table.phase, table.ended_at, table.due_at) == (Phase.OVER, NOW, None)


def test_the_next_hand_begins_when_all_who_are_there_are_ready() -> None:
    table = two_people()
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.BETWEEN)
    get_ready(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.BETWEEN
    get_ready(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.BETWEEN


def test_a_bot_takes_an_open_seat_and_gives_it_back_before_the_match() -> None:
    table = make_table("franks-zoo", 4, bots="")
    let_bot_sit(table_id=table.pk, seat=2, bot="greedy", now=NOW)
    assert OnlineSeat.objects.get(table=table, number=2).bot == "greedy"
    seat = send_bot_away(table_id=table.pk, seat=2, now=NOW)
    assert (seat.bot, seat.name, seat.is_open) == ("", "", True)


def test_a_table_of_bots_and_its_host_begins_at_once() -> None:
    table = make_table("animal-poker", 5)
    assert (table.phase, table.hand_number) == (Phase.PLAYING, 1)
    host = OnlineSeat.objects.get(table=table, number=0)
    assert (host.name, host.guest) == (HOST.name, HOST.guest)
