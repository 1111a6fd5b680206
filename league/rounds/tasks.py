"""Do what has fallen due in the life of rounds."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from league.rounds import due
from league.rounds.cuts import stages_to_begin
from league.rounds.lots import new_seed
from league.rounds.services.clock import call_due_clock
from league.rounds.services.closing import close_due_round
from league.rounds.services.deadlines import end_adjourned_table
from league.rounds.services.life import open_due_round
from league.rounds.services.missed import expect_round_again, mark_missed_rounds
from league.rounds.services.recurrence import make_recurring_rounds
from league.rounds.services.reminders import remind_check_in, remind_deadline, tell_seats
from league.rounds.services.stages import begin_due_stage
from league.standings.ratings.services import competitions_to_rate, update_ratings

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something the sweep does: what is due at a moment (ids), and how one of it is done."""

    name: str
    find: Callable[[datetime], list[int]]
    do: Callable[[int, datetime], object]


DUTIES = (
    Duty(
        "mark missed rounds of competition",
        due.competitions_with_missed_rounds,
        lambda pk, now: mark_missed_rounds(competition_id=pk, now=now),
    ),
    Duty(
        "expect again round",
        due.rounds_not_missed,
        lambda pk, now: expect_round_again(round_id=pk, now=now),
    ),
    Duty(
        "open round",
        due.rounds_to_open,
        lambda pk, now: open_due_round(round_id=pk, seed=new_seed(), now=now),
    ),
    Duty(
        "close round",
        due.rounds_to_close,
        lambda pk, now: close_due_round(round_id=pk, now=now),
    ),
    Duty(
        "call the clock of round",
        due.clocks_to_call,
        lambda pk, now: call_due_clock(round_id=pk, now=now),
    ),
    Duty(
        "tell the seats of table",
        due.tables_to_tell,
        lambda pk, now: tell_seats(table_id=pk, now=now),
    ),
    Duty(
        "end adjourned table",
        due.adjourned_tables_to_end,
        lambda pk, now: end_adjourned_table(table_id=pk, now=now),
    ),
    Duty(
        "begin stage",
        stages_to_begin,
        lambda pk, now: begin_due_stage(stage_id=pk, now=now),
    ),
    Duty(
        "make rounds of stage",
        due.stages_to_fill,
        lambda pk, now: make_recurring_rounds(stage_id=pk, now=now),
    ),
    Duty(
        "announce round",
        due.rounds_to_announce,
        lambda pk, now: remind_check_in(round_id=pk, now=now),
    ),
    Duty(
        "remind of the deadline of round",
        due.rounds_to_remind,
        lambda pk, now: remind_deadline(round_id=pk, now=now),
    ),
    Duty(
        "rate the hands of competition",
        lambda _now: competitions_to_rate(),
        lambda pk, _now: update_ratings(competition_id=pk),
    ),
)


@shared_task(name=due.SWEEP)
def sweep() -> None:
    """Do all that is due, each on its own; safe twice, at once, late, or never.

    What is due is read before anything is done, so what one duty sets off is for the next sweep.
    One that fails is logged and met again by the next sweep; the others go on.
    """
    now = timezone.now()
    found = [(duty, pk) for duty in DUTIES for pk in duty.find(now)]
    for duty, pk in found:
        try:
            duty.do(pk, now)
        except Exception:
            logger.exception("Could not %s %d", duty.name, pk)
