"""Times of rounds: single dates and recurrence rules (RFC 5545) in a club's time zone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Recurrence

USUAL_LENGTH = timedelta(hours=3)
"""Assumed length of a round without a closing time."""


class RoundTimes(NamedTuple):
    """When a round opens and closes automatically; None: by hand."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None


def field_in_the_past(times: RoundTimes, now: datetime) -> str | None:
    """Return the name of a time of a new round that has passed, or None."""
    if times.closes_at and times.closes_at <= now:
        return "closes_at"
    # A round may be entered after it has begun.
    if times.opens_at and times.opens_at <= now - timedelta(days=1):
        return "opens_at"
    return None


def too_late_from(opens_at: datetime, closes_at: datetime | None, zone: ZoneInfo) -> datetime:
    """Return when an unopened round is missed: its closing time, or else the end of its day."""
    if closes_at is not None:
        return closes_at
    day = opens_at.astimezone(zone).date()
    midnight = local_datetime(datetime.combine(day + timedelta(days=1), time()), zone)
    return max(midnight, opens_at + USUAL_LENGTH)


def moved_by_weeks(times: RoundTimes, zone: ZoneInfo, now: datetime) -> RoundTimes:
    """Return the times moved to the next same weekday to come, at the same hour."""
    if times.opens_at is None:
        return times
    local = wall_clock(times.opens_at, zone)
    while (opens_at := local_datetime(local, zone)) <= now:
        local += timedelta(weeks=1)
    later = opens_at - times.opens_at
    return RoundTimes(opens_at, times.closes_at + later if times.closes_at else None)


def recurring_times(
    *, first: datetime, zone: ZoneInfo, count: int, days_between: int, open_for: timedelta | None
) -> list[RoundTimes]:
    """Return the times of `count` rounds, all at the same local hour."""
    local = wall_clock(first, zone)
    openings = [
        local_datetime(local + timedelta(days=index * days_between), zone) for index in range(count)
    ]
    return [RoundTimes(opening, opening + open_for if open_for else None) for opening in openings]


def local_datetime(wall_clock: datetime, zone: ZoneInfo) -> datetime:
    """Return a local wall-clock time (naive) in UTC; of an ambiguous hour the first."""
    return wall_clock.replace(tzinfo=zone, fold=0).astimezone(UTC)


WEEKDAY = "(MO|TU|WE|TH|FR|SA|SU)"
# At most one round a day: hours, minutes and seconds are those of the first round.
ALLOWED = {
    "FREQ": "DAILY|WEEKLY|MONTHLY|YEARLY",
    "INTERVAL": "[1-9][0-9]{0,2}",
    "COUNT": "[1-9][0-9]{0,2}",
    "UNTIL": r"[0-9]{8}(T[0-9]{6}Z?)?",
    "BYDAY": rf"([+-]?[1-5])?{WEEKDAY}(,([+-]?[1-5])?{WEEKDAY})*",
    "BYMONTHDAY": "-?([1-9]|[12][0-9]|3[01])(,-?([1-9]|[12][0-9]|3[01]))*",
    "BYMONTH": "([1-9]|1[0-2])(,([1-9]|1[0-2]))*",
    "BYSETPOS": "-?[1-9][0-9]?(,-?[1-9][0-9]?)*",
    "WKST": WEEKDAY,
}
# A rule without a day in so long a time has none for us; it also bounds the search for one.
HORIZON = timedelta(days=5 * 366)


class Occurrence(NamedTuple):
    """A day of a recurrence rule and the time at which its round opens."""

    day: date
    opens_at: datetime


@dataclass(frozen=True, slots=True)
class Rule:
    """A parsed recurrence rule; `until` is a naive local time."""

    parts: Mapping[str, str]
    count: int | None = None
    until: datetime | None = None

    @property
    def text(self) -> str:
        """Return the rule as stored: capitals, no prefix."""
        return ";".join(f"{name}={value}" for name, value in self.parts.items())

    @property
    def interval(self) -> int:
        """Return the number of days, weeks, months or years between two rounds."""
        return int(self.parts.get("INTERVAL", "1"))


def read_rule(text: str, zone: ZoneInfo) -> Rule:
    """Parse a rule such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU; raises ValueError."""
    parts: dict[str, str] = {}
    for part in text.strip().upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        if name in parts or re.fullmatch(ALLOWED.get(name, "(?!)"), value) is None:
            raise ValueError(part)
        parts[name] = value
    if "FREQ" not in parts or {"COUNT", "UNTIL"} <= parts.keys():
        raise ValueError(text)
    count = int(parts["COUNT"]) if "COUNT" in parts else None
    rule = Rule(parts, count, _read_until(parts["UNTIL"], zone) if "UNTIL" in parts else None)
    day = datetime(2000, 1, 1)  # noqa: DTZ001
    _series(rule, day, day)
    return rule


def _read_until(written: str, zone: ZoneInfo) -> datetime:
    try:
        if "T" not in written:
            day = datetime.strptime(written, "%Y%m%d").date()  # noqa: DTZ007
            return datetime.combine(day, time.max)
        until = datetime.strptime(written.removesuffix("Z"), "%Y%m%dT%H%M%S")  # noqa: DTZ007
    except ValueError:
        raise ValueError(written) from None
    return wall_clock(until.replace(tzinfo=UTC), zone) if written.endswith("Z") else until


