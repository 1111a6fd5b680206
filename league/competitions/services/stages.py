"""Add, change and remove the stages of a competition."""

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.audit.services import differences
from league.audit.verbs import Verb
from league.competitions.errors import CompetitionError
from league.competitions.models import (
    Stage,
)
from league.competitions.noting import note_stage
from league.competitions.services.locking import bump, lock_competition

DECIDED_AT_THE_BEGINNING = ("carry_over", "cut", "cut_at", "cut_ties")
DECIDING_THE_PLAN = ("method", "planned_rounds", "balance")


STAGE_TERMS = (
    *("name", "method", "planned_rounds", "balance", "pull", *DECIDED_AT_THE_BEGINNING),
    *("hands_limit", "minutes", "last_call_minutes", "reminder_hours", "deadline", "next_round"),
)
"""The fields of a stage that its organiser may change later."""


def values_of(stage: Stage) -> dict[str, Any]:
    """Return how a stage is played: all that its organiser may change later."""
    return {name: getattr(stage, name) for name in STAGE_TERMS}


@transaction.atomic
def add_stage(*, competition_id: int, number: int, terms: Stage) -> Stage:
    """Add stage `number` after the last one; return the one that is there already.

    The number is what the organiser's page showed, so that pressing twice adds one stage.
    `terms` is a stage that is not stored.
    """
    lock_competition(competition_id=competition_id)
    stages = Stage.objects.filter(competition=competition_id)
    if (earlier := stages.filter(number=number).first()) is not None:
        return earlier
    last = stages.aggregate(last=Max("number"))["last"] or 0
    stage = Stage.objects.create(
        competition_id=competition_id, number=min(number, last + 1), **values_of(terms)
    )
    bump(competition_id=competition_id)
    note_stage(Verb.STAGE_ADDED, stage)
    return stage


@transaction.atomic
def edit_stage(*, stage_id: int, terms: Stage) -> Stage:
    """Change how a stage is played; who went on and what was carried over stay once it has begun.

    Rounds planned ahead are planned anew if the way of seating has changed.
    """
    competition_id = Stage.objects.values_list("competition_id", flat=True).get(pk=stage_id)
    lock_competition(competition_id=competition_id)
    stage = Stage.objects.get(pk=stage_id)
    wanted = values_of(terms)
    if stage.begun_at is not None:
        wanted |= {name: getattr(stage, name) for name in DECIDED_AT_THE_BEGINNING}
    if any(getattr(stage, name) != wanted[name] for name in DECIDING_THE_PLAN):
        stage.plan = None
    if changes := differences(stage, wanted):
        note_stage(Verb.STAGE_CHANGED, stage, changes)
    for name, value in wanted.items():
        setattr(stage, name, value)
    stage.save(update_fields=[*wanted, "plan"])
    bump(competition_id=competition_id)
    return stage


@transaction.atomic
def remove_stage(*, stage_id: int) -> None:
    """Remove the last stage while it has not begun; one that is gone stays gone.

    Raises CompetitionError.
    """
    found = Stage.objects.filter(pk=stage_id).values_list("competition_id", flat=True).first()
    if found is None:
        return
    lock_competition(competition_id=found)
    stage = Stage.objects.get(pk=stage_id)
    if stage.has_begun or stage.rounds.exists():
        raise CompetitionError("stage", _("This stage has begun, so it stays."))
    if Stage.objects.filter(competition=found, number__gt=stage.number).exists():
        raise CompetitionError("stage", _("Another stage follows this one. Remove that first."))
    note_stage(Verb.STAGE_REMOVED, stage)
    stage.delete()
    bump(competition_id=found)
