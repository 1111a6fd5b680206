"""Begin a stage: fix who plays in it and what they bring along; take that back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.clubs.rights import PLAY
from league.competitions.models import CheckIn, Round, Stage, StageEntry
from league.competitions.noting import note_stage
from league.competitions.schedule import RoundTimes
from league.competitions.services import add_round, bump, lock_competition
from league.core.wake import wake
from league.rounds.cuts import cut_of
from league.rounds.due import SWEEP
from league.rounds.errors import RoundError
from league.standings.services import recompute_competition


@transaction.atomic
def begin_stage(*, stage_id: int, expected: list[int] | None, now: datetime) -> Stage:
    """Let those who go on play in a stage, seeded by where they stand; one that has begun stays.

    `expected` are the entries in the order of their seeds as the page has shown them; None: whoever
    it is. Raises stage_not_ready and cut_changed.
    """
    stage = _lock_stage(stage_id)
    if stage.has_begun:
        return stage
    found = cut_of(stage)
    if found.refusal:
        raise RoundError("stage_not_ready", found.refusal)
    if expected is not None and [row.entry.pk for row in found.going_on] != expected:
        raise RoundError("cut_changed")
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=row.entry, seed=row.seed, carried_points=row.carried)
        for row in found.going_on
        if row.seed is not None
    )
    stage.begun_at = now
    stage.save(update_fields=["begun_at"])
    recompute_competition(competition_id=stage.competition_id)
    bump(competition_id=stage.competition_id)
    note_stage(Verb.STAGE_BEGUN, stage)
    return stage


@transaction.atomic
def begin_due_stage(*, stage_id: int, now: datetime) -> Stage:
    """Begin a stage that follows by itself, and let its first round fall due now.

    Who goes on and was there for the last round is there for this one too.
    """
    stage = _lock_stage(stage_id)
    if stage.has_begun:
        return stage
    stage = begin_stage(stage_id=stage_id, expected=None, now=now)
    last = Round.objects.filter(stage__competition=stage.competition_id).order_by("number").last()
    first = add_round(
        competition_id=stage.competition_id,
        number=last.number + 1 if last else 1,
        times=RoundTimes(),
        now=now,
    )
    first.opens_at = now
    first.save(update_fields=["opens_at"])
    if last is not None:
        there = last.check_ins.filter(
            entry__stage_entries__stage=stage, entry__player__role__in=PLAY.roles
        )
        CheckIn.objects.bulk_create(
            CheckIn(round=first, entry_id=entry_id, by_id=by_id, created_at=now)
            for entry_id, by_id in there.order_by("pk").values_list("entry", "by")
        )
    wake(SWEEP)
    return stage


@transaction.atomic
def take_back_stage(*, stage_id: int) -> Stage:
    """Undo the beginning of a stage that has no round yet; one that has not begun stays so.

    Raises stage_not_ready.
    """
    stage = _lock_stage(stage_id)
    if stage.number == 1 or stage.begun_at is None:
        return stage
    if stage.rounds.exists():
        raise RoundError(
            "stage_not_ready",
            _("This stage has rounds already. Remove those that nobody has played first."),
        )
    if Stage.objects.filter(
        competition=stage.competition_id, number__gt=stage.number, begun_at__isnull=False
    ).exists():
        raise RoundError("stage_not_ready", _("The stage after this one has begun."))
    stage.stage_entries.all().delete()
    stage.begun_at = None
    stage.save(update_fields=["begun_at"])
    note_stage(Verb.STAGE_TAKEN_BACK, stage)
    recompute_competition(competition_id=stage.competition_id)
    bump(competition_id=stage.competition_id)
    return stage


def _lock_stage(stage_id: int) -> Stage:
    competition_id = Stage.objects.values_list("competition_id", flat=True).get(pk=stage_id)
    lock_competition(competition_id=competition_id)
    return Stage.objects.select_related("competition__club").get(pk=stage_id)
