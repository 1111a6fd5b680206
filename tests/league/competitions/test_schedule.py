from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.competitions.schedule import (
    RoundTimes,
    field_in_the_past,
    local_datetime,
    recurring_times,
    too_late_from,
)

ROME = ZoneInfo("Europe/Rome")
NOON = datetime(2026, 11, 6, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("times", "field"),
    [
        (RoundTimes(), None),
        (RoundTimes(NOON + HOUR, NOON + 2 * HOUR), None),
        (RoundTimes(NOON - 23 * HOUR, NOON + HOUR), None),
        (RoundTimes(NOON - 24 * HOUR, NOON + HOUR), "opens_at"),
        (RoundTimes(NOON - 2 * HOUR, NOON), "closes_at"),
        (RoundTimes(None, NOON), "closes_at"),
    ],
)
def test_round_may_be_entered_late_but_not_once_it_would_be_over(
    times: RoundTimes, field: str | None
) -> None:
    assert field_in_the_past(times, NOON) == field


def test_recurring_times_keep_the_local_hour_when_the_clocks_change() -> None:
    times = recurring_times(
        first=datetime(2026, 10, 20, 17, 30, tzinfo=UTC),
        zone=ROME,
        count=3,
        days_between=7,
        open_for=timedelta(hours=4),
    )

    assert times == [
        RoundTimes(
            datetime(2026, 10, 20, 17, 30, tzinfo=UTC), datetime(2026, 10, 20, 21, 30, tzinfo=UTC)
        ),
        RoundTimes(
            datetime(2026, 10, 27, 18, 30, tzinfo=UTC), datetime(2026, 10, 27, 22, 30, tzinfo=UTC)
        ),
        RoundTimes(
            datetime(2026, 11, 3, 18, 30, tzinfo=UTC), datetime(2026, 11, 3, 22, 30, tzinfo=UTC)
        ),
    ]


def test_recurring_times_without_a_length_close_by_hand() -> None:
    times = recurring_times(
        first=datetime(2026, 6, 1, 18, tzinfo=UTC),
        zone=ROME,
        count=2,
        days_between=1,
        open_for=None,
    )

    assert [time.closes_at for time in times] == [None, None]


def test_local_moment_that_the_clocks_skip_is_taken_as_that_much_later() -> None:
    # On 29 March 2026 Rome's clocks go from 2:00 to 3:00.
    skipped = local_datetime(datetime.fromisoformat("2026-03-29T02:30"), ROME)

    assert skipped == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert skipped.astimezone(ROME).hour == 3


def test_local_moment_that_comes_twice_is_the_first() -> None:
    # On 25 October 2026 Rome's clocks go from 3:00 back to 2:00.
    assert local_datetime(datetime.fromisoformat("2026-10-25T02:30"), ROME) == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("opens_at", "closes_at", "from_when"),
    [
        ("2026-11-06 19:30", "2026-11-06 22:30", "2026-11-06 22:30"),
        ("2026-11-06 19:30", "2026-11-20 22:30", "2026-11-20 22:30"),
        ("2026-11-06 19:30", None, "2026-11-07 00:00"),
        ("2026-11-06 23:30", None, "2026-11-07 02:30"),
    ],
    ids=["evening", "weeks", "day", "midnight"],
)
def test_round_is_missed_from_its_end_or_from_the_end_of_its_day(
    opens_at: str, closes_at: str | None, from_when: str
) -> None:
    def read(moment: str) -> datetime:
        return datetime.fromisoformat(moment).replace(tzinfo=ROME)

    found = too_late_from(read(opens_at), read(closes_at) if closes_at else None, ROME)
    assert found == read(from_when)
