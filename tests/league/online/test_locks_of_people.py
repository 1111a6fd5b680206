"""Seats change hands, people agree, and hands are corrected at the same moment."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from league.clubs.membership import leave_club
from league.clubs.models import Player
from league.notifications.models import Notification
from league.online.locked_table import load_locked
from league.online.models import (
    OnlineHand,
    OnlineSeat,
    OnlineTable,
    Phase,
    TableEvent,
    TableEventType,
)
from league.online.services.absence import replace, vote_for_break
from league.online.services.play import get_ready, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from league.results.models import Hand, TableScore
from league.results.services import void_hand
from tests.factories import BY_CLUB, NOW
from tests.league.online.rounds import all_sit, evening, play_hand
from tests.league.online.tables import legal_move, make_table, sent
from tests.league.online.together import AT_ONCE, together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WAITS = "SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted"


def full_table(seats: int) -> OnlineTable:
    table = make_table("animal-poker", seats, bots="", hands=3)
    for number in range(1, seats):
        person = Person(f"Player {number}", guest=f"{number:032}")
        sit_down(table_id=table.pk, seat=number, person=person, now=NOW)
    table.refresh_from_db()
    return table


def story(table: OnlineTable) -> list[str]:
    return list(
        TableEvent.objects.filter(table=table).order_by("pk").values_list("type", flat=True)
    )


def test_all_who_agree_to_a_break_at_once_adjourn_the_table_once() -> None:
    table = full_table(4)

    def agree(number: int) -> object:
        return vote_for_break(table_id=table.pk, seat=number % 4, wants=True, now=NOW)

    assert together(agree) == ["done"] * AT_ONCE
    table.refresh_from_db()
    assert (table.phase, story(table)) == (Phase.ADJOURNED, [TableEventType.ADJOURNED])


def test_a_seat_that_is_opened_once_is_taken_by_one_of_eight() -> None:
    table = full_table(3)
    replace(table_id=table.pk, seat=2, replacement=OnlineSeat.OPEN, is_now=True, by="Ada", now=NOW)

    def sit(number: int) -> object:
        person = Person(f"Late {number}", guest=f"late{number:028}")
        return sit_down(table_id=table.pk, seat=2, person=person, now=NOW)

    assert together(sit) == ["done", *["seat_taken"] * (AT_ONCE - 1)]
    assert story(table) == [TableEventType.OPENED, TableEventType.TOOK]


def test_who_is_replaced_while_they_move_has_moved_or_has_not() -> None:
    table = full_table(3)
    move = sent(table, legal_move(table, 1, random.Random(1)))

    def act(number: int) -> object:
        if number % 2:
            return play_move(table_id=table.pk, seat=1, sent=move, now=NOW)
        return replace(
            table_id=table.pk, seat=1, replacement="greedy", is_now=True, by="Ada", now=NOW
        )

    assert together(act) == ["done"] * AT_ONCE
    assert OnlineSeat.objects.get(table=table, number=1).bot == "greedy"
    assert OnlineHand.objects.get(table=table, number=1).moves.filter(seat=1).count() == 1
    assert story(table) == [TableEventType.REPLACED_BY_BOT]


def test_a_hand_that_ends_while_another_is_made_void_waits_for_no_one_for_ever() -> None:
    night = evening(3, game="animal-poker")
    all_sit(night)
    play_hand(night, random.Random(1))
    for seat in range(3):
        get_ready(table_id=night.online.pk, seat=seat, now=NOW)
    online = OnlineTable.objects.get(pk=night.online.pk)
    moves = [sent(online, legal_move(online, seat, random.Random(seat))) for seat in range(3)]
    first = Hand.objects.get(table=night.table)

    def act(number: int) -> object:
        if number < 3:
            return play_move(table_id=online.pk, seat=number, sent=moves[number], now=NOW)
        return void_hand(hand_id=first.pk, expected_revision=1, reason="Misdeal", author=BY_CLUB)

    assert together(act) == ["done"] * AT_ONCE
    after = OnlineTable.objects.get(pk=online.pk)
    assert OnlineHand.objects.get(table=after, number=2).record is not None
    assert TableScore.objects.get(table=night.table).hands == 1
    # Three moves and the correction; the hand that the table recorded itself is in its last move.
    assert after.version == online.version + 4


def test_table_of_somebody_who_is_taken_off_the_lists_goes_on_meanwhile() -> None:
    night = evening(3)
    all_sit(night)
    ben = Player.objects.get(user=night.users[1])
    outcomes: list[object] = []
    pids: list[int] = []

    def leave() -> None:
        try:
            connection.ensure_connection()
            pids.append(connection.connection.info.backend_pid)
            outcomes.append(leave_club(player_id=ben.pk, now=NOW).left_at)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            outcomes.append(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as somebody, transaction.atomic():
        load_locked(table_id=night.online.pk)
        somebody.submit(leave)
        wait_until_it_waits(pids)
        Notification.objects.create(
            club=ben.club, key="move", subject="It is your move", created_at=NOW
        )

    assert outcomes == [NOW]
    assert OnlineSeat.objects.get(table=night.online, number=1).user is None


def wait_until_it_waits(pids: list[int]) -> None:
    """Return once another connection, whose process stands first here, waits for a lock."""
    with connection.cursor() as cursor:
        while not pids or not cursor.execute(WAITS, pids[:1]).fetchone():
            time.sleep(0.01)
