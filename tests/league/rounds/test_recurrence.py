from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from league.competitions.models import Recurrence, Round, RoundStatus, Stage
from league.competitions.schedule import occurrences, read_rule, recurrence_text
from league.rounds.services.lifecycle import delete_round, open_due_round, open_round
from league.rounds.services.recurrence import (
    make_recurring_rounds,
    pause_recurrence,
    remove_recurrence,
    resume_recurrence,
    set_recurrence,
)
from league.rounds.tasks import stages_to_fill
from tests.factories import NOW, make_check_in, make_competition, make_round
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")
DAY = timedelta(days=1)
# Tuesday, 10 November 2026, 19:30 in Rome.
TUESDAY = datetime(2026, 11, 10, 18, 30, tzinfo=UTC)
EVERY_SECOND = "FREQ=WEEKLY;INTERVAL=2"


def make_stage(**fields: Any) -> Stage:
    stage = make_competition().stages.get()
    Stage.objects.filter(pk=stage.pk).update(**fields)
    return stage


def recur(stage: Stage, now: datetime = NOW, **changes: Any) -> Recurrence:
    wanted: dict[str, Any] = {
        "rule": EVERY_SECOND,
        "time_zone": "Europe/Rome",
        "starts_at": TUESDAY,
        "minutes_open": 180,
        "ahead": 2,
    }
    return set_recurrence(stage_id=stage.pk, now=now, **{**wanted, **changes})


def openings(stage: Stage) -> list[datetime | None]:
    return list(stage.rounds.order_by("number").values_list("opens_at", flat=True))


def moments(rule: str, start: datetime, count: int, zone: ZoneInfo = ROME) -> list[str]:
    found = occurrences(read_rule(rule, zone), starts_at=start, zone=zone, after=start - DAY)
    return [f"{one.opens_at.astimezone(zone):%d.%m. %H:%M %z}" for one in islice(found, count)]


def test_days_of_a_rule_keep_the_hour_when_the_clocks_change() -> None:
    start = datetime(2026, 10, 13, 17, 30, tzinfo=UTC)

    assert moments("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", start, 3) == [
        "13.10. 19:30 +0200",
        "27.10. 19:30 +0100",
        "10.11. 19:30 +0100",
    ]


