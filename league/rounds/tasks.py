"""The sweep: find what is due in the life of rounds, and do it."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from league.competitions.models import Competition, Deadline, Recurrence, Round, RoundStatus, Table
from league.competitions.queries import rounds
from league.rounds.draws import new_draw_seed
from league.rounds.queries import (
    SELF_CHECK_IN_BEFORE,
    SWEEP,
    ended_score,
    is_too_late,
    unfinished_tables,
)
from league.rounds.services.clock import ClockState, call_due_clock, clock_of
from league.rounds.services.closing import close_due_round, end_adjourned_table
from league.rounds.services.competition import begin_due_stage, stages_to_begin
from league.rounds.services.lifecycle import expect_round_again, mark_missed_rounds, open_due_round
from league.rounds.services.recurrence import make_recurring_rounds
from league.rounds.services.reminders import notify_seats, remind_check_in, remind_deadline
from league.standings.ratings.services import bump_rated, competitions_to_rate, update_ratings
from league.standings.statistics.queries import ended_competitions
from league.standings.statistics.services import give_awards

logger = logging.getLogger(__name__)


def _scheduled() -> QuerySet[Round]:
    return rounds().filter(status=RoundStatus.SCHEDULED)


def _ids(found: QuerySet[Any], field: str = "pk") -> list[int]:
    return list(found.values_list(field, flat=True))


def rounds_to_open(now: datetime) -> list[int]:
    """Return the ids of rounds whose opening time has come and that are not missed."""
    come = _scheduled().filter(opens_at__lte=now, missed_at=None).order_by("opens_at", "pk")
    return [round.pk for round in come if not is_too_late(round, now)]


def competitions_with_missed_rounds(now: datetime) -> list[int]:
    """Return the ids of competitions with missed rounds that are not marked."""
    come = _scheduled().filter(opens_at__lte=now, missed_at=None).order_by("pk")
    return sorted({round.stage.competition_id for round in come if is_too_late(round, now)})


def rounds_not_missed(now: datetime) -> list[int]:
    """Return the ids of rounds marked as missed before the clock was put back."""
    missed = _scheduled().filter(missed_at__isnull=False).order_by("pk")
    return [round.pk for round in missed if not is_too_late(round, now)]


def rounds_to_announce(now: datetime) -> list[int]:
    """Return the ids of rounds whose check-in has begun without a reminder."""
    soon = _scheduled().filter(
        opens_at__gt=now, opens_at__lte=now + SELF_CHECK_IN_BEFORE, check_in_reminded_at=None
    )
    return _ids(soon.order_by("opens_at", "pk"))


def rounds_to_close(now: datetime) -> list[int]:
    """Return the ids of rounds whose deadline has come and that wait for no table."""
    late = unfinished_tables().filter(round=OuterRef("pk"))
    waits = Q(stage__deadline=Deadline.WAIT) & Exists(late)
    due = Round.objects.open().filter(closes_at__lte=now).exclude(waits)
    return _ids(due.order_by("closes_at", "pk"))


def rounds_to_remind(now: datetime) -> list[int]:
    """Return the ids of rounds whose deadline is near and whose players were not reminded."""
    near = Round.objects.open().filter(
        closes_at__gt=now,
        closes_at__lte=now + timedelta(days=31),
        deadline_reminded_at=None,
        stage__reminder_hours__isnull=False,
    )
    return [
        round.pk
        for round in near.select_related("stage").order_by("closes_at", "pk")
        if round.closes_at
        and round.closes_at - timedelta(hours=round.stage.reminder_hours or 0) <= now
    ]


def clocks_to_call(now: datetime) -> list[int]:
    """Return the ids of rounds whose clock has something to call."""
    running = Round.objects.open().filter(
        clock_started_at__isnull=False, clock_paused_at=None, time_called_at=None
    )
    return [
        round.pk
        for round in running.select_related("stage").order_by("clock_started_at", "pk")
        if (clock := clock_of(round, now))
        and (
            clock.state == ClockState.OVER or (clock.is_last_hand and not round.last_hand_called_at)
        )
    ]


def tables_to_notify(now: datetime) -> list[int]:  # noqa: ARG001  # whenever it was
    """Return the ids of open tables whose players were not notified of their seats."""
    new = Table.objects.standing().filter(
        seating__gt=F("seating_notified"), round__status=RoundStatus.OPEN
    )
    return _ids(new.order_by("pk"))


def adjourned_tables_to_end(now: datetime) -> list[int]:  # noqa: ARG001  # whenever it was
    """Return the ids of adjourned tables whose match is over."""
    adjourned = Table.objects.standing().filter(adjourned_at__isnull=False)
    return _ids(adjourned.filter(Exists(ended_score())).order_by("adjourned_at", "pk"))


def stages_to_fill(now: datetime) -> list[int]:  # noqa: ARG001  # whenever a round is missing
    """Return the ids of stages whose rule wants further rounds in advance."""
    ahead = Count(
        "stage__rounds",
        filter=Q(
            stage__rounds__status=RoundStatus.SCHEDULED,
            stage__rounds__opens_at__isnull=False,
            stage__rounds__missed_at=None,
        ),
    )
    short = (
        Recurrence.objects.filter(paused_at=None, ended_at=None)
        .annotate(rounds_ahead=ahead, all_rounds=Count("stage__rounds"))
        .filter(
            Q(stage__planned_rounds=None) | Q(all_rounds__lt=F("stage__planned_rounds")),
            rounds_ahead__lt=F("ahead"),
        )
    )
    return _ids(short.order_by("pk"), "stage")


def _open_round(round_id: int, now: datetime) -> None:
    open_due_round(round_id=round_id, seed=new_draw_seed(), now=now)


def _rate_competition(competition_id: int, now: datetime) -> None:  # noqa: ARG001  # whenever
    rated = update_ratings(competition_id=competition_id)
    over = ended_competitions(Competition.objects.filter(pk__in=rated)).order_by("pk").first()
    if over is not None:
        # Those of a season that goes on may wait for their own sweep.
        give_awards(rating_list_id=over.club.rating_lists.get(game=over.game).pk)
        bump_rated(competition_id=over.pk)


# The query of what is due, the service that does it, and the name of its argument.
JOBS: tuple[tuple[Callable[[datetime], list[int]], Callable[..., object], str], ...] = (
    (competitions_with_missed_rounds, mark_missed_rounds, "competition_id"),
    (rounds_not_missed, expect_round_again, "round_id"),
    (rounds_to_open, _open_round, "round_id"),
    (rounds_to_close, close_due_round, "round_id"),
    (clocks_to_call, call_due_clock, "round_id"),
    (tables_to_notify, notify_seats, "table_id"),
    (adjourned_tables_to_end, end_adjourned_table, "table_id"),
    (stages_to_begin, begin_due_stage, "stage_id"),
    (stages_to_fill, make_recurring_rounds, "stage_id"),
    (rounds_to_announce, remind_check_in, "round_id"),
    (rounds_to_remind, remind_deadline, "round_id"),
    (lambda _now: competitions_to_rate(), _rate_competition, "competition_id"),
)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Run all due jobs, each on its own: the next sweep repeats a failed one."""
    now = timezone.now()
    found = [(do, {key: pk}) for find, do, key in JOBS for pk in find(now)]
    for do, key in found:
        try:
            do(**key, now=now)
        except Exception:
            logger.exception(
                "Could not %s %d", do.__name__.strip("_").replace("_", " "), *key.values()
            )
