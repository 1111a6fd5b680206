"""When rounds open and close, in the wall-clock time of a club."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """Say when a round opens and closes by itself; None: by hand."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None


def recurring_times(
    *,
    first: date,
    at: time,
    zone: ZoneInfo,
    count: int,
    days_between: int,
    open_for: timedelta | None,
) -> list[RoundTimes]:
    """List the times of `count` rounds, the same hour of the local day all year round."""
    openings = [
        local_moment(first + timedelta(days=index * days_between), at, zone)
        for index in range(count)
    ]
    return [RoundTimes(opening, opening + open_for if open_for else None) for opening in openings]


def local_moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return a local date and time in UTC.

    An hour that a change of clocks skips is taken as the one after it, an hour that comes twice as
    its first.
    """
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