def test_hour_that_is_skipped_is_taken_later_and_one_that_comes_twice_as_its_first() -> None:
    in_the_gap = datetime(2027, 3, 26, 1, 30, tzinfo=UTC)
    twice = datetime(2026, 10, 23, 0, 30, tzinfo=UTC)

    assert moments("FREQ=DAILY", in_the_gap, 4) == [
        "26.03. 02:30 +0100",
        "27.03. 02:30 +0100",
        "28.03. 03:30 +0200",
        "29.03. 02:30 +0200",
    ]
    assert moments("FREQ=DAILY", twice, 4)[2:] == ["25.10. 02:30 +0200", "26.10. 02:30 +0100"]


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        ("FREQ=WEEKLY;COUNT=2", ["10.11.", "17.11."]),
        ("FREQ=WEEKLY;UNTIL=20261124", ["10.11.", "17.11.", "24.11."]),
        ("FREQ=WEEKLY;UNTIL=20261124T182959Z", ["10.11.", "17.11."]),
        ("FREQ=WEEKLY;UNTIL=20261124T183000Z", ["10.11.", "17.11.", "24.11."]),
        ("rrule:freq=monthly;byday=2tu", ["10.11.", "08.12.", "12.01.", "09.02."]),
    ],
)
def test_rule_ends_where_it_says(rule: str, days: list[str]) -> None:
    assert [moment.split()[0] for moment in moments(rule, TUESDAY, 4)] == days


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "FREQ=HOURLY",
        "INTERVAL=2",
        "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;FREQ=DAILY",
        "FREQ=DAILY;BYHOUR=1,2",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYDAY=99TU",
        "FREQ=WEEKLY;COUNT=2;UNTIL=20270101",
        "FREQ=WEEKLY;UNTIL=20271399",
        "every Tuesday",
    ],
)
def test_rule_that_cannot_be_read_is_refused(rule: str) -> None:
    with refuses("bad_recurrence") as refused:
        recur(make_stage(), rule=rule)
    assert refused.value.field == "rule"
    assert Recurrence.objects.count() == 0


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;INTERVAL=2", "every second Tuesday at 19:30"),
        ("FREQ=WEEKLY;BYDAY=FR,TU", "every Tuesday and Friday at 19:30"),
        ("FREQ=WEEKLY;INTERVAL=6;BYDAY=TU", "every 6 weeks on Tuesday at 19:30"),
        ("FREQ=WEEKLY;COUNT=8", "every Tuesday at 19:30, 8 times"),
        ("FREQ=WEEKLY;UNTIL=20270630", "every Tuesday at 19:30, until Wed 30 June 2027"),
        ("FREQ=DAILY", "every day at 19:30"),
        ("FREQ=DAILY;INTERVAL=3", "every 3 days at 19:30"),
        ("FREQ=MONTHLY", "on day 10 of every month at 19:30"),
        ("FREQ=MONTHLY;BYDAY=2TU", "on the second Tuesday of every month at 19:30"),
        ("FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "on the last Friday of every second month at 19:30"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "on the last day of every month at 19:30"),
        ("FREQ=YEARLY", "every year on 10 November at 19:30"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", "rule FREQ=MONTHLY;BYMONTHDAY=1,15 at 19:30"),
        ("FREQ=WEEKLY;BYMONTH=11", "rule FREQ=WEEKLY;BYMONTH=11 at 19:30"),
    ],
)
def test_words_say_when_rounds_recur(rule: str, words: str) -> None:
    recurrence = Recurrence(rule=rule, time_zone="Europe/Rome", starts_at=TUESDAY)

    with translation.override("en"):
        assert recurrence_text(recurrence) == words


def test_set_recurrence_twice_makes_the_rounds_ahead_once() -> None:
    stage = make_stage()

    for _ in range(2):
        recur(stage)

    assert openings(stage) == [TUESDAY, TUESDAY + 14 * DAY]
    assert [round_.closes_at for round_ in stage.rounds.order_by("number")] == [
        TUESDAY + timedelta(hours=3),
        TUESDAY + 14 * DAY + timedelta(hours=3),
    ]
    assert list(stage.rounds.order_by("number").values_list("recurs_on", flat=True)) == [
        date(2026, 11, 10),
        date(2026, 11, 24),
    ]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"time_zone": "Europe/Rom"}, "time_zone"),
        ({"starts_at": TUESDAY, "rule": "FREQ=WEEKLY;BYDAY=WE"}, "starts_at"),
        ({"starts_at": TUESDAY - 70 * DAY, "rule": "FREQ=WEEKLY;COUNT=3"}, "rule"),
        ({"minutes_open": 0}, "minutes_open"),
        ({"ahead": 0}, "ahead"),
        ({"ahead": 13}, "ahead"),
    ],
)
def test_recurrence_that_cannot_be_is_refused_at_its_field(
    changes: dict[str, Any], field: str
) -> None:
    stage = make_stage()

    with refuses("bad_recurrence") as refused:
        recur(stage, **changes)

    assert refused.value.field == field
    assert stage.rounds.count() == 0


def test_rounds_are_made_one_by_one_up_to_the_planned_ones() -> None:
    stage = make_stage(planned_rounds=3)
    recur(stage)

    for week in range(10):
        now = TUESDAY + week * 7 * DAY
        for round_ in stage.rounds.filter(status=RoundStatus.SCHEDULED, opens_at__lte=now):
            open_due_round(round_id=round_.pk, seed=1, now=now)
        for _ in range(2):
            make_recurring_rounds(stage_id=stage.pk, now=now)

    assert openings(stage) == [TUESDAY, TUESDAY + 14 * DAY, TUESDAY + 28 * DAY]


