"""Read the log."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, QuerySet
from django.urls import reverse

from league.audit.models import Act
from league.audit.services import PLAYER
from league.audit.verbs import FIELDS, KINDS, PAGES

PLAYERS = "players"


class Filters(NamedTuple):
    """What of the log is to be seen; empty and None mean everything."""

    player: int | None = None
    kind: str = ""
    since: date | None = None
    until: date | None = None
    about: str = ""


EVERYTHING = Filters()


def acts_of(club_id: int, filters: Filters = EVERYTHING, zone: str = "UTC") -> QuerySet[Act]:
    """Return what was done in a club, newest first; days are those of its time zone."""
    found = Act.objects.filter(club=club_id).select_related("player", "user", "club")
    if filters.player is not None:
        found = found.filter(player=filters.player)
    if filters.kind in KINDS:
        found = found.filter(verb__startswith=f"{filters.kind}.")
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
    acts = Act.objects.filter(club=club_id, player__isnull=False).order_by("player__name", "player")
    return list(acts.values_list("player", "player__name").distinct())


def pages_of(acts: Iterable[Act]) -> dict[int, str]:
    """Return where the things are shown that some acts were about, by the act's id."""
    wanted: dict[str, set[int]] = {}
    for act in acts:
        if act.about_kind in PAGES and act.about_id is not None:
            wanted.setdefault(act.about_kind, set()).add(act.about_id)
    there = {kind: _still_there(kind, ids) for kind, ids in wanted.items()}
    return {
        act.pk: reverse(PAGES[act.about_kind], args=[act.about_id])
        for act in acts
        if act.about_id in there.get(act.about_kind, ())
    }


class Told(NamedTuple):
    """An act as people read it: what it was about, where that is shown, and what was different."""

    act: Act
    label: str
    page: str
    changes: list[tuple[str, str, str]]


def tell_acts(acts: Iterable[Act]) -> list[Told]:
    """Put acts into words, people by the names they have now."""
    acts = list(acts)
    pages, names = pages_of(acts), _names_in(acts)
    return [
        Told(
            act,
            act.label or names.get(act.about_id or 0, ""),
            pages.get(act.pk, ""),
            [
                (
                    _field_name(act.about_kind, name),
                    _told(name, before, names),
                    _told(name, after, names),
                )
                for name, (before, after) in act.changes.items()
            ],
        )
        for act in acts
    ]


def _names_in(acts: Collection[Act]) -> dict[int, str]:
    """Return the names of the players that acts were about or have changed something for."""
    ids = {act.about_id for act in acts if act.about_kind == PLAYER}
    ids |= {pk for act in acts for both in act.changes.get(PLAYERS, ()) for pk in both}
    players = apps.get_model(PLAYER)._default_manager.filter(pk__in=ids)
    return dict(players.values_list("pk", "name"))


def _told(name: str, value: object, names: Mapping[int, str]) -> str:
    if value is None:
        return ""
    if name == PLAYERS and isinstance(value, list):
        return ", ".join(names.get(pk, "–") for pk in value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _still_there(kind: str, ids: Collection[int]) -> set[int]:
    things = apps.get_model(kind)._default_manager.filter(pk__in=ids)
    return set(things.values_list("pk", flat=True))


def _field_name(kind: str, name: str) -> str:
    if name in FIELDS:
        return str(FIELDS[name])
    try:
        field = apps.get_model(kind)._meta.get_field(name)
    except (LookupError, FieldDoesNotExist, ValueError):
        return name
    return str(field.verbose_name) if isinstance(field, Field) else name


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone))
