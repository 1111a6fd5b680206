"""Open and close the rounds whose time has come."""

import logging

from celery import shared_task
from django.utils import timezone

from league.competitions.models import RoundStatus
from league.rounds import services
from league.rounds.lots import new_seed
from league.rounds.queries import due_rounds

logger = logging.getLogger(__name__)


@shared_task(name="league.rounds.tasks.sweep")
def sweep() -> None:
    """Open and close all rounds that are due, each on its own; safe twice, late, or never.

    One that fails is logged and met again by the next sweep; the others go on.
    """
    now = timezone.now()
    for round_id, status in due_rounds(now):
        try:
            if status == RoundStatus.SCHEDULED:
                services.open_due_round(round_id=round_id, seed=new_seed(), now=now)
            else:
                services.close_due_round(round_id=round_id, now=now)
        except Exception:
            logger.exception("Round %d could not be moved on from %s", round_id, status)
