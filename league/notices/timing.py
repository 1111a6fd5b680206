"""Find the moment at which a notice may go out, and what it goes out with."""

from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from league.notices.models import URGENT, Channel, Pace, Wishes


class Moment(NamedTuple):
    """When something goes out; what has the same `bundle` and way goes out as one message."""

    due_at: datetime
    bundle: str = ""


def moment_for(wishes: Wishes, kind: str, channel: str, *, zone: str, now: datetime) -> Moment:
    """Return when a notice of now goes out by somebody's wishes, by the clock of `zone`.

    A digest is for mail, and for what can wait; quiet hours are for everything.
    """
    clock = ZoneInfo(wishes.time_zone or zone)
    if channel == Channel.EMAIL and wishes.pace != Pace.AT_ONCE and kind not in URGENT:
        at = _next_digest(wishes, clock, now)
        return Moment(at, f"digest:{at:%Y%m%d%H%M}")
    until = quiet_until(wishes, zone=zone, now=now)
    return Moment(now) if until is None else Moment(until, f"quiet:{until:%Y%m%d%H%M}")


def quiet_until(wishes: Wishes, *, zone: str, now: datetime) -> datetime | None:
    """Return when the quiet hours end that it is now; None when it is not quiet."""
    begin, end = wishes.quiet_from, wishes.quiet_until
    if begin is None or end is None or begin == end:
        return None
    clock = ZoneInfo(wishes.time_zone or zone)
    local = now.astimezone(clock)
    is_quiet = begin <= local.hour < end if begin < end else not end <= local.hour < begin
    return _next(end, clock, now) if is_quiet else None


def _next_digest(wishes: Wishes, clock: ZoneInfo, now: datetime) -> datetime:
    at = _next(wishes.hour, clock, now)
    if wishes.pace == Pace.WEEKLY:
        days = (wishes.weekday - at.astimezone(clock).weekday()) % 7
        day = at.astimezone(clock).date() + timedelta(days=days)
        at = datetime.combine(day, time(wishes.hour), clock)
    return at.astimezone(now.tzinfo)


def _next(hour: int, clock: ZoneInfo, now: datetime) -> datetime:
    """Return when a clock next shows a full hour, after now."""
    day = now.astimezone(clock).date()
    at = datetime.combine(day, time(hour), clock)
    if at <= now:
        at = datetime.combine(day + timedelta(days=1), time(hour), clock)
    return at.astimezone(now.tzinfo)
