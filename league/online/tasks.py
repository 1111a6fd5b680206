"""Play on at the tables where something is due that no person does."""

import logging

from celery import shared_task
from django.utils import timezone

from league.online.opened import SWEEP
from league.online.queries import tables_due
from league.online.services.due import do_what_is_due

logger = logging.getLogger(__name__)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Do what is due, table by table; safe twice, at once, late, or never."""
    for pk in tables_due(timezone.now()):
        try:
            do_what_is_due(table_id=pk, now=timezone.now())
        except Exception:
            logger.exception("Could not play on at online table %d", pk)