def _series(rule: Rule, start: datetime, until: datetime) -> rrule:
    endless = {name: rule.parts[name] for name in rule.parts.keys() - {"COUNT", "UNTIL"}}
    try:
        series = rrulestr(Rule(endless).text, dtstart=start)
    except ValueError:
        raise ValueError(rule.text) from None
    # One rule without exceptions is an rrule, never a set of them.
    return series.replace(until=until)  # type: ignore[union-attr]


def occurrences(
    rule: Rule, *, starts_at: datetime, zone: ZoneInfo, after: datetime
) -> Iterator[Occurrence]:
    """Yield the days of a rule later than `after`, at the same local hour all year."""
    start = wall_clock(starts_at, zone)
    ends = max(wall_clock(after, zone), start) + HORIZON
    if rule.until is not None:
        ends = min(ends, rule.until)
    for wall in islice(iter(_series(rule, start, ends)), rule.count):
        opens_at = local_datetime(wall, zone)
        if opens_at > after:
            yield Occurrence(wall.date(), opens_at)


def begins_on_its_own_day(rule: Rule, *, starts_at: datetime, zone: ZoneInfo) -> bool:
    """Return whether the first round is on a day of the rule."""
    before = starts_at - timedelta(seconds=1)
    found = occurrences(rule, starts_at=starts_at, zone=zone, after=before)
    return any(day == wall_clock(starts_at, zone).date() for day, _ in islice(found, 1))


def datetime_of_day(day: date, *, starts_at: datetime, zone: ZoneInfo) -> datetime:
    """Return when the round of this day opens."""
    return local_datetime(datetime.combine(day, wall_clock(starts_at, zone).time()), zone)


def wall_clock(timestamp: datetime, zone: ZoneInfo) -> datetime:
    """Return the local wall-clock time (naive) of a timestamp."""
    return timestamp.astimezone(zone).replace(tzinfo=None)


class Holiday(NamedTuple):
    """Days in a row, the first and the last included, on which no round is played."""

    first: date
    last: date


def holidays_of(recurrence: Recurrence, today: date) -> list[Holiday]:
    """Return the days without a round that are not over, consecutive ones together."""
    found: list[Holiday] = []
    for day in sorted(date.fromisoformat(each) for each in recurrence.skipped):
        if found and day - found[-1].last == timedelta(days=1):
            found[-1] = Holiday(found[-1].first, day)
        else:
            found.append(Holiday(day, day))
    return [holiday for holiday in found if holiday.last >= today]


DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def recurrence_text(recurrence: Recurrence) -> str:
    """Return when a stage's rounds recur as a translated text."""
    zone = ZoneInfo(recurrence.time_zone)
    rule = read_rule(recurrence.rule, zone)
    start = wall_clock(recurrence.starts_at, zone)
    days = _days_text(rule, start) or _("rule %(rule)s") % {"rule": rule.text}
    text = _("%(days)s at %(time)s") % {"days": days, "time": time_format(start.time())}
    if rule.count is not None:
        times = ngettext(", %(count)d time", ", %(count)d times", rule.count)
        return text + times % {"count": rule.count}
    if rule.until is not None:
        return text + _(", until %(day)s") % {"day": date_format(rule.until)}
    return text


def _days_text(rule: Rule, start: datetime) -> str:
    """Return on which days rounds recur, "" where only the rule says it."""
    frequency, every = rule.parts["FREQ"], rule.interval
    filters = rule.parts.keys() & {"BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"}
    if frequency == "DAILY" and not filters:
        return _("every day") if every == 1 else _("every %(count)d days") % {"count": every}
    if frequency == "WEEKLY" and filters <= {"BYDAY"}:
        return _weekly(rule.parts.get("BYDAY", DAYS[start.weekday()]).split(","), every)
    if frequency == "MONTHLY" and "BYMONTH" not in filters and len(filters) <= 1 and every <= 2:
        patterns = _("on %(day)s of every month"), _("on %(day)s of every second month")
        day = _one_day(rule, start.day)
        return patterns[every - 1] % {"day": day} if day else ""
    if frequency == "YEARLY" and not filters and every == 1:
        names = {"day": start.day, "month": MONTHS[start.month]}
        return _("every year on %(day)d %(month)s") % names
    return ""


def _weekly(names: list[str], every: int) -> str:
    if any(name not in DAYS for name in names):
        return ""
    numbers = sorted(DAYS.index(name) for name in names)
    days = get_text_list([str(WEEKDAYS[number]) for number in numbers], _("and"))
    patterns = {
        1: _("every %(days)s"),
        2: _("every second %(days)s"),
        3: _("every third %(days)s"),
        4: _("every fourth %(days)s"),
    }
    pattern = patterns.get(every, _("every %(count)d weeks on %(days)s"))
    return pattern % {"days": days, "count": every}


def _one_day(rule: Rule, day: int) -> str:
    patterns = {
        "1": _("the first %(day)s"),
        "2": _("the second %(day)s"),
        "3": _("the third %(day)s"),
        "4": _("the fourth %(day)s"),
        "-1": _("the last %(day)s"),
    }
    if (written := rule.parts.get("BYDAY")) is not None:
        position, name = written[:-2].removeprefix("+"), written[-2:]
        if "," in written or position not in patterns:
            return ""
        return patterns[position] % {"day": WEEKDAYS[DAYS.index(name)]}
    number = rule.parts.get("BYMONTHDAY", str(day))
    if number == "-1":
        return _("the last day")
    return _("day %(day)s") % {"day": number} if number.isdecimal() else ""
