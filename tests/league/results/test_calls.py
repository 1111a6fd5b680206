from datetime import timedelta

import pytest

from league.clubs.models import Role
from league.competitions.models import Table
from league.notices.models import Notice
from league.results.calls import call_organiser, come_to_table, end_call, open_call
from league.results.desk import desk_versions, waiting_in
from league.results.models import TableCall, Via
from tests.factories import NOW, make_player, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def call(table: Table, words: str = "", seat: int = 0) -> TableCall:
    return call_organiser(
        table_id=table.pk,
        words=words,
        by=table.seats.get(number=seat).player,
        via=Via.CODE,
        now=NOW,
    )


def test_calling_twice_is_one_call_and_words_are_added_once() -> None:
    table = make_table()
    first = call(table)
    assert call(table, " a rule ", seat=1) == first
    call(table, "another rule", seat=2)
    kept = TableCall.objects.get()
    assert (kept.words, str(kept.by), kept.done_at) == ("a rule", "Ada", None)


def test_a_call_is_answered_and_ended_once() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    olga, otto = (make_player(club, name, Role.ORGANISER) for name in ("Olga", "Otto"))
    pk = call(table, "a rule").pk
    come_to_table(call_id=pk, by=olga, now=NOW)
    come_to_table(call_id=pk, by=otto, now=NOW + timedelta(minutes=1))
    shown = open_call(table)
    assert shown is not None
    assert (shown.coming_by, shown.coming_at) == (olga, NOW)
    end_call(call_id=pk, by=otto, via=Via.CLUB, now=NOW)
    end_call(call_id=pk, by=olga, via=Via.CODE, now=NOW + timedelta(minutes=1))
    kept = TableCall.objects.get()
    assert (kept.done_by, kept.done_via, kept.done_at) == (otto, Via.CLUB, NOW)
    assert open_call(table) is None
    assert call(table).pk != pk


def test_a_call_waits_on_the_desk_and_every_step_shows_there_and_at_the_table() -> None:
    table = make_table()
    club = table.round.stage.competition.club
    made = call(table)
    assert waiting_in(club).calls == (made,)
    come_to_table(call_id=made.pk, by=None, now=NOW)
    end_call(call_id=made.pk, by=None, via=Via.CLUB, now=NOW)
    end_call(call_id=made.pk, by=None, via=Via.CLUB, now=NOW)
    assert desk_versions([club.pk]) == {club.pk: 3}
    assert waiting_in(club).calls == ()
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
    mail = Notice.objects.get()
    assert (str(mail.player), mail.subject) == ("Olga", "Table 1 calls for an organiser")
    assert "a rule" in mail.text
