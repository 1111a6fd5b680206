"""Background tasks of forecasts and awards."""

import logging
from collections.abc import Iterable

from celery import shared_task
from django.utils import timezone

from league.standings.forecast_store import forecasts_to_make, update_forecast
from league.standings.statistics.services import give_awards, rating_lists_to_award

logger = logging.getLogger(__name__)

SWEEP = "league.standings.tasks.sweep"
AWARDS = "league.standings.tasks.give_due_awards"


@shared_task(name=SWEEP)
def sweep() -> None:
    """Update due forecasts, and give awards to rating lists without any; errors are logged."""
    _give_awards(rating_lists_to_award(is_first=True))
    for pk in forecasts_to_make(timezone.now()):
        try:
            update_forecast(competition_id=pk, now=timezone.now())
        except Exception:
            logger.exception("Could not forecast competition %d", pk)


@shared_task(name=AWARDS)
def give_due_awards() -> None:
    """Give the awards of rating lists that have changed; errors are logged."""
    _give_awards(rating_lists_to_award())


def _give_awards(rating_lists: Iterable[int]) -> None:
    for pk in rating_lists:
        try:
            give_awards(rating_list_id=pk)
        except Exception:
            logger.exception("Could not give the awards of book %d", pk)
