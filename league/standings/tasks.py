"""Work out what takes longer than a visitor should wait."""

import logging
from collections.abc import Iterable

from celery import shared_task
from django.utils import timezone

from league.standings.foretelling import forecasts_to_make, foretell
from league.standings.statistics.deeds import books_never_honoured, books_to_honour, honour

logger = logging.getLogger(__name__)

SWEEP = "league.standings.tasks.sweep"
AWARDS = "league.standings.tasks.give_awards"


@shared_task(name=SWEEP)
def sweep() -> None:
    """Forecast what is due, and give awards where there have been none; safe twice, late or never.

    One that fails is logged and met again by the next sweep; the others go on.
    """
    _honour(books_never_honoured())
    for pk in forecasts_to_make(timezone.now()):
        try:
            foretell(competition_id=pk, now=timezone.now())
        except Exception:
            logger.exception("Could not forecast competition %d", pk)


@shared_task(name=AWARDS)
def give_awards() -> None:
    """Give the awards where something has changed, likewise; a large club's take their time."""
    _honour(books_to_honour())


def _honour(books: Iterable[int]) -> None:
    for pk in books:
        try:
            honour(book_id=pk)
        except Exception:
            logger.exception("Could not give the awards of book %d", pk)
