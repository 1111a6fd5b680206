"""When rounds open and close, in the wall-clock time of a club."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """Say when a round opens and closes by itself; None: by hand."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None


USUAL_LENGTH = timedelta(hours=3)
"""How long a round without a closing time is taken to last."""

# A round may be entered after it has begun; an opening further back is a slip of the pen.
LONGEST_AGO = timedelta(days=1)


def field_in_the_past(times: RoundTimes, now: datetime) -> str | None:
    """Name the time of a round to come that has passed, None when both are as they should be."""
    if times.closes_at and times.closes_at <= now:
        return "closes_at"
    if times.opens_at and times.opens_at <= now - LONGEST_AGO:
        return "opens_at"
    return None


def too_late_from(opens_at: datetime, closes_at: datetime | None, zone: ZoneInfo) -> datetime:
    """Return the moment from which a round that has not opened is missed.

    That is its closing time. Without one it is the end of its day by the clock of a zone, but not
    before it would usually be over: an evening may begin shortly before midnight.
    """
    if closes_at is not None:
        return closes_at
    day = opens_at.astimezone(zone).date()
    midnight = local_moment(datetime.combine(day + timedelta(days=1), time()), zone)
    return max(midnight, opens_at + USUAL_LENGTH)


def moved_by_weeks(times: RoundTimes, zone: ZoneInfo, now: datetime) -> RoundTimes:
    """Return the times on the next same weekday to come, at the same hour; by hand stays so."""
    if times.opens_at is None:
        return times
    local = times.opens_at.astimezone(zone).replace(tzinfo=None)
    while (opens_at := local_moment(local, zone)) <= now:
        local += timedelta(weeks=1)
    lasts = times.closes_at - times.opens_at if times.closes_at else None
    return RoundTimes(opens_at, opens_at + lasts if lasts is not None else None)


def recurring_times(
    *,
    first: datetime,
    zone: ZoneInfo,
    count: int,
    days_between: int,
    open_for: timedelta | None,
) -> list[RoundTimes]:
    """List the times of `count` rounds, all at the same local hour, summer and winter."""
    local = first.astimezone(zone).replace(tzinfo=None)
    openings = [
        local_moment(local + timedelta(days=index * days_between), zone) for index in range(count)
    ]
    return [RoundTimes(opening, opening + open_for if open_for else None) for opening in openings]


def local_moment(wall_clock: datetime, zone: ZoneInfo) -> datetime:
    """Return what a clock on the wall shows (without a zone) as a moment in UTC.

    A time that a change of clocks skips is taken as that much later, one that comes twice as its
    first.
    """
    return wall_clock.replace(tzinfo=zone, fold=0).astimezone(UTC)
