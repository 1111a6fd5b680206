"""Two phones press at the same moment: one result, and a clear answer for the other."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection

from league.clubs.models import Role
from league.competitions.models import Round, RoundStatus
from league.notifications.models import Notification, Post
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.services.check_in import check_in_players
from league.rounds.services.closing import close_round
from league.rounds.services.lifecycle import call_off_round, mark_missed_rounds, open_round
from league.rounds.services.seating import seat_round
from tests.factories import NOW, make_check_in, make_player, make_round, make_table
from tests.league.rounds.changing import press, undo

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PHONES = 4


def press_together(press: Callable[[int], object]) -> list[str]:
    """Call `press` in several threads at the same moment; return what each was told."""
    barrier = Barrier(PHONES)
    told: list[str] = []

    def run(phone: int) -> None:
        barrier.wait()
        try:
            press(phone)
            told.append("done")
        except RoundError as error:
            told.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(phone,)) for phone in range(PHONES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return sorted(told)


def test_seat_pressed_on_several_phones_seats_once() -> None:
    round_ = make_round()
    for _ in range(9):
        make_check_in(round_)

    told = press_together(
        lambda phone: seat_round(round_id=round_.pk, seating=0, seed=phone, now=NOW)
    )

    assert told == ["done"] + ["seating_changed"] * (PHONES - 1)
    round_ = Round.objects.get()
    assert round_.seating == 1
    assert [table.seats.count() for table in round_.tables.order_by("number")] == [5, 4]


def test_different_changes_on_several_phones_have_one_winner() -> None:
    table = make_table(seats=6)
    entries = list(table.seats.order_by("number").values_list("entry", flat=True))

    told = press_together(
        lambda phone: press(table.round, 0, ChangeKind.LEFT, entry=entries[phone])
    )

    assert told == ["done"] + ["seating_changed"] * (PHONES - 1)
    assert table.seats.count() == 5
    assert SeatingChange.objects.count() == 1


def test_the_same_change_on_several_phones_is_made_once_and_undone_once() -> None:
    table = make_table(seats=6)
    ada = table.seats.get(number=0).entry_id

    told = press_together(lambda phone: press(table.round, 0, ChangeKind.LEFT, entry=ada))
    change = SeatingChange.objects.get()
    undone = press_together(lambda phone: undo(change))

    assert told == undone == ["done"] * PHONES
    assert table.seats.count() == 6
    assert Round.objects.get().seating == 2


def test_open_pressed_on_several_phones_opens_once() -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)

    told = press_together(lambda phone: open_round(round_id=round_.pk, now=NOW))

    assert told == ["done"] * PHONES
    competition = Round.objects.select_related("stage__competition").get().stage.competition
    assert competition.version == 2


def test_close_pressed_on_several_phones_posts_once() -> None:
    round_ = make_round()

    told = press_together(lambda phone: close_round(round_id=round_.pk, now=NOW))

    assert told == ["done"] * PHONES
    assert Round.objects.get().closings == 1
    assert Post.objects.count() == 1


def test_check_in_by_several_phones_enters_once() -> None:
    round_ = make_round()
    entry = make_check_in(round_).entry
    entry.check_ins.all().delete()

    told = press_together(
        lambda phone: check_in_players(
            round_id=round_.pk, player_ids=[entry.player_id], by=None, now=NOW
        )
    )

    assert told == ["done"] * PHONES
    assert round_.check_ins.count() == 1


def test_missed_round_met_by_several_workers_is_marked_and_told_once() -> None:
    missed = make_round(status=RoundStatus.SCHEDULED, opens_at=NOW - timedelta(days=2))
    competition = missed.stage.competition
    make_player(competition.club, "Olga", Role.ORGANISER, contact_email="olga@example.org")

    press_together(
        lambda phone: mark_missed_rounds(
            competition_id=competition.pk, now=NOW + timedelta(seconds=phone)
        )
    )

    assert Notification.objects.count() == 1


def test_missed_round_held_and_called_off_at_once_is_one_of_both() -> None:
    missed = make_round(
        status=RoundStatus.SCHEDULED, opens_at=NOW - timedelta(days=2), missed_at=NOW
    )

    def decide(phone: int) -> None:
        if phone % 2:
            open_round(round_id=missed.pk, now=NOW)
        else:
            call_off_round(round_id=missed.pk, now=NOW)

    told = press_together(decide)

    assert told == ["done"] * 2 + ["wrong_status"] * 2
