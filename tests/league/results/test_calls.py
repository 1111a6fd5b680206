from datetime import timedelta

import pytest

from league.clubs.models import Role
from league.competitions.models import Table
from league.notifications.models import Notification
from league.results.authors import Author, Via
from league.results.inbox import (
    acknowledge_call,
    call_organiser,
    close_call,
    inbox_of,
    inbox_versions,
    open_call,
)
from league.results.models import TableCall
from tests.factories import BY_CLUB, NOW, make_player, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def call(table: Table, words: str = "", seat: int = 0) -> TableCall:
    return call_organiser(
        table_id=table.pk,
        message=words,
        author=Author(table.seats.get(number=seat).player, Via.CODE, NOW),
    )


def test_calling_twice_is_one_call_and_words_are_added_once() -> None:
    table = make_table()
    first = call(table)
    assert call(table, " a rule ", seat=1) == first
    call(table, "another rule", seat=2)
    kept = TableCall.objects.get()
    assert (kept.message, str(kept.by), kept.closed_at) == ("a rule", "Ada", None)


def test_a_call_is_answered_and_ended_once() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    olga, otto = (make_player(club, name, Role.ORGANISER) for name in ("Olga", "Otto"))
    pk = call(table, "a rule").pk
    acknowledge_call(call_id=pk, by=olga, now=NOW)
    acknowledge_call(call_id=pk, by=otto, now=NOW + timedelta(minutes=1))
    shown = open_call(table)
    assert shown is not None
    assert (shown.acknowledged_by, shown.acknowledged_at) == (olga, NOW)
    close_call(call_id=pk, author=Author(otto, Via.CLUB, NOW))
    close_call(call_id=pk, author=Author(olga, Via.CODE, NOW + timedelta(minutes=1)))
    kept = TableCall.objects.get()
    assert (kept.closed_by, kept.closed_via, kept.closed_at) == (otto, Via.CLUB, NOW)
    assert open_call(table) is None
    assert call(table).pk != pk


def test_a_call_waits_on_the_desk_and_every_step_shows_there_and_at_the_table() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    made = call(table)
    assert inbox_of(club).calls == (made,)
    acknowledge_call(call_id=made.pk, by=None, now=NOW)
    close_call(call_id=made.pk, author=BY_CLUB)
    close_call(call_id=made.pk, author=BY_CLUB)
    assert inbox_versions([club.pk]) == {club.pk: 3}
    assert inbox_of(club).calls == ()
    assert Table.objects.get().version == 4


def test_a_dissolved_table_calls_nobody() -> None:
    table = make_table(dissolved_at=NOW)
    with refuses("table_dissolved"):
        call(table)


def test_only_organisers_who_asked_for_it_get_a_mail_once_a_call() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    for name, wants in (("Olga", True), ("Otto", False)):
        make_player(
            club, name, Role.OWNER, contact_email=f"{name}@example.org", mail={"call": wants}
        )
    make_player(club, "Paul", contact_email="p@example.org", mail={"call": True})
    call(table, "a rule")
    call(table)
    mail = Notification.objects.get()
    assert (str(mail.player), mail.subject) == ("Olga", "Table 1 calls an organiser")
    assert "a rule" in mail.text
