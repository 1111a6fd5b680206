"""Tabs, phones and sweeps act at the same moment: one position, each move once."""

import random
from uuid import uuid4

import pytest

from league.online.matches import forget_all, position_at
from league.online.models import Move, OnlineHand, OnlineSeat, OnlineTable
from league.online.queries import hand_of
from league.online.services.bots import play_bots
from league.online.services.play import Sent, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from tests.league.online.tables import NOW, legal_move, make_table, sent
from tests.league.online.together import AT_ONCE, together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def table_to_act() -> tuple[OnlineTable, int]:
    """Return a table of two people, and the seat that is to act."""
    table = make_table("zop-zoo", 2, bots="")
    sit_down(table_id=table.pk, seat=1, person=Person("Ben", guest="b" * 32), now=NOW)
    table.refresh_from_db()
    return table, OnlineSeat.objects.get(table=table, acts_since__isnull=False).number


def numbers_of_moves(table: OnlineTable) -> list[int]:
    return list(Move.objects.filter(hand__table=table).values_list("number", flat=True))


def test_one_move_that_comes_eight_times_at_once_counts_once() -> None:
    table, seat = table_to_act()
    move = sent(table, legal_move(table, seat, random.Random(1)))
    told = together(lambda _: play_move(table_id=table.pk, seat=seat, sent=move, now=NOW))
    assert told == ["done"] * AT_ONCE
    assert numbers_of_moves(table) == [1]


def test_of_eight_tabs_that_move_at_once_one_moves() -> None:
    table, seat = table_to_act()
    action = legal_move(table, seat, random.Random(1))
    page = (table.hand_number, table.moves)

    def move(_number: int) -> object:
        own = Sent(*page, uuid4(), action)
        return play_move(table_id=table.pk, seat=seat, sent=own, now=NOW)

    assert together(move) == ["done", *["stale"] * (AT_ONCE - 1)]
    assert numbers_of_moves(table) == [1]


def test_sweeps_that_play_for_the_same_bots_at_once_play_each_move_once() -> None:
    table = make_table("animal-poker", 4)
    together(lambda _: play_bots(table_id=table.pk, now=NOW))
    # On a busy machine a sweep may have run out of time; the next one does what is left.
    play_bots(table_id=table.pk, now=NOW)
    table.refresh_from_db()
    assert sorted(numbers_of_moves(table)) == [1, 2, 3]
    assert table.moves == 3


def test_eight_people_who_take_one_seat_at_once_get_one_between_them() -> None:
    table = make_table("franks-zoo", 4, bots="")

    def sit(number: int) -> object:
        person = Person(f"Player {number}", guest=f"{number:032}")
        return sit_down(table_id=table.pk, seat=2, person=person, now=NOW)

    assert together(sit) == ["done", *["seat_taken"] * (AT_ONCE - 1)]


def test_whoever_seals_last_ends_the_hand_once() -> None:
    table = make_table("animal-poker", 3, bots="")
    for seat in (1, 2):
        person = Person(f"Player {seat}", guest=f"{seat:032}")
        sit_down(table_id=table.pk, seat=seat, person=person, now=NOW)
    table.refresh_from_db()
    moves = [sent(table, legal_move(table, seat, random.Random(seat))) for seat in range(3)]

    def seal(number: int) -> object:
        seat = number % 3
        return play_move(table_id=table.pk, seat=seat, sent=moves[seat], now=NOW)

    assert together(seal) == ["done"] * AT_ONCE
    hand = OnlineHand.objects.get(table=table, number=1)
    assert sorted(hand.moves.values_list("number", flat=True)) == [1, 2, 3]
    assert hand.record is not None
    forget_all()
    table.refresh_from_db()
    shown = hand_of(table, 1)
    assert shown is not None
    assert position_at(table, shown, 3).state.record().as_json() == hand.record
