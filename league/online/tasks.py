"""Play on at the tables where something is due that no person does."""

import logging

from celery import shared_task
from django.utils import timezone

from league.online.opened import SWEEP
from league.online.queries import tables_due
from league.online.services.boards import SWEEP as OPEN_DEALS
from league.online.services.boards import events_due, open_boards
from league.online.services.due import do_what_is_due
from league.online.services.opinions import judge_moves, next_hand_to_judge
from league.online.services.tidying import (
    delete_unplayed,
    delete_watchers,
    end_quiet_table,
    quiet_tables,
)
from league.online.services.visitors import forget_visitors

logger = logging.getLogger(__name__)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Do what is due, table by table; safe twice, at once, late, or never."""
    for pk in tables_due(timezone.now()):
        try:
            do_what_is_due(table_id=pk, now=timezone.now())
        except Exception:
            logger.exception("Could not play on at online table %d", pk)


@shared_task(name=OPEN_DEALS)
def open_deals() -> None:
    """Open the deals of duplicate events that nobody is to play any more; safe twice or late."""
    for pk in events_due(timezone.now()):
        try:
            open_boards(event_id=pk, now=timezone.now())
        except Exception:
            logger.exception("Could not look into duplicate event %d", pk)


@shared_task
def tidy() -> None:
    """Tidy away tables that people have left and visitors who have gone; safe twice or late."""
    now = timezone.now()
    for pk in list(quiet_tables(now).values_list("pk", flat=True)):
        try:
            end_quiet_table(table_id=pk, now=now)
        except Exception:
            logger.exception("Could not end the quiet online table %d", pk)
    delete_unplayed(now)
    delete_watchers(now)
    forget_visitors(now)


@shared_task
def give_opinions() -> None:
    """Think about some more moves of a hand that is over; safe twice, late, or never.

    One slice a tick: who plays goes first.
    """
    hand = next_hand_to_judge(timezone.now())
    if hand is not None:
        judge_moves(hand_id=hand, now=timezone.now())
