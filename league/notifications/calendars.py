"""Calendars of players: events, stored entries and iCalendar (RFC 5545)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import icalendar
from django.db import transaction

from league.clubs.models import Player
from league.core.address import absolute_url, site_url
from league.core.hooks import hooks
from league.notifications import visibility
from league.notifications.models import CalendarEntry, Subscription


@dataclass(frozen=True, slots=True)
class Event:
    """A dated event; `about` names what its reader must be able to see."""

    uid: str
    title: str
    begins_at: datetime
    ends_at: datetime
    description: str = ""
    path: str = ""
    about: str = ""
    takes_time: bool = True


def events_for(player: Player, about: str, since: datetime) -> list[Event]:
    """Return a player's events, earliest first, perhaps of one competition alone."""
    found = [event for read in hooks("calendar_events") for event in read(player, about, since)]
    return sorted(found, key=lambda event: (event.begins_at, event.uid))


PAST = timedelta(days=60)  # older events are left out


@transaction.atomic
def update_calendar(*, subscription_id: int, now: datetime) -> list[CalendarEntry]:
    """Update the entries of a subscription and return them, earliest first."""
    locked = Subscription.objects.select_for_update(of=("self",))
    subscription = locked.select_related("player__user", "player__club").get(pk=subscription_id)
    found = events_for(subscription.player, subscription.about, now - PAST)
    visible = visibility.visible_of(subscription.player, {event.about for event in found})
    events = {event.uid: event for event in found if event.about in visible}
    known = {entry.uid: entry for entry in subscription.calendar_entries.all()}
    changed, made = [], []
    for uid, event in events.items():
        entry, facts = known.get(uid), _facts(event)
        if entry is None:
            values = {"uid": uid, "facts": facts, "ends_at": event.ends_at, "changed_at": now}
            made.append(CalendarEntry(subscription=subscription, **values))
        elif entry.is_cancelled or entry.facts != facts:
            entry.facts, entry.is_cancelled, entry.ends_at = facts, False, event.ends_at
            changed.append(entry)
    gone = [entry for uid, entry in known.items() if uid not in events]
    for entry in gone:
        if not entry.is_cancelled and entry.ends_at > now:
            entry.is_cancelled = True
            changed.append(entry)
    for entry in changed:
        entry.sequence += 1
        entry.changed_at = now
    CalendarEntry.objects.bulk_update(
        changed, ["facts", "is_cancelled", "ends_at", "sequence", "changed_at"]
    )
    CalendarEntry.objects.bulk_create(made)
    over = [entry.pk for entry in gone if entry.ends_at <= now - PAST or not entry.is_cancelled]
    CalendarEntry.objects.filter(pk__in=over).delete()
    return list(subscription.calendar_entries.order_by("facts__begins_at", "uid"))


def _facts(event: Event) -> dict[str, str | bool]:
    return {
        "title": event.title,
        "begins_at": event.begins_at.isoformat(),
        "ends_at": event.ends_at.isoformat(),
        "description": event.description,
        "path": event.path,
        "takes_time": event.takes_time,
    }


def write_calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """Return entries as iCalendar, in UTC."""
    entries = list(entries)
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Menagerie//Menagerie//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_event(entry))
    if not entries:  # a calendar holds at least one component (RFC 5545, 3.6)
        calendar.add_component(icalendar.Timezone.from_tzid("UTC"))
    return bytes(calendar.to_ical())


def _event(entry: CalendarEntry) -> icalendar.Event:
    facts = entry.facts
    address = absolute_url(facts["path"])
    event = icalendar.Event()
    event.add("uid", f"{entry.uid}@{urlsplit(site_url()).hostname}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.changed_at.astimezone(UTC))
    event.add("last-modified", entry.changed_at.astimezone(UTC))
    event.add("dtstart", datetime.fromisoformat(facts["begins_at"]).astimezone(UTC))
    event.add("dtend", datetime.fromisoformat(facts["ends_at"]).astimezone(UTC))
    event.add("summary", facts["title"])
    event.add("description", "\n".join(filter(None, [facts["description"], address])))
    event.add("url", address)
    event.add("status", "CANCELLED" if entry.is_cancelled else "CONFIRMED")
    event.add("transp", "OPAQUE" if facts["takes_time"] else "TRANSPARENT")
    return event
