from datetime import timedelta
from typing import Any

import pytest

from league.competitions.models import Round, RoundStatus, Stage
from league.rounds.services import clock as services
from league.rounds.services.clock import Clock, ClockState, clock_of
from tests.factories import NOW, make_round, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def make_timed_round(**fields: Any) -> Round:
    round_ = make_round(**fields)
    Stage.objects.filter(pk=round_.stage_id).update(minutes=60, last_call_minutes=10)
    return round_


def start(round_: Round, minutes: int | None = None) -> None:
    services.start_clock(round_id=round_.pk, minutes=minutes, now=NOW)


def read(round_: Round, passed: timedelta) -> Clock:
    clock = clock_of(Round.objects.select_related("stage").get(pk=round_.pk), NOW + passed)
    assert clock is not None
    return clock


def called(round_: Round) -> tuple[object, object]:
    round_.refresh_from_db()
    return round_.last_hand_called_at, round_.time_called_at


def test_round_without_a_start_has_no_clock() -> None:
    assert clock_of(make_timed_round(), NOW) is None


def test_start_twice_runs_from_the_first_and_tells_every_screen() -> None:
    round_ = make_timed_round()
    table = make_table(round_)

    start(round_)
    services.start_clock(round_id=round_.pk, minutes=5, now=NOW + MINUTE)

    clock = read(round_, 20 * MINUTE)
    assert (clock.state, clock.minutes, clock.shown) == (ClockState.RUNNING, 60, "40:00")
    assert clock.ends_at == NOW + 60 * MINUTE
    table.refresh_from_db()
    assert table.version == 2


@pytest.mark.parametrize(
    ("passed", "shown"),
    [
        (timedelta(), "1:30:00"),
        (30 * MINUTE + SECOND, "59:59"),
        (89 * MINUTE + 30 * SECOND + timedelta(milliseconds=1), "0:30"),
        (90 * MINUTE, "0:00"),
        (120 * MINUTE, "0:00"),
    ],
)
def test_clock_shows_what_is_left(passed: timedelta, shown: str) -> None:
    round_ = make_timed_round()
    start(round_, 90)

    assert read(round_, passed).shown == shown


def test_pauses_do_not_count_and_pressing_twice_is_once() -> None:
    round_ = make_timed_round()
    start(round_)

    for minute in (10, 12):
        services.pause_clock(round_id=round_.pk, now=NOW + minute * MINUTE)
    assert (read(round_, 25 * MINUTE).state, read(round_, 25 * MINUTE).shown) == (
        ClockState.PAUSED,
        "50:00",
    )
    for minute in (30, 35):
        services.resume_clock(round_id=round_.pk, now=NOW + minute * MINUTE)

    assert read(round_, 40 * MINUTE).ends_at == NOW + 80 * MINUTE
    assert read(round_, 40 * MINUTE).shown == "40:00"


def test_second_pause_is_added_to_the_first() -> None:
    round_ = make_timed_round()
    start(round_)

    for paused, resumed in ((10, 15), (20, 27)):
        services.pause_clock(round_id=round_.pk, now=NOW + paused * MINUTE)
        services.resume_clock(round_id=round_.pk, now=NOW + resumed * MINUTE)

    assert read(round_, 30 * MINUTE).ends_at == NOW + 72 * MINUTE


def test_length_is_set_in_all_so_that_twice_five_minutes_more_is_five() -> None:
    round_ = make_timed_round()
    start(round_)

    for _ in range(2):
        services.set_clock_minutes(round_id=round_.pk, minutes=65, now=NOW + MINUTE)

    assert read(round_, MINUTE).ends_at == NOW + 65 * MINUTE


@pytest.mark.parametrize("minutes", [-5, 0, 29, 30])
def test_length_that_has_passed_already_is_refused(minutes: int) -> None:
    round_ = make_timed_round()
    start(round_)

    with refuses("bad_clock", match="Only 30:00 left"):
        services.set_clock_minutes(round_id=round_.pk, minutes=minutes, now=NOW + 30 * MINUTE)

    assert read(round_, MINUTE).minutes == 60


