"""Keep what a calendar was told, so that changes and cancellations are told as such."""

from datetime import datetime, timedelta

from django.db import transaction

from league.notices import calendars, sight
from league.notices.calendars import Event
from league.notices.models import CalendarEntry, Subscription

PAST = timedelta(days=60)
"""What is over so long is left out."""


@transaction.atomic
def update_calendar(*, subscription_id: int, now: datetime) -> list[CalendarEntry]:
    """Bring what a calendar is told up to date and return it, the earliest first.

    An event that has changed has a higher sequence; one that is there no longer is cancelled, and
    kept as long as it would have been shown.
    """
    subscription = (
        Subscription.objects.select_for_update(of=("self",))
        .select_related("player__user", "player__club")
        .get(pk=subscription_id)
    )
    player = subscription.player
    dated = calendars.events_for(player, subscription.about, now - PAST)
    seen = {about: sight.is_seen_by(player, about) for about in {event.about for event in dated}}
    events = {event.uid: event for event in dated if seen[event.about]}
    known = {entry.uid: entry for entry in subscription.calendar_entries.all()}
    changed, made = [], []
    for uid, event in events.items():
        entry = known.get(uid)
        if entry is None:
            made.append(_entry(subscription, event, now))
        elif entry.is_cancelled or entry.facts != _facts(event):
            entry.facts, entry.is_cancelled, entry.ends_at = _facts(event), False, event.ends_at
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


def _entry(subscription: Subscription, event: Event, now: datetime) -> CalendarEntry:
    return CalendarEntry(
        subscription=subscription,
        uid=event.uid,
        facts=_facts(event),
        ends_at=event.ends_at,
        changed_at=now,
    )


def _facts(event: Event) -> dict[str, str | bool]:
    return {
        "title": event.title,
        "begins_at": event.begins_at.isoformat(),
        "ends_at": event.ends_at.isoformat(),
        "words": event.words,
        "path": event.path,
        "takes_time": event.takes_time,
    }
