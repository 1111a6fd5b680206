import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from league.celery import app
from league.competitions.models import Competition, Round, RoundStatus, Stage, Table
from league.rounds.services.closing import close_round
from league.rounds.tasks import sweep
from league.standings.models import CompetitionAwards, RatingList
from tests.factories import make_club, make_competition, make_round, make_table
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def status_of(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).status


def test_sweep_has_the_name_that_the_clock_calls() -> None:
    assert sweep.name == "league.rounds.tasks.sweep"
    assert sweep.name in {entry["task"] for entry in app.conf.beat_schedule.values()}


def test_sweep_opens_and_closes_what_is_due_and_nothing_else() -> None:
    now = timezone.now()
    due = make_round(status=RoundStatus.SCHEDULED, opens_at=now - HOUR)
    later = make_round(status=RoundStatus.SCHEDULED, opens_at=now + HOUR)
    by_hand = make_round(status=RoundStatus.SCHEDULED)
    to_close = make_round(closes_at=now - HOUR)
    closes_later = make_round(closes_at=now + HOUR)
    closed = make_round(status=RoundStatus.CLOSED, closes_at=now - HOUR)

    for _ in range(2):
        sweep()

    assert [status_of(one) for one in (due, later, by_hand, to_close, closes_later, closed)] == [
        RoundStatus.OPEN,
        RoundStatus.SCHEDULED,
        RoundStatus.SCHEDULED,
        RoundStatus.CLOSED,
        RoundStatus.OPEN,
        RoundStatus.CLOSED,
    ]
    assert Round.objects.get(pk=to_close.pk).closings == 1


def test_awards_are_given_and_told_with_the_first_sweep_after_the_last_round() -> None:
    table = make_table()
    Table.objects.filter(pk=table.pk).update(hands_limit=1)
    Stage.objects.filter(pk=table.round.stage_id).update(planned_rounds=1)
    send(table)
    sweep()
    rating_list = RatingList.objects.get()
    assert rating_list.awarded_version < rating_list.version

    close_round(round_id=table.round_id, now=timezone.now())
    before = Competition.objects.get().version
    sweep()

    rating_list.refresh_from_db()
    assert rating_list.awarded_version == rating_list.version
    assert CompetitionAwards.objects.filter(competition=Competition.objects.get()).count() == 1
    after = Competition.objects.get().version
    assert after > before
    sweep()
    assert Competition.objects.get().version == after


def test_sweep_goes_on_when_one_round_fails(caplog: pytest.LogCaptureFixture) -> None:
    now = timezone.now()
    broken = make_competition(make_club(), game="no-such-game", is_seated_on_opening=True)
    failing = make_round(broken, status=RoundStatus.SCHEDULED, opens_at=now - 2 * HOUR)
    fine = make_round(status=RoundStatus.SCHEDULED, opens_at=now - HOUR)

    with caplog.at_level(logging.ERROR):
        sweep()

    assert [status_of(failing), status_of(fine)] == [RoundStatus.SCHEDULED, RoundStatus.OPEN]
    assert [record.getMessage() for record in caplog.records] == [
        f"Could not open round {failing.pk}"
    ]
    assert Competition.objects.get(pk=broken.pk).version == 1
