"""Say in words on which days rounds recur: every second Tuesday at 19:30."""

from zoneinfo import ZoneInfo

from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Recurrence
from league.competitions.recurring import Rule, read_rule, wall_clock

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def words_of(recurrence: Recurrence) -> str:
    """Return when a stage's rounds recur, in the reader's language."""
    zone = ZoneInfo(recurrence.time_zone)
    rule = read_rule(recurrence.rule, zone)
    start = wall_clock(recurrence.starts_at, zone)
    by_frequency = {"DAILY": _daily, "WEEKLY": _weekly, "MONTHLY": _monthly}
    filters = rule.parts.keys() & {"BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"}
    words = ""
    if rule.parts["FREQ"] in by_frequency and "BYMONTH" not in filters:
        words = by_frequency[rule.parts["FREQ"]](rule, start.weekday(), start.day, len(filters))
    elif rule.parts["FREQ"] == "YEARLY" and not filters and rule.interval == 1:
        words = _("every year on %(day)d %(month)s") % {
            "day": start.day,
            "month": MONTHS[start.month],
        }
    words = words or _("by the rule %(rule)s") % {"rule": rule.text}
    return _("%(days)s at %(time)s") % {
        "days": words,
        "time": time_format(start.time()),
    } + _end_of(rule)


def _end_of(rule: Rule) -> str:
    if rule.count is not None:
        times = ngettext(", %(count)d time", ", %(count)d times", rule.count)
        return times % {"count": rule.count}
    if rule.until is not None:
        return _(", until %(day)s") % {"day": date_format(rule.until)}
    return ""


def _daily(rule: Rule, weekday: int, day: int, filters: int) -> str:  # noqa: ARG001
    if filters:
        return ""
    if rule.interval == 1:
        return _("every day")
    return _("every %(count)d days") % {"count": rule.interval}


def _weekly(rule: Rule, weekday: int, day: int, filters: int) -> str:  # noqa: ARG001
    written = rule.parts.get("BYDAY", DAYS[weekday]).split(",")
    if filters > ("BYDAY" in rule.parts) or any(name not in DAYS for name in written):
        return ""
    numbers = sorted(DAYS.index(name) for name in written)
    days = get_text_list([str(WEEKDAYS[number]) for number in numbers], _("and"))
    patterns = {
        1: _("every %(days)s"),
        2: _("every second %(days)s"),
        3: _("every third %(days)s"),
        4: _("every fourth %(days)s"),
    }
    pattern = patterns.get(rule.interval, _("every %(count)d weeks on %(days)s"))
    return pattern % {"days": days, "count": rule.interval}


def _monthly(rule: Rule, weekday: int, day: int, filters: int) -> str:  # noqa: ARG001
    """Word one day a month: the fifteenth, the first Tuesday, the last Friday."""
    if filters > 1 or rule.interval > 2:
        return ""
    which = _one_day(rule, day)
    if not which:
        return ""
    pattern = _("on %(day)s of every month")
    if rule.interval == 2:
        pattern = _("on %(day)s of every second month")
    return pattern % {"day": which}


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
