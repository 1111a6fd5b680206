"""Duplicate a competition: its settings, stages and, if wanted, its entries."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from league.audit.actions import Action
from league.clubs.models import Club
from league.clubs.rights import PLAY
from league.competitions.models import Competition, Recurrence, Separation, Stage
from league.competitions.queries import entries_of, free_name
from league.competitions.services import (
    COMPETITION_SETTINGS,
    EntryDescription,
    check_name,
    describe_entries,
    enter_players,
    values_of,
)
from league.competitions.writing import lock_competition, log_competition

NUMBER = re.compile(r"[1-9]\d?")
SEASON = re.compile(r"(\D*)(\d{1,4})(?:/(\d{2}))?")


def next_name(competition: Competition) -> str:
    """Return a free name for a copy: the next season's, as League 2027 after League 2026.

    A number that tells a copy from the club's competition of the same name is counted up.
    """
    name = competition.name
    stem, _space, number = name.rpartition(" ")
    if NUMBER.fullmatch(number) and competition.club.competitions.filter(name=stem).exists():
        name = stem
    elif found := SEASON.fullmatch(name):
        stem, number, second = found.groups()
        name = f"{stem}{int(number) + 1}"
        if second:
            name += f"/{(int(second) + 1) % 100:02}"
    return free_name(competition.club, name)


@transaction.atomic
def duplicate_competition(
    *, competition_id: int, name: str, with_entries: bool, now: datetime
) -> Competition:
    """Create a copy without rounds and results; raises name_taken.

    Recurring rounds are copied paused: their first date is for the organiser to choose.
    """
    source = lock_competition(competition_id=competition_id)
    Club.objects.select_for_update().get(pk=source.club_id)
    check_name(source.club_id, name)
    values = {field: getattr(source, field) for field in COMPETITION_SETTINGS} | {"name": name}
    copy = Competition.objects.create(
        club_id=source.club_id, game=source.game, created_at=now, **values
    )
    entries = _copy_entries(source, copy, now) if with_entries else {}
    for stage in source.stages.select_related("recurrence").order_by("number"):
        _copy_stage(stage, copy, entries, now)
    separations = list(source.separations.order_by("pk"))
    for each in separations:
        each.pk, each.competition, each.created_at = None, copy, now
    Separation.objects.bulk_create(separations)
    log_competition(Action.COMPETITION_CREATED, copy)
    return copy


def _copy_entries(source: Competition, copy: Competition, now: datetime) -> dict[int, int]:
    """Enter the same players who still play, and return the new id of each entry by the old."""
    before = [
        entry
        for entry in entries_of(source)
        if entry.player.left_at is None and PLAY.is_held_by(entry.player.role)
    ]
    entered = enter_players(
        competition_id=copy.pk, players=[entry.player for entry in before], now=now
    )
    ids = {entry.player_id: entry.pk for entry in entered}
    describe_entries(
        competition_id=copy.pk,
        descriptions={
            ids[entry.player_id]: EntryDescription(entry.team, entry.is_guest) for entry in before
        },
    )
    return {entry.pk: ids[entry.player_id] for entry in before}


def _copy_stage(stage: Stage, copy: Competition, entries: Mapping[int, int], now: datetime) -> None:
    made = Stage.objects.create(
        competition=copy,
        number=stage.number,
        started_at=now if stage.number == 1 else None,
        groups=_renamed(stage.groups, entries),
        seating_list=_renamed(stage.seating_list, entries),
        **values_of(stage),
    )
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None:
        recurrence.pk, recurrence.stage = None, made
        recurrence.paused_at, recurrence.ended_at = now, None
        recurrence.save(force_insert=True)


def _renamed(ids: Any, entries: Mapping[int, int]) -> Any:
    """Return nested lists of entry ids with the ids of the copy; None if one is missing."""
    if isinstance(ids, list):
        inside = [_renamed(each, entries) for each in ids]
        return None if None in inside else inside
    return entries.get(ids)
