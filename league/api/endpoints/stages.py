"""Stages, their cuts, seating lists and recurring rounds."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import ValidationError

from league.api import lookups
from league.api.chapters import STAGES
from league.api.operations import Call
from league.api.serializers import competitions as stages
from league.competitions import queries, services
from league.competitions.models import Cut, Recurrence, SeatingMethod, Stage
from league.rounds import seating_lists
from league.rounds.services import competition, recurrence
from league.rounds.stage_cut import cut_of

DEFAULT_AHEAD = 2
IN_COMPETITION = "competitions/<int:pk>/stages/"
STAGE = "stages/<int:pk>/"


@STAGES.get(IN_COMPETITION, stages.StageSerializer, order=("number", "pk"))
def list_stages(call: Call, pk: int) -> QuerySet[Stage]:
    """List the stages of a competition."""
    return queries.stages_of(lookups.competition_seen(call, pk))


@STAGES.create(IN_COMPETITION, stages.StageSerializer, takes=stages.StageCreateSerializer)
def create_stage(call: Call, pk: int) -> Stage:
    """Add a stage after the last one; an existing number returns that stage."""
    lookups.competition_organised(call, pk)
    sent = dict(call.sent)
    number = sent.pop("number")
    return services.add_stage(competition_id=pk, number=number, settings=stage_settings(sent))


@STAGES.get(STAGE, stages.StageSerializer, lock=lookups.lock_stage)
def retrieve_stage(call: Call, pk: int) -> Stage:
    """Show a stage."""
    return lookups.stage_seen(call, pk)


@STAGES.patch(STAGE, stages.StageSerializer, takes=stages.StageUpdateSerializer)
def update_stage(call: Call, pk: int) -> Stage:
    """Change the settings of a stage."""
    stage = lookups.stage_organised(call, pk)
    now = {name: getattr(stage, name) for name in services.STAGE_SETTINGS}
    services.edit_stage(stage_id=pk, settings=stage_settings(now | dict(call.sent)))
    return lookups.stage_seen(call, pk)


@STAGES.delete(STAGE)
def delete_stage(call: Call, pk: int) -> None:
    """Delete the last stage before it has started."""
    services.remove_stage(stage_id=lookups.stage_organised(call, pk).pk)


@STAGES.get(f"{STAGE}cut/", stages.CutSerializer, is_personal=True)
def retrieve_cut(call: Call, pk: int) -> object:
    """Preview who advances to a stage that has not started, and with how many points."""
    stage = lookups.stage_organised(call, pk)
    return lookups.shown_or_404(None if stage.has_started else cut_of(stage))


@STAGES.post(f"{STAGE}start/", stages.StageSerializer, takes=stages.StageStartSerializer)
def start_stage(call: Call, pk: int) -> Stage:
    """Start a stage; a started stage stays unchanged."""
    lookups.stage_organised(call, pk)
    competition.begin_stage(stage_id=pk, expected=call.sent.get("entries"), now=call.now)
    return lookups.stage_seen(call, pk)


@STAGES.post(f"{STAGE}decline/", stages.StageSerializer, takes=stages.DeclineCreateSerializer)
def decline_stage(call: Call, pk: int) -> Stage:
    """Let an entry decline a stage that has not started, or take that back."""
    lookups.stage_organised(call, pk)
    competition.decline_stage(stage_id=pk, **call.sent)
    return lookups.stage_seen(call, pk)


@STAGES.post(f"{STAGE}undo-start/", stages.StageSerializer)
def undo_stage_start(call: Call, pk: int) -> Stage:
    """Undo the start of a stage without rounds."""
    lookups.stage_organised(call, pk)
    competition.undo_stage_start(stage_id=pk)
    return lookups.stage_seen(call, pk)


@STAGES.get(
    f"{STAGE}seating-list/", stages.SeatingListSerializer, is_personal=True, lock=lookups.lock_stage
)
def retrieve_seating_list(call: Call, pk: int) -> object:
    """Show the seating list or the fixed groups of a stage."""
    return _seating_list(lookups.stage_organised(call, pk))


@STAGES.put(
    f"{STAGE}seating-list/", stages.SeatingListSerializer, takes=stages.SeatingListUpdateSerializer
)
def update_seating_list(call: Call, pk: int) -> object:
    """Replace the seating list of a stage; seated rounds stay unchanged."""
    stage = lookups.stage_organised(call, pk)
    reading = seating_lists.read_seating_list(stage, call.sent["text"])
    if reading.faults:
        where = _("Line %(line)d: %(words)s")
        texts = [
            where % {"line": line, "words": text} if line else text for line, text in reading.faults
        ]
        raise ValidationError({"text": texts}, code="unreadable")
    return _seating_list(seating_lists.save_seating_list(stage_id=pk, rounds=reading.rounds))


@STAGES.get(
    f"{STAGE}recurrence/", stages.RecurrenceSerializer, is_personal=True, lock=lookups.lock_stage
)
def retrieve_recurrence(call: Call, pk: int) -> object:
    """Show the recurring rounds of a stage; 404 if there are none."""
    return _recurrence(lookups.stage_organised(call, pk))


@STAGES.put(
    f"{STAGE}recurrence/", stages.RecurrenceSerializer, takes=stages.RecurrenceUpdateSerializer
)
def update_recurrence(call: Call, pk: int) -> Recurrence:
    """Schedule recurring rounds of a stage, and create the next ones."""
    stage = lookups.stage_organised(call, pk)
    defaults = {"time_zone": stage.competition.club.time_zone, "minutes_open": None}
    sent = {**defaults, "ahead": DEFAULT_AHEAD, **call.sent}
    return recurrence.set_recurrence(stage_id=pk, **sent, now=call.now)


@STAGES.patch(
    f"{STAGE}recurrence/", stages.RecurrenceSerializer, takes=stages.PauseUpdateSerializer
)
def pause_recurrence(call: Call, pk: int) -> object:
    """Pause or resume recurring rounds."""
    stage = lookups.stage_organised(call, pk)
    is_paused = call.sent["is_paused"]
    change = recurrence.pause_recurrence if is_paused else recurrence.resume_recurrence
    change(stage_id=pk, now=call.now)
    return _recurrence(stage)


@STAGES.delete(f"{STAGE}recurrence/")
def delete_recurrence(call: Call, pk: int) -> None:
    """Stop recurring rounds; unused rounds created in advance are deleted."""
    stage = lookups.stage_organised(call, pk)
    recurrence.remove_recurrence(stage_id=stage.pk, now=call.now)


def stage_settings(values: Mapping[str, Any]) -> Stage:
    """Return consistent settings of a stage; raises ValidationError."""
    settings = Stage(**values)
    faults: dict[str, list[str]] = {}
    if settings.minutes is not None and settings.last_call_minutes >= settings.minutes:
        text = ngettext(
            "The round lasts only %(minutes)d minute. Choose a later time for the last hand.",
            "The round lasts only %(minutes)d minutes. Choose a later time for the last hand.",
            settings.minutes,
        )
        faults["last_call_minutes"] = [text % {"minutes": settings.minutes}]
    if settings.cut != Cut.EVERYBODY and settings.cut_at is None:
        faults["cut_at"] = [_("Enter how many entries advance, or the points they need.")]
    if faults:
        raise ValidationError(faults)
    return settings


def _seating_list(stage: Stage) -> dict[str, Any]:
    groups = [stage.groups] if stage.groups else []
    rounds = groups if stage.method == SeatingMethod.FIXED else stage.seating_list or []
    return {"text": seating_lists.write_seating_list(stage), "rounds": rounds}


def _recurrence(stage: Stage) -> object:
    return lookups.shown_or_404(Recurrence.objects.filter(stage=stage).first())
