"""Tell which round follows another, and which stage."""

from django.db.models import Max

from league.competitions.models import SETTLED, Round, RoundStatus, Stage
from league.competitions.queries import rounds_of, stages_of
from league.competitions.upcoming import stage_to_begin


def following(round: Round) -> Round | None:
    """Return the next round of a stage after this one, one to be made if none is planned.

    None after the last round that the stage plans, and before one that has closed already. What
    becomes of one that was missed is for the organisers to say.
    """
    stage = round.stage
    later = stage.rounds.filter(number__gt=round.number)
    to_come = later.exclude(status__in=SETTLED).exclude(
        status=RoundStatus.SCHEDULED, missed_at__isnull=False
    )
    if (found := to_come.order_by("number").first()) is not None:
        return found
    is_last = stage.planned_rounds is not None and stage.rounds.count() >= stage.planned_rounds
    if is_last or later.exclude(status=RoundStatus.CALLED_OFF).exists():
        return None
    there = Round.objects.filter(stage__competition=stage.competition_id)
    last = there.aggregate(last=Max("number"))["last"] or 0
    return Round(stage=stage, number=last + 1)


def following_stage(round: Round) -> Stage | None:
    """Return the stage that can begin now that a round has closed, None where none can."""
    competition = round.stage.competition
    found = stage_to_begin(stages_of(competition), rounds_of(competition))
    return found if found is not None and found.number > round.stage.number else None
