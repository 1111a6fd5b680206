"""Play on at the tables where something is due that no person does."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.utils import timezone

from league.online.locked_table import SWEEP
from league.online.models import QuickMatch
from league.online.queries import tables_due
from league.online.services import tidying
from league.online.services.bots import analyse_moves, do_what_is_due, next_hand_to_analyse
from league.online.services.duplicate_deals import SWEEP as OPEN_DEALS
from league.online.services.duplicate_deals import events_due, open_duplicate_deals
from league.online.services.quick_match import match_players

logger = logging.getLogger(__name__)


@contextmanager
def _logging(text: str, pk: int) -> Iterator[None]:
    """Log what fails at one of several, and go on with the others."""
    try:
        yield
    except Exception:
        logger.exception(text, pk)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Do what is due, table by table; safe twice, at once, late, or never."""
    for pk in tables_due(timezone.now()):
        with _logging("Could not play on at online table %d", pk):
            do_what_is_due(table_id=pk, now=timezone.now())


@shared_task
def match_waiting_players() -> None:
    """Seat those who wait for a quick match; safe twice, at once, late, or never."""
    if QuickMatch.objects.exists():
        match_players(now=timezone.now())


@shared_task(name=OPEN_DEALS)
def open_deals() -> None:
    """Open the deals of duplicate events that nobody is to play any more; safe twice or late."""
    for pk in events_due(timezone.now()):
        with _logging("Could not look into duplicate event %d", pk):
            open_duplicate_deals(event_id=pk, now=timezone.now())


@shared_task
def tidy() -> None:
    """Tidy away tables that people have left and visitors who have gone; safe twice or late."""
    now = timezone.now()
    for pk in list(tidying.quiet_tables(now).values_list("pk", flat=True)):
        with _logging("Could not end the quiet online table %d", pk):
            tidying.end_quiet_table(table_id=pk, now=now)
    tidying.delete_unplayed(now)
    tidying.delete_spectators(now)
    tidying.forget_visitors(now)


@shared_task
def analyse_hands() -> None:
    """Judge some moves of a finished hand, one slice a tick; safe twice, late, or never."""
    hand = next_hand_to_analyse(timezone.now())
    if hand is not None:
        analyse_moves(hand_id=hand, now=timezone.now())
