"""Whose turn it is is told at tables where a move may take a day, and nowhere else."""

import random
from datetime import timedelta

import pytest

from league.online import turns
from league.online.models import OnlineSeat, OnlineTable
from league.online.queries import tables_due
from league.online.services.bots import do_what_is_due
from league.online.services.play import play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import leave, sit_down
from tests.league.online.tables import NOW, legal_move, make_table, sent

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
RESERVE = timedelta(seconds=180)
BEN = Person("Ben", guest="b" * 32)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[turns.Turns]:
    """Return what is to be told to people, as it comes."""
    heard: list[turns.Turns] = []
    monkeypatch.setattr(turns, "notify_turns", heard.append)
    return heard


def two_people(move: timedelta = DAY) -> tuple[OnlineTable, int]:
    """Return a table of two people of ZOP ZOO, and the seat that is to act."""
    table = make_table("zop-zoo", 2, bots="", move_seconds=int(move.total_seconds()))
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    return table, OnlineSeat.objects.get(table=table, acts_since__isnull=False).number


def numbers(seats: tuple[OnlineSeat, ...]) -> list[int]:
    return [seat.number for seat in seats]


def play_until_another_acts(table: OnlineTable, seat: int) -> None:
    rng = random.Random(1)
    while table.seats.get(acts_since__isnull=False).number == seat:
        move = sent(table, legal_move(table, seat, rng))
        play_move(table_id=table.pk, seat=seat, sent=move, now=NOW)
        table.refresh_from_db()


def test_who_begins_is_told_as_the_table_begins(told: list[turns.Turns]) -> None:
    table, seat = two_people()
    assert [(each.table.pk, numbers(each.begun), numbers(each.over)) for each in told] == [
        (table.pk, [seat], [])
    ]
    assert told[0].begun[0].deadline(told[0].table) == NOW + DAY + RESERVE


def test_a_turn_that_takes_several_moves_is_told_once_and_its_end_with_the_next(
    told: list[turns.Turns],
) -> None:
    table, seat = two_people()
    told.clear()
    play_until_another_acts(table, seat)
    assert [(numbers(each.begun), numbers(each.over)) for each in told] == [([1 - seat], [seat])]


def test_at_a_table_of_quick_moves_nobody_is_told(told: list[turns.Turns]) -> None:
    table, seat = two_people(timedelta(seconds=30))
    play_until_another_acts(table, seat)
    assert told == []


def test_who_has_little_time_left_is_reminded_once(told: list[turns.Turns]) -> None:
    table, seat = two_people()
    told.clear()
    soon = NOW + DAY + RESERVE - DAY / 4
    assert tables_due(soon - timedelta(seconds=1)) == []
    assert tables_due(soon) == [table.pk]
    for _ in range(2):
        do_what_is_due(table_id=table.pk, now=soon)
    assert [(numbers(each.begun), numbers(each.running_out)) for each in told] == [([], [seat])]
    assert tables_due(soon) == []
    assert tables_due(NOW + DAY + RESERVE) == [table.pk]


def test_who_leaves_is_waited_for_no_longer(told: list[turns.Turns]) -> None:
    table, seat = two_people()
    told.clear()
    leave(table_id=table.pk, seat=seat, now=NOW)
    assert [(numbers(each.begun), numbers(each.over)) for each in told] == [([], [seat])]
    assert told[0].over[0].is_taken_by_person is True
