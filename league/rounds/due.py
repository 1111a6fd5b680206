"""Find what has fallen due: one query for each duty of the sweep, all of them by an index."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from league.competitions.models import (
    Deadline,
    Recurrence,
    Round,
    RoundStatus,
    Table,
    TableQuerySet,
)
from league.competitions.queries import rounds
from league.competitions.schedule import too_late_from
from league.results.models import TableScore
from league.rounds.clock import ClockState, clock_of
from league.rounds.queries import SELF_CHECK_IN_BEFORE

SWEEP = "league.rounds.tasks.sweep"
"""The task that does what is due."""

LONGEST_REMINDER = timedelta(days=31)
"""A stage reminds at most so long before a deadline."""


def unfinished_tables() -> TableQuerySet:
    """Return the standing tables whose match has not ended."""
    return Table.objects.standing().filter(~Exists(_ended_score()))


def _ended_score() -> QuerySet[TableScore]:
    """Return the score of the outer query's table if its match has ended."""
    return TableScore.objects.filter(is_over=True, table=OuterRef("pk"))


def rounds_to_open(now: datetime) -> list[int]:
    """List the rounds whose opening time has come, and for which it is not too late."""
    come = _scheduled().filter(opens_at__lte=now, missed_at=None).order_by("opens_at", "pk")
    return [round.pk for round in come if not is_too_late(round, now)]


def competitions_with_missed_rounds(now: datetime) -> list[int]:
    """List the competitions with a round whose time has passed and that is not marked so."""
    come = _scheduled().filter(opens_at__lte=now, missed_at=None).order_by("pk")
    return sorted({round.stage.competition_id for round in come if is_too_late(round, now)})


def rounds_not_missed(now: datetime) -> list[int]:
    """List the rounds marked as missed whose time is to come: the clock was put back."""
    missed = _scheduled().filter(missed_at__isnull=False).order_by("pk")
    return [round.pk for round in missed if not is_too_late(round, now)]


def is_too_late(round: Round, now: datetime) -> bool:
    """Say whether the time has passed in which a round, read with its club, opens by itself."""
    if round.opens_at is None:
        return False
    zone = ZoneInfo(round.stage.competition.club.time_zone)
    return too_late_from(round.opens_at, round.closes_at, zone) <= now


def rounds_to_announce(now: datetime) -> list[int]:
    """List the rounds for which check-in has begun and of which nobody has been reminded."""
    soon = _scheduled().filter(
        opens_at__gt=now, opens_at__lte=now + SELF_CHECK_IN_BEFORE, check_in_reminded_at=None
    )
    return _ids(soon.order_by("opens_at", "pk"))


def rounds_to_close(now: datetime) -> list[int]:
    """List the rounds whose deadline has come and that do not wait for a table."""
    late = unfinished_tables().filter(round=OuterRef("pk"))
    waits = Q(stage__deadline=Deadline.WAIT) & Exists(late)
    due = Round.objects.open().filter(closes_at__lte=now).exclude(waits)
    return _ids(due.order_by("closes_at", "pk"))


def rounds_to_remind(now: datetime) -> list[int]:
    """List the rounds whose deadline is near, with players who have not been reminded."""
    near = Round.objects.open().filter(
        closes_at__gt=now,
        closes_at__lte=now + LONGEST_REMINDER,
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
    """List the rounds whose clock has something to call."""
    running = Round.objects.open().filter(
        clock_started_at__isnull=False, clock_paused_at=None, time_called_at=None
    )
    due = []
    for round in running.select_related("stage").order_by("clock_started_at", "pk"):
        clock = clock_of(round, now)
        is_last = clock is not None and clock.is_last_hand and not round.last_hand_called_at
        if is_last or (clock is not None and clock.state == ClockState.OVER):
            due.append(round.pk)
    return due


def tables_to_tell(now: datetime) -> list[int]:  # noqa: ARG001  # whenever it was
    """List the tables of open rounds whose players do not know of their seats by mail."""
    new = Table.objects.standing().filter(
        seating__gt=F("seating_told"), round__status=RoundStatus.OPEN
    )
    return list(new.order_by("pk").values_list("pk", flat=True))


def adjourned_tables_to_end(now: datetime) -> list[int]:  # noqa: ARG001  # whenever it was
    """List the adjourned tables whose match has ended."""
    adjourned = Table.objects.standing().filter(adjourned_at__isnull=False)
    ended = adjourned.filter(Exists(_ended_score())).order_by("adjourned_at", "pk")
    return list(ended.values_list("pk", flat=True))


def stages_to_fill(now: datetime) -> list[int]:  # noqa: ARG001  # whenever a round is missing
    """List the stages whose rule wants further rounds in advance."""
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
    return list(short.order_by("pk").values_list("stage", flat=True))


def _scheduled() -> QuerySet[Round]:
    return rounds().filter(status=RoundStatus.SCHEDULED)


def _ids(rounds: QuerySet[Round]) -> list[int]:
    return list(rounds.values_list("pk", flat=True))
