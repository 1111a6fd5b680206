"""Note who watches a table, and whether the others may read their name."""

from datetime import datetime
from hashlib import sha256

from django.db import transaction

from league.core import live
from league.online.models import OnlineTable, Watcher
from league.online.queries import TOPIC
from league.online.services.places import Person
from league.online.watching import NOTED_EVERY, SEEN_FOR

# More visitors without an account than watch a table are nobody's friends, and not counted.
MOST_GUESTS = 200


@transaction.atomic
def watch_as_guest(*, table: OnlineTable, guest: str, now: datetime) -> Watcher | None:
    """Note that a browser without an account looks at a table; None where too many do to count."""
    person = Person("", guest=guest)
    guests = Watcher.objects.filter(table=table, user=None)
    if guests.count() >= MOST_GUESTS and not guests.filter(mark=_mark(table, person)).exists():
        return None
    return watch(table=table, person=person, now=now)


@transaction.atomic
def watch(*, table: OnlineTable, person: Person, now: datetime) -> Watcher:
    """Note that somebody looks at a table without a seat there; the others see one more."""
    mark = _mark(table, person)
    given = {"user": person.user, "seen_at": now}
    watcher, is_new = Watcher.objects.get_or_create(table=table, mark=mark, defaults=given)
    was_away = watcher.seen_at <= now - SEEN_FOR
    still_there(watcher_id=watcher.pk, now=now)
    if is_new or was_away:
        live.raise_versions(live.Rows(TOPIC, OnlineTable, [table.pk]))
    return watcher


@transaction.atomic
def still_there(*, watcher_id: int, now: datetime) -> None:
    """Note that somebody still watches, now and then."""
    noted = Watcher.objects.filter(pk=watcher_id, seen_at__lte=now - NOTED_EVERY)
    noted.update(seen_at=now)


@transaction.atomic
def show_name(*, table: OnlineTable, person: Person, is_named: bool, now: datetime) -> Watcher:
    """Let the others read the name of somebody with an account who watches, or not any more."""
    watcher = watch(table=table, person=person, now=now)
    wanted = is_named and person.user is not None
    if watcher.is_named != wanted:
        watcher.is_named = wanted
        watcher.save(update_fields=["is_named"])
        live.raise_versions(live.Rows(TOPIC, OnlineTable, [table.pk]))
    return watcher


def _mark(table: OnlineTable, person: Person) -> str:
    """Return what tells who watches apart, and nothing that opens a seat anywhere."""
    who = f"user:{person.user.pk}" if person.user is not None else f"guest:{person.guest}"
    return sha256(f"{table.pk}:{who}".encode()).hexdigest()[:40]
