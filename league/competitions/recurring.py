"""The days on which rounds recur: a rule as iCalendar writes it (RFC 5545), by a wall clock."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

from league.competitions.schedule import local_moment

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
FIRST_DAY = datetime(2000, 1, 1)  # noqa: DTZ001  # what a clock on a wall shows has no zone


class Occurrence(NamedTuple):
    """Hold a day of a rule, and the moment at which its round opens."""

    day: date
    opens_at: datetime


@dataclass(frozen=True, slots=True)
class Rule:
    """Hold the parts of a rule: `parts` in its own order, `until` by the clock on the wall."""

    parts: Mapping[str, str]
    count: int | None
    until: datetime | None

    @property
    def text(self) -> str:
        """Write the rule as it is kept: capitals, no prefix."""
        return ";".join(f"{name}={value}" for name, value in self.parts.items())

    @property
    def interval(self) -> int:
        """Return how many days, weeks, months or years lie between two rounds."""
        return int(self.parts.get("INTERVAL", "1"))


def read_rule(text: str, zone: ZoneInfo) -> Rule:
    """Read a rule such as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU; raise ValueError."""
    parts: dict[str, str] = {}
    for part in text.strip().upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        if name in parts or re.fullmatch(ALLOWED.get(name, "(?!)"), value) is None:
            raise ValueError(part)
        parts[name] = value
    if "FREQ" not in parts or {"COUNT", "UNTIL"} <= parts.keys():
        raise ValueError(text)
    count = int(parts["COUNT"]) if "COUNT" in parts else None
    rule = Rule(parts, count, _read_until(parts, zone))
    _series(rule, FIRST_DAY, FIRST_DAY)
    return rule


def _read_until(parts: Mapping[str, str], zone: ZoneInfo) -> datetime | None:
    """Return the end of a rule by the clock on the wall; a day alone is meant to its end."""
    written = parts.get("UNTIL")
    if written is None:
        return None
    try:
        if "T" not in written:
            day = datetime.strptime(written, "%Y%m%d").date()  # noqa: DTZ007
            return datetime.combine(day, time.max)
        moment = datetime.strptime(written.removesuffix("Z"), "%Y%m%dT%H%M%S")  # noqa: DTZ007
    except ValueError:
        raise ValueError(written) from None
    if written.endswith("Z"):
        return moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
    return moment


def _series(rule: Rule, start: datetime, until: datetime) -> rrule:
    """Return the rule's days from `start` to `until`, without its count; raise ValueError."""
    parts = {name: rule.parts[name] for name in rule.parts.keys() - {"COUNT", "UNTIL"}}
    text = ";".join(f"{name}={value}" for name, value in parts.items())
    try:
        series = rrulestr(text, dtstart=start)
    except ValueError:
        raise ValueError(rule.text) from None
    # One rule without exceptions is an rrule, never a set of them.
    return series.replace(until=until)  # type: ignore[union-attr]


def occurrences(
    rule: Rule, *, starts_at: datetime, zone: ZoneInfo, after: datetime
) -> Iterator[Occurrence]:
    """Go through the days of a rule whose moment lies after `after`, at one hour all year.

    An hour that a change of clocks skips is taken as that much later, one that comes twice as its
    first.
    """
    start = wall_clock(starts_at, zone)
    ends = max(wall_clock(after, zone), start) + HORIZON
    if rule.until is not None:
        ends = min(ends, rule.until)
    for wall in islice(iter(_series(rule, start, ends)), rule.count):
        opens_at = local_moment(wall, zone)
        if opens_at > after:
            yield Occurrence(wall.date(), opens_at)


def begins_on_its_own_day(rule: Rule, *, starts_at: datetime, zone: ZoneInfo) -> bool:
    """Say whether the first round lies on a day of the rule."""
    before = starts_at - timedelta(seconds=1)
    found = occurrences(rule, starts_at=starts_at, zone=zone, after=before)
    return any(day == wall_clock(starts_at, zone).date() for day, _ in islice(found, 1))


def moment_of_day(day: date, *, starts_at: datetime, zone: ZoneInfo) -> datetime:
    """Return when a round opens that recurs on this day."""
    return local_moment(datetime.combine(day, wall_clock(starts_at, zone).time()), zone)


def wall_clock(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return what a clock on the wall shows at a moment, without a zone."""
    return moment.astimezone(zone).replace(tzinfo=None)
