"""Write what a calendar is told in the format of RFC 5545."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from icalendar import Calendar, Event

from league.core.address import absolute_url, site_url
from league.notices.models import CalendarEntry

FETCHED_EVERY = timedelta(hours=1)


def write_calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """Return a calendar; times are in UTC, which every program shows by its reader's clock."""
    calendar = Calendar()
    calendar.add("prodid", "-//Menagerie//Menagerie//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", FETCHED_EVERY, parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_event(entry))
    return bytes(calendar.to_ical())


def _event(entry: CalendarEntry) -> Event:
    facts = entry.facts
    address = absolute_url(facts["path"])
    event = Event()
    event.add("uid", f"{entry.uid}@{urlsplit(site_url()).hostname}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.changed_at.astimezone(UTC))
    event.add("last-modified", entry.changed_at.astimezone(UTC))
    event.add("dtstart", _moment(facts["begins_at"]))
    event.add("dtend", _moment(facts["ends_at"]))
    event.add("summary", facts["title"])
    event.add("description", "\n".join(filter(None, [facts["words"], address])))
    event.add("url", address)
    event.add("status", "CANCELLED" if entry.is_cancelled else "CONFIRMED")
    event.add("transp", "OPAQUE" if facts["takes_time"] else "TRANSPARENT")
    return event


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