def test_holiday_that_was_deleted_is_not_made_again_and_numbers_close_up() -> None:
    stage = make_stage()
    recur(stage, ahead=3)
    holiday = stage.rounds.get(number=2)

    for _ in range(2):
        delete_round(round_id=holiday.pk)
        make_recurring_rounds(stage_id=stage.pk, now=NOW)

    assert openings(stage) == [TUESDAY, TUESDAY + 28 * DAY, TUESDAY + 42 * DAY]
    assert list(stage.rounds.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


def test_round_that_was_moved_is_not_made_again() -> None:
    stage = make_stage()
    recur(stage)
    moved = stage.rounds.get(number=1)

    Round.objects.filter(pk=moved.pk).update(opens_at=TUESDAY + DAY, closes_at=None)
    make_recurring_rounds(stage_id=stage.pk, now=NOW)

    assert openings(stage) == [TUESDAY + DAY, TUESDAY + 14 * DAY]


def test_changed_rule_keeps_what_was_played_moved_awaited_or_skipped() -> None:
    stage = make_stage()
    recur(stage, ahead=6)
    played, moved, awaited, skipped = stage.rounds.order_by("number")[:4]
    open_round(round_id=played.pk, now=NOW)
    Round.objects.filter(pk=moved.pk).update(opens_at=TUESDAY + 15 * DAY, closes_at=None)
    make_check_in(awaited)
    delete_round(round_id=skipped.pk)

    recur(stage, rule="FREQ=WEEKLY", starts_at=TUESDAY + timedelta(hours=1), ahead=6)

    weeks = [(opens_at - TUESDAY) // (7 * DAY) for opens_at in openings(stage) if opens_at]
    assert sorted(weeks) == [-1, 1, 2, 3, 4, 5, 7]
    assert stage.rounds.filter(pk__in=[played.pk, moved.pk, awaited.pk]).count() == 3


def test_paused_rounds_go_away_and_come_back_where_nobody_waits_for_them() -> None:
    stage = make_stage()
    recur(stage)
    awaited = stage.rounds.get(number=1)
    make_check_in(awaited)

    for _ in range(2):
        pause_recurrence(stage_id=stage.pk, now=NOW)
    make_recurring_rounds(stage_id=stage.pk, now=NOW)
    recur(stage, ahead=3)
    assert openings(stage) == [TUESDAY]

    for _ in range(2):
        resume_recurrence(stage_id=stage.pk, now=NOW + 30 * DAY)
    assert openings(stage) == [TUESDAY, TUESDAY + 28 * DAY, TUESDAY + 42 * DAY]


def test_removed_recurrence_makes_nothing_any_more() -> None:
    stage = make_stage()
    recur(stage)

    for _ in range(2):
        remove_recurrence(stage_id=stage.pk, now=NOW)
    make_recurring_rounds(stage_id=stage.pk, now=NOW)

    assert (Recurrence.objects.count(), stage.rounds.count()) == (0, 0)


def test_rule_without_further_days_ends() -> None:
    stage = make_stage()
    recur(stage, rule="FREQ=WEEKLY;COUNT=1")

    make_recurring_rounds(stage_id=stage.pk, now=NOW)

    assert openings(stage) == [TUESDAY]
    assert Recurrence.objects.get().ended_at == NOW


@pytest.mark.parametrize("planned", [None, 2])
def test_stage_is_due_while_it_lacks_rounds_ahead(planned: int | None) -> None:
    stage = make_stage(planned_rounds=planned)
    recur(stage)
    assert stages_to_fill(NOW) == []

    open_round(round_id=stage.rounds.get(number=1).pk, now=NOW)

    assert stages_to_fill(NOW) == ([stage.pk] if planned is None else [])
    pause_recurrence(stage_id=stage.pk, now=NOW)
    assert stages_to_fill(NOW) == []


def test_day_that_has_a_round_gets_no_second_one() -> None:
    stage = make_stage()
    make_round(
        stage.competition, status=RoundStatus.SCHEDULED, opens_at=TUESDAY - timedelta(hours=3)
    )

    recur(stage)

    assert openings(stage) == [TUESDAY - timedelta(hours=3), TUESDAY + 14 * DAY]
