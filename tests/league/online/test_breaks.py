"""A table is adjourned and goes on by agreement, or as the organiser says."""

from datetime import timedelta

import pytest

from league.online.models import OnlineSeat, OnlineTable, Phase, TableEvent, TableEventType
from league.online.queries import tables_due
from league.online.services.absence import adjourn, resume, vote_for_break, vote_to_resume
from league.online.services.seat_assignment import Person
from league.online.services.seats import sit_down
from tests.league.online.tables import NOW, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db
BEN = Person("Ben", guest="b" * 32)
LATER = NOW + timedelta(days=2)


def two_people() -> OnlineTable:
    table = make_table("zop-zoo", 2, bots="", move_seconds=30)
    sit_down(table_id=table.pk, seat=1, person=BEN, now=NOW)
    table.refresh_from_db()
    return table


def story(table: OnlineTable) -> list[str]:
    return list(
        TableEvent.objects.filter(table=table).order_by("pk").values_list("type", flat=True)
    )


def test_a_table_is_adjourned_once_all_who_are_there_want_it() -> None:
    table = two_people()
    for _ in range(2):
        vote_for_break(table_id=table.pk, seat=0, wants=True, now=NOW)
    table.refresh_from_db()
    assert (table.phase, story(table)) == (Phase.PLAYING, [])
    vote_for_break(table_id=table.pk, seat=1, wants=True, now=NOW + timedelta(seconds=37))
    table.refresh_from_db()
    assert (table.phase, table.due_at, story(table)) == (
        Phase.ADJOURNED,
        None,
        [TableEventType.ADJOURNED],
    )
    seat = OnlineSeat.objects.get(table=table, acts_since__isnull=False)
    assert seat.time_bank_ms == (180 - 7) * 1000
    assert tables_due(LATER) == []


def test_who_would_rather_play_on_keeps_the_table_going() -> None:
    table = two_people()
    vote_for_break(table_id=table.pk, seat=0, wants=True, now=NOW)
    for _ in range(2):
        vote_for_break(table_id=table.pk, seat=0, wants=False, now=NOW)
    vote_for_break(table_id=table.pk, seat=1, wants=True, now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING


def test_the_table_goes_on_once_all_are_back_with_a_whole_moves_time() -> None:
    table = two_people()
    for seat in (0, 1):
        vote_for_break(table_id=table.pk, seat=seat, wants=True, now=NOW)
    for _ in range(2):
        vote_to_resume(table_id=table.pk, seat=0, now=LATER)
    table.refresh_from_db()
    assert table.phase == Phase.ADJOURNED
    vote_to_resume(table_id=table.pk, seat=1, now=LATER)
    table.refresh_from_db()
    assert (table.phase, table.due_at) == (Phase.PLAYING, LATER + timedelta(seconds=210))
    assert story(table) == [TableEventType.ADJOURNED, TableEventType.RESUMED]
    assert list(table.seats.values_list("is_ready", "wants_break")) == [(False, False)] * 2


def test_an_organiser_adjourns_and_lets_go_on_twice_like_once() -> None:
    table = two_people()
    for _ in range(2):
        adjourn(table_id=table.pk, by="Olga", now=NOW)
    table.refresh_from_db()
    assert table.phase == Phase.ADJOURNED
    for _ in range(2):
        resume(table_id=table.pk, by="Olga", now=LATER)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    assert story(table) == [TableEventType.ADJOURNED_BY, TableEventType.RESUMED_BY]


def test_a_table_that_has_not_begun_is_not_adjourned() -> None:
    table = make_table("zop-zoo", 2, bots="")
    with refuses("not_playing"):
        adjourn(table_id=table.pk, by="Olga", now=NOW)
    with refuses("not_playing"):
        vote_for_break(table_id=table.pk, seat=0, wants=True, now=NOW)
