"""Playing the same again: one table for all who ask, on the same settings."""

import random
from datetime import timedelta

import pytest

from league.online.models import OnlineTable, Phase
from league.online.queries import seats_of
from league.online.services.seat_assignment import Person
from league.online.services.seats import let_bot_sit, open_rematch, sit_down
from tests.league.online.tables import HOST, NOW, make_table, play_to_the_end

pytestmark = pytest.mark.django_db

BEN = Person("Ben", guest="b" * 32)
CLEO = Person("Cleo", guest="c" * 32)
LATER = NOW + timedelta(minutes=5)


def over_table_of_two() -> OnlineTable:
    """Return a table that is over, where Ada and Ben sat with a bot between them."""
    table = make_table("franks-zoo", 3, bots="", hands=3, move_seconds=45)
    let_bot_sit(table_id=table.pk, seat=1, bot="greedy", now=NOW)
    sit_down(table_id=table.pk, seat=2, person=BEN, now=NOW)
    OnlineTable.objects.filter(pk=table.pk).update(phase=Phase.OVER, ended_at=NOW, due_at=None)
    table.refresh_from_db()
    return table


def test_who_ask_for_it_at_one_table_meet_at_the_next() -> None:
    over = over_table_of_two()
    opened = open_rematch(table_id=over.pk, person=BEN, now=LATER)
    assert [(seat.name, seat.bot) for seat in seats_of(opened)] == [
        ("Ben", ""),
        ("", ""),
        (opened.seats.get(number=2).name, "greedy"),
    ]
    assert opened.phase == Phase.WAITING
    joined = open_rematch(table_id=over.pk, person=HOST, now=LATER)
    assert joined.pk == opened.pk
    joined.refresh_from_db()
    assert joined.phase == Phase.PLAYING
    assert [seat.name for seat in seats_of(joined)][:2] == ["Ben", "Ada"]


def test_the_terms_are_those_of_the_table_before() -> None:
    over = over_table_of_two()
    opened = open_rematch(table_id=over.pk, person=HOST, now=LATER)
    fields = ("game", "options", "hands_limit", "move_seconds", "time_bank_seconds", "chat_mode")
    assert [getattr(opened, name) for name in fields] == [getattr(over, name) for name in fields]


def test_asking_twice_gives_one_seat_at_one_table() -> None:
    over = over_table_of_two()
    once = open_rematch(table_id=over.pk, person=BEN, now=LATER)
    twice = open_rematch(table_id=over.pk, person=BEN, now=LATER)
    assert twice.pk == once.pk
    assert [seat.name for seat in seats_of(twice)].count("Ben") == 1


def test_whoever_comes_when_all_seats_are_taken_finds_the_table_and_no_seat() -> None:
    over = over_table_of_two()
    for person in (BEN, HOST):
        open_rematch(table_id=over.pk, person=person, now=LATER)
    late = open_rematch(table_id=over.pk, person=CLEO, now=LATER)
    assert [seat.name for seat in seats_of(late)][:2] == ["Ben", "Ada"]


def test_against_bots_alone_it_begins_at_once() -> None:
    over = play_to_the_end(make_table("zop-zoo", 2), random.Random(3))
    assert open_rematch(table_id=over.pk, person=HOST, now=LATER).phase == Phase.PLAYING


def test_a_table_that_goes_on_is_not_played_again() -> None:
    table = make_table()
    assert open_rematch(table_id=table.pk, person=HOST, now=LATER).pk == table.pk
    assert OnlineTable.objects.count() == 1
