"""Stages: added, changed, begun; the seating written by hand; rounds that make themselves."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api import locking, lookups
from league.api.api_view import ApiView
from league.api.operations import CREATED, Call, operation
from league.api.serializers import stages
from league.competitions import queries, services
from league.competitions.models import Cut, Method, Recurrence, Stage
from league.competitions.services import STAGE_TERMS
from league.rounds.cuts import cut_of
from league.rounds.scripts import read_script, write_script
from league.rounds.services import (
    pause_recurrence,
    remove_recurrence,
    resume_recurrence,
    save_script,
    set_recurrence,
)
from league.rounds.services.stages import begin_stage, take_back_stage

DEFAULT_AHEAD = 2


class CompetitionStagesView(ApiView):
    @operation(stages.StageSerializer, order=("number", "pk"))
    def get(self, call: Call, pk: int) -> QuerySet[Stage]:
        """List a competition's stages."""
        return queries.stages_of(lookups.competition_seen(call, pk))

    @operation(stages.StageSerializer, takes=stages.StageCreateSerializer, status=CREATED)
    def post(self, call: Call, pk: int) -> Stage:
        """Add a stage after the last one, such as a final.

        One of this number that is there already is given back as it is.
        """
        lookups.competition_organised(call, pk)
        sent = dict(call.sent)
        number = sent.pop("number")
        return services.add_stage(competition_id=pk, number=number, terms=stage_terms(sent))


class StageByIdView(ApiView):
    @operation(stages.StageSerializer, lock=locking.lock_stage)
    def get(self, call: Call, pk: int) -> Stage:
        """Show a stage."""
        return lookups.stage_seen(call, pk)

    @operation(stages.StageSerializer, takes=stages.StageUpdateSerializer)
    def patch(self, call: Call, pk: int) -> Stage:
        """Change how a stage is played; what is left out stays."""
        stage = lookups.stage_organised(call, pk)
        now = {name: getattr(stage, name) for name in STAGE_TERMS}
        services.edit_stage(stage_id=pk, terms=stage_terms(now | dict(call.sent)))
        return lookups.stage_seen(call, pk)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Remove the last stage while it has not begun."""
        services.remove_stage(stage_id=lookups.stage_organised(call, pk).pk)


class StageCutView(ApiView):
    @operation(stages.CutSerializer, is_personal=True)
    def get(self, call: Call, pk: int) -> object:
        """Show who would go on to a stage that has not begun, and with how many points."""
        stage = lookups.stage_organised(call, pk)
        return lookups.shown_or_404(None if stage.has_begun else cut_of(stage))


class StageBeginningView(ApiView):
    @operation(stages.StageSerializer, takes=stages.BeginningCreateSerializer)
    def post(self, call: Call, pk: int) -> Stage:
        """Let those who go on play in a stage; one that has begun stays as it is."""
        lookups.stage_organised(call, pk)
        begin_stage(stage_id=pk, expected=call.sent.get("entries"), now=call.now)
        return lookups.stage_seen(call, pk)


class StageTakingBackView(ApiView):
    @operation(stages.StageSerializer)
    def post(self, call: Call, pk: int) -> Stage:
        """Undo the beginning of a stage that has no round yet."""
        lookups.stage_organised(call, pk)
        take_back_stage(stage_id=pk)
        return lookups.stage_seen(call, pk)


class StageScriptView(ApiView):
    @operation(stages.ScriptSerializer, is_personal=True, lock=locking.lock_stage)
    def get(self, call: Call, pk: int) -> object:
        """Show the tables that are written down for a stage, or its home groups."""
        return _script(lookups.stage_organised(call, pk))

    @operation(stages.ScriptSerializer, takes=stages.ScriptCreateSerializer)
    def put(self, call: Call, pk: int) -> object:
        """Write down the tables of a stage; rounds that are seated stay as they are."""
        stage = lookups.stage_organised(call, pk)
        reading = read_script(stage, call.sent["text"])
        if reading.faults:
            where = _("Line %(line)d: %(words)s")
            words = [
                where % {"line": line, "words": told} if line else told
                for line, told in reading.faults
            ]
            raise ValidationError({"text": words}, code="unreadable")
        return _script(save_script(stage_id=pk, rounds=reading.rounds))


class StageRecurrenceView(ApiView):
    @operation(stages.RecurrenceSerializer, is_personal=True, lock=locking.lock_stage)
    def get(self, call: Call, pk: int) -> object:
        """Show on which days a stage's rounds recur; 404 where they are added by hand."""
        return _recurrence(lookups.stage_organised(call, pk))

    @operation(stages.RecurrenceSerializer, takes=stages.RecurrenceCreateSerializer)
    def put(self, call: Call, pk: int) -> Recurrence:
        """Let a stage's rounds recur, and make the next of them."""
        stage = lookups.stage_organised(call, pk)
        unless_told = {"time_zone": stage.competition.club.time_zone, "minutes_open": None}
        sent = {**unless_told, "ahead": DEFAULT_AHEAD, **call.sent}
        return set_recurrence(stage_id=pk, **sent, now=call.now)

    @operation(stages.RecurrenceSerializer, takes=stages.PauseCreateSerializer)
    def patch(self, call: Call, pk: int) -> object:
        """Make no further rounds for now, or go on."""
        stage = lookups.stage_organised(call, pk)
        change = pause_recurrence if call.sent["is_paused"] else resume_recurrence
        change(stage_id=pk, now=call.now)
        return _recurrence(stage)

    @operation()
    def delete(self, call: Call, pk: int) -> None:
        """Let rounds recur no longer; those ahead that nobody has touched are taken back."""
        remove_recurrence(stage_id=lookups.stage_organised(call, pk).pk, now=call.now)


def stage_terms(values: Mapping[str, Any]) -> Stage:
    """Return terms that fit one another; raises ValidationError."""
    terms = Stage(**values)
    faults: dict[str, list[str]] = {}
    if terms.minutes is not None and terms.last_call_minutes >= terms.minutes:
        words = _("The round has %(minutes)d minutes; call the last hand later.")
        faults["last_call_minutes"] = [words % {"minutes": terms.minutes}]
    if terms.cut != Cut.EVERYBODY and terms.cut_at is None:
        faults["cut_at"] = [_("Write how many go on, or with how many points.")]
    if faults:
        raise ValidationError(faults)
    return terms


def _script(stage: Stage) -> dict[str, Any]:
    groups = [stage.groups] if stage.groups else []
    rounds = groups if stage.method == Method.FIXED else stage.script or []
    return {"text": write_script(stage), "rounds": rounds}


def _recurrence(stage: Stage) -> object:
    return lookups.shown_or_404(Recurrence.objects.filter(stage=stage).first())
