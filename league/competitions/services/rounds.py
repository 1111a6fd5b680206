"""Add rounds to a competition."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from league.audit.verbs import Verb
from league.competitions.models import Round, RoundStatus
from league.competitions.noting import note_round
from league.competitions.queries import current_stage
from league.competitions.schedule import RoundTimes
from league.competitions.services.locking import bump, lock_competition


@transaction.atomic
def add_round(*, competition_id: int, number: int, times: RoundTimes, now: datetime) -> Round:
    """Add round `number`, open at once if its time has come; return the one that is there already.

    It belongs to the stage that is being played. Rounds are numbered through all stages.
    The number is what the organiser's page showed as the next one, so that pressing twice adds
    one round. A number beyond the next becomes the next.
    """
    lock_competition(competition_id=competition_id)
    stage = current_stage(competition_id)
    there = Round.objects.filter(stage__competition=competition_id)
    last = there.aggregate(last=Max("number"))["last"] or 0
    if (earlier := there.filter(number=number).first()) is not None:
        return earlier
    is_due = times.opens_at is not None and times.opens_at <= now
    round = Round.objects.create(
        stage=stage,
        number=min(number, last + 1),
        opens_at=times.opens_at,
        closes_at=times.closes_at,
        status=RoundStatus.OPEN if is_due else RoundStatus.SCHEDULED,
        opened_at=now if is_due else None,
    )
    bump(competition_id=competition_id)
    note_round(Verb.ROUND_ADDED, round)
    return round
