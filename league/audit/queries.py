"""Read the log."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.apps import apps
from django.db.models import QuerySet
from django.urls import reverse

from league.audit.actions import KINDS, PAGES
from league.audit.models import AuditEntry
from league.audit.services import PLAYER
from league.audit.texts import PLAYERS, ChangeText, change_text


class Filters(NamedTuple):
    """What of the log is to be seen; empty and None mean everything."""

    player: int | None = None
    kind: str = ""
    since: date | None = None
    until: date | None = None
    about: str = ""


EVERYTHING = Filters()


def entries_of(
    club_id: int, filters: Filters = EVERYTHING, zone: str = "UTC"
) -> QuerySet[AuditEntry]:
    """Return what was done in a club, newest first; days are those of its time zone."""
    found = AuditEntry.objects.filter(club=club_id).select_related("player", "user", "club")
    if filters.player is not None:
        found = found.filter(player=filters.player)
    if filters.kind in KINDS:
        found = found.filter(action__startswith=f"{filters.kind}.")
    if filters.since is not None:
        found = found.filter(created_at__gte=_midnight(filters.since, zone))
    if filters.until is not None:
        found = found.filter(created_at__lt=_midnight(filters.until + timedelta(days=1), zone))
    kind, _, pk = filters.about.partition(":")
    if pk.isdecimal():
        found = found.filter(about_kind=kind, about_id=int(pk))
    return found.order_by("-created_at", "-pk")


def actors_in(club_id: int) -> list[tuple[int, str]]:
    """Return the id and name of everybody who has done something, by name."""
    entries = AuditEntry.objects.filter(club=club_id, player__isnull=False).order_by(
        "player__name", "player"
    )
    return list(entries.values_list("player", "player__name").distinct())


def pages_of(entries: Iterable[AuditEntry]) -> dict[int, str]:
    """Return where the things are shown that some acts were about, by the act's id."""
    wanted: dict[str, set[int]] = {}
    for entry in entries:
        if entry.about_kind in PAGES and entry.about_id is not None:
            wanted.setdefault(entry.about_kind, set()).add(entry.about_id)
    there = {
        kind: set(
            apps.get_model(kind)._default_manager.filter(pk__in=ids).values_list("pk", flat=True)
        )
        for kind, ids in wanted.items()
    }
    return {
        entry.pk: reverse(PAGES[entry.about_kind], args=[entry.about_id])
        for entry in entries
        if entry.about_id in there.get(entry.about_kind, ())
    }


class EntryText(NamedTuple):
    """An act as people read it: what it was about, where that is shown, and what was different."""

    entry: AuditEntry
    label: str
    page: str
    changes: list[ChangeText]


def describe_entries(entries: Iterable[AuditEntry]) -> list[EntryText]:
    """Put acts into words, people by the names they have now."""
    entries = list(entries)
    pages, names = pages_of(entries), _names_in(entries)
    return [
        EntryText(
            entry,
            entry.label or names.get(entry.about_id or 0, ""),
            pages.get(entry.pk, ""),
            [
                change_text(entry, name, before, after, names)
                for name, (before, after) in entry.changes.items()
            ],
        )
        for entry in entries
    ]


def _names_in(entries: Collection[AuditEntry]) -> dict[int, str]:
    """Return the names of the players that acts were about or have changed something for."""
    ids = {entry.about_id for entry in entries if entry.about_kind == PLAYER}
    ids |= {pk for entry in entries for both in entry.changes.get(PLAYERS, ()) for pk in both}
    players = apps.get_model(PLAYER)._default_manager.filter(pk__in=ids)
    return dict(players.values_list("pk", "name"))


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone))
