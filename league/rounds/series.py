"""Tell which round follows another, and which stage."""

from django.db.models import Max

from league.competitions.models import Round, RoundStatus, Stage
from league.competitions.queries import rounds_of, stages_of
from league.competitions.upcoming import stage_to_begin


def following(round: Round) -> Round | None:
    """Return the next round of a stage after this one, one to be made if none is planned.

    None after the last round that the stage plans, and before one that has closed already.
    """
    stage = round.stage
    later = stage.rounds.filter(number__gt=round.number)
    if (found := later.exclude(status=RoundStatus.CLOSED).order_by("number").first()) is not None:
        return found
    is_last = stage.planned_rounds is not None and stage.rounds.count() >= stage.planned_rounds
    if is_last or later.exists():
        return None
    there = Round.objects.filter(stage__competition=stage.competition_id)
    last = there.aggregate(last=Max("number"))["last"] or 0
    return Round(stage=stage, number=last + 1)


def following_stage(round: Round) -> Stage | None:
    """Return the stage that can begin now that a round has closed, None where none can."""
    competition = round.stage.competition
    found = stage_to_begin(stages_of(competition), rounds_of(competition))
    return found if found is not None and found.number > round.stage.number else None
