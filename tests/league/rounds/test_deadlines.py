from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league.competitions.models import Round, RoundStatus, Table
from league.notifications.models import Post
from league.results.models import Hand, TableScore
from league.results.services import record_hand
from league.rounds.services.closing import (
    adjourn_table,
    close_due_round,
    close_round,
    end_adjourned_table,
    resume_table,
)
from league.rounds.services.lifecycle import reopen_round
from league.rounds.tasks import adjourned_tables_to_end, rounds_to_close
from league.standings.models import TableResult
from tests.factories import BY_CLUB, NOW, make_competition, make_round, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def make_window(deadline: str, **fields: Any) -> tuple[Round, Table, Table]:
    """Make a round whose time is up, with one table that has ended and one that has not."""
    competition = make_competition()
    competition.stages.update(deadline=deadline)
    round_ = make_round(competition, closes_at=NOW)
    ended, late = make_table(round_), make_table(round_, number=2, **fields)
    for table, is_over in ((ended, True), (late, False)):
        Hand.objects.create(table=table, number=1, created_at=NOW)
        TableScore.objects.create(
            table=table, hands=1, is_over=is_over, totals=[1, 2, 3, 4], places=[4, 3, 2, 1]
        )
    return round_, ended, late


def status_of(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).status


def test_deadline_that_closes_counts_tables_as_they_stand() -> None:
    round_, _, late = make_window("close")

    close_due_round(round_id=round_.pk, now=NOW)

    assert status_of(round_) == RoundStatus.CLOSED
    assert Table.objects.get(pk=late.pk).adjourned_at is None


def test_deadline_that_waits_closes_when_the_last_table_has_ended() -> None:
    round_, _, late = make_window("wait")

    close_due_round(round_id=round_.pk, now=NOW)
    assert (status_of(round_), rounds_to_close(NOW)) == (RoundStatus.OPEN, [])

    TableScore.objects.filter(table=late).update(is_over=True)
    assert rounds_to_close(NOW) == [round_.pk]
    close_due_round(round_id=round_.pk, now=NOW)
    assert status_of(round_) == RoundStatus.CLOSED


def test_deadline_that_adjourns_lets_the_late_table_go_on() -> None:
    round_, ended, late = make_window("adjourn")

    for _ in range(2):
        close_due_round(round_id=round_.pk, now=NOW)

    late = Table.objects.select_related("round").get(pk=late.pk)
    ended = Table.objects.select_related("round").get(pk=ended.pk)
    assert (status_of(round_), late.adjourned_at, ended.adjourned_at) == ("closed", NOW, None)
    assert (late.takes_hands, ended.takes_hands) == (True, False)
    assert Post.objects.count() == 1


def test_adjourned_table_that_ends_posts_the_new_standings_once() -> None:
    round_, _, late = make_window("adjourn")
    close_due_round(round_id=round_.pk, now=NOW)
    end_adjourned_table(table_id=late.pk, now=NOW)
    assert (adjourned_tables_to_end(NOW), Post.objects.count()) == ([], 1)

    TableScore.objects.filter(table=late).update(is_over=True)
    assert adjourned_tables_to_end(NOW) == [late.pk]
    for _ in range(2):
        end_adjourned_table(table_id=late.pk, now=NOW)

    assert (adjourned_tables_to_end(NOW), Post.objects.count()) == ([], 2)
    assert Table.objects.get(pk=late.pk).adjourned_at is None


def test_organiser_adjourns_a_table_and_takes_it_up_again() -> None:
    round_, ended, late = make_window("close")

    for now in (NOW, NOW + HOUR):
        adjourn_table(round_id=round_.pk, table_id=late.pk, now=now)
    assert Table.objects.get(pk=late.pk).adjourned_at == NOW
    for _ in range(2):
        resume_table(round_id=round_.pk, table_id=late.pk)
    assert Table.objects.get(pk=late.pk).adjourned_at is None
    with refuses("table_ended"):
        adjourn_table(round_id=round_.pk, table_id=ended.pk, now=NOW)


def test_table_of_a_closed_round_cannot_be_adjourned_any_more() -> None:
    round_, _, late = make_window("close")
    close_due_round(round_id=round_.pk, now=NOW)

    with refuses("wrong_status", match="Reopen the round first"):
        adjourn_table(round_id=round_.pk, table_id=late.pk, now=NOW)


def counted_tables() -> set[int]:
    return set(TableResult.objects.values_list("table", flat=True))


def test_unfinished_match_counts_until_its_round_closes_where_it_is_to_count_for_nothing() -> None:
    competition = make_competition(unfinished="nothing", options={"mode": "simple"})
    round_ = make_round(competition)
    late, adjourned = make_table(round_), make_table(round_, number=2)
    for table in (late, adjourned):
        record_hand(
            table_id=table.pk,
            number=1,
            key=uuid4(),
            seating=table.seating,
            record={"finish": [0, 1, 2, 3]},
            author=BY_CLUB,
        )
    adjourn_table(round_id=round_.pk, table_id=adjourned.pk, now=NOW)
    assert counted_tables() == {late.pk, adjourned.pk}

    close_round(round_id=round_.pk, now=NOW)
    assert counted_tables() == {adjourned.pk}

    reopen_round(round_id=round_.pk, now=NOW)
    assert counted_tables() == {late.pk, adjourned.pk}


@pytest.mark.parametrize(
    ("hours", "words"),
    [(-1, "; closes when the last table is finished"), (1, " or when the last table is finished")],
)
def test_round_that_waits_says_for_what(client: Client, hours: int, words: str) -> None:
    round_, _, _ = make_window("wait")
    Round.objects.filter(pk=round_.pk).update(closes_at=timezone.now() + hours * HOUR)

    page = client.get(f"/rounds/{round_.pk}/").content.decode()

    assert page.count("when the last table is finished") == page.count(words) == 1
    assert ("time was up at" in page) == (hours < 0)