@pytest.mark.parametrize("minutes", [-1, 0, 1441])
def test_clock_of_no_minutes_or_of_days_is_refused(minutes: int) -> None:
    with refuses("bad_clock", match="1 to 1440 minutes"):
        start(make_timed_round(), minutes)


def test_clock_of_a_stage_without_minutes_asks_for_them() -> None:
    with refuses("bad_clock", match="round length in minutes"):
        start(make_round())


@pytest.mark.parametrize("status", [RoundStatus.SCHEDULED, RoundStatus.CLOSED])
def test_round_that_is_not_open_has_no_clock(status: str) -> None:
    with refuses("wrong_status"):
        start(make_timed_round(status=status))


def test_clock_that_was_never_started_cannot_be_changed() -> None:
    round_ = make_timed_round()

    for change in (services.pause_clock, services.resume_clock):
        with refuses("no_clock"):
            change(round_id=round_.pk, now=NOW)


def test_restart_by_two_phones_with_the_same_page_starts_once() -> None:
    round_ = make_timed_round()
    start(round_)
    services.call_last_hand(round_id=round_.pk, now=NOW + MINUTE)

    for minute in (20, 21):
        services.restart_clock(
            round_id=round_.pk, minutes=30, started_at=NOW, now=NOW + minute * MINUTE
        )

    assert read(round_, 20 * MINUTE).ends_at == NOW + 50 * MINUTE
    assert called(round_) == (None, None)


def test_last_hand_and_time_are_called_once_each_when_due() -> None:
    round_ = make_timed_round()
    start(round_)

    services.call_due_clock(round_id=round_.pk, now=NOW + 49 * MINUTE)
    assert called(round_) == (None, None)
    for minute in (51, 52):
        services.call_due_clock(round_id=round_.pk, now=NOW + minute * MINUTE)
    assert called(round_) == (NOW + 50 * MINUTE, None)
    for minute in (60, 61):
        services.call_due_clock(round_id=round_.pk, now=NOW + minute * MINUTE)
    assert called(round_) == (NOW + 50 * MINUTE, NOW + 60 * MINUTE)

    round_.stage.competition.refresh_from_db()
    assert round_.stage.competition.version == 4


def test_short_clock_does_not_begin_with_the_last_hand() -> None:
    round_ = make_timed_round()
    start(round_, 8)

    assert [read(round_, minute * MINUTE).phase for minute in (0, 3, 4, 8)] == [
        "running",
        "running",
        "last",
        "over",
    ]


def test_calls_that_were_slept_over_are_made_together() -> None:
    round_ = make_timed_round()
    start(round_)

    services.call_due_clock(round_id=round_.pk, now=NOW + 600 * MINUTE)

    assert called(round_) == (NOW + 50 * MINUTE, NOW + 60 * MINUTE)


def test_paused_clock_calls_nothing() -> None:
    round_ = make_timed_round()
    start(round_)
    services.pause_clock(round_id=round_.pk, now=NOW + 45 * MINUTE)

    services.call_due_clock(round_id=round_.pk, now=NOW + 90 * MINUTE)

    assert called(round_) == (None, None)


def test_last_hand_called_by_hand_is_on_before_the_clock_says_so() -> None:
    round_ = make_timed_round()
    start(round_)

    for minute in (5, 6):
        services.call_last_hand(round_id=round_.pk, now=NOW + minute * MINUTE)

    assert called(round_) == (NOW + 5 * MINUTE, None)
    assert read(round_, 7 * MINUTE).is_last_hand is True


def test_more_time_takes_back_what_was_called() -> None:
    round_ = make_timed_round()
    start(round_)
    services.call_due_clock(round_id=round_.pk, now=NOW + 61 * MINUTE)

    services.set_clock_minutes(round_id=round_.pk, minutes=80, now=NOW + 62 * MINUTE)

    assert called(round_) == (None, None)
    assert read(round_, 62 * MINUTE).state == ClockState.RUNNING


def test_little_more_time_keeps_the_last_hand_called() -> None:
    round_ = make_timed_round()
    start(round_)
    services.call_due_clock(round_id=round_.pk, now=NOW + 55 * MINUTE)

    services.set_clock_minutes(round_id=round_.pk, minutes=62, now=NOW + 55 * MINUTE)

    assert called(round_) == (NOW + 50 * MINUTE, None)
