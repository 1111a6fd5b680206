"""Let the rounds of a stage make themselves, on the days of a rule."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.competitions.models import Recurrence, Round, RoundStatus, Stage
from league.competitions.noting import note_stage
from league.competitions.queries import current_stage
from league.competitions.recurring import (
    Occurrence,
    begins_on_its_own_day,
    moment_of_day,
    occurrences,
    read_rule,
    wall_clock,
)
from league.competitions.services import bump, lock_competition
from league.rounds.errors import RoundError

MOST_AHEAD = 12
LONGEST_OPEN = 366 * 24 * 60


@transaction.atomic
def set_recurrence(
    *,
    stage_id: int,
    rule: str,
    time_zone: str,
    starts_at: datetime,
    minutes_open: int | None,
    ahead: int,
    now: datetime,
) -> Recurrence:
    """Let a stage's rounds recur from `starts_at` on, and make the next of them.

    Rounds that were made by an earlier rule and that nobody has touched give way; rounds that were
    played, moved or checked in for stay, and so do the days that were skipped. The same again
    changes nothing. Raises bad_recurrence.
    """
    stage = _lock_stage(stage_id)
    _check_numbers(minutes_open, ahead)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    wanted = Recurrence(
        stage=stage,
        rule=_checked_rule(rule, time_zone, starts_at, now),
        time_zone=time_zone,
        starts_at=starts_at,
        minutes_open=minutes_open,
        ahead=ahead,
    )
    if recurrence is not None:
        if _plan_of(recurrence) != _plan_of(wanted):
            _remove_untouched(recurrence, now)
        wanted.pk, wanted.skipped = recurrence.pk, recurrence.skipped
        wanted.paused_at = recurrence.paused_at
    wanted.save()
    bump(competition_id=stage.competition_id)
    earlier = recurrence.rule if recurrence else None
    note_stage(Verb.RECURRENCE, stage, {"rule": (earlier, wanted.rule)})
    _make_rounds(wanted, now)
    return wanted


def _plan_of(recurrence: Recurrence) -> tuple[object, ...]:
    return (
        recurrence.rule,
        recurrence.time_zone,
        recurrence.starts_at,
        recurrence.minutes_open,
        recurrence.ahead,
    )


def _checked_rule(rule: str, time_zone: str, starts_at: datetime, now: datetime) -> str:
    """Return the rule as it is kept; raise RoundError."""
    if time_zone not in available_timezones():
        raise RoundError("bad_recurrence", _("There is no time zone of this name."), "time_zone")
    zone = ZoneInfo(time_zone)
    try:
        read = read_rule(rule, zone)
    except ValueError:
        raise RoundError(
            "bad_recurrence",
            _("This rule cannot be read. One that can is FREQ=WEEKLY;INTERVAL=2."),
            "rule",
        ) from None
    if not begins_on_its_own_day(read, starts_at=starts_at, zone=zone):
        raise RoundError(
            "bad_recurrence",
            _("The first round has to lie on one of the days of the rule."),
            "starts_at",
        )
    if not any(occurrences(read, starts_at=starts_at, zone=zone, after=now)):
        raise RoundError("bad_recurrence", _("All days of this rule have passed."), "rule")
    return read.text


def _check_numbers(minutes_open: int | None, ahead: int) -> None:
    if minutes_open is not None and not 1 <= minutes_open <= LONGEST_OPEN:
        raise RoundError("bad_recurrence", _("A round is open for at most a year."), "minutes_open")
    if not 1 <= ahead <= MOST_AHEAD:
        raise RoundError("bad_recurrence", _("Make one to twelve rounds in advance."), "ahead")


@transaction.atomic
def pause_recurrence(*, stage_id: int, now: datetime) -> Recurrence | None:
    """Make no further rounds, and take back those ahead that nobody has touched."""
    stage = _lock_stage(stage_id)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None and recurrence.paused_at is None:
        _remove_untouched(recurrence, now)
        recurrence.paused_at = now
        recurrence.save(update_fields=["paused_at"])
        note_stage(Verb.RECURRENCE, stage, {"paused_at": (None, now)})
        bump(competition_id=stage.competition_id)
    return recurrence


@transaction.atomic
def resume_recurrence(*, stage_id: int, now: datetime) -> Recurrence | None:
    """Make rounds again, from the next day of the rule on."""
    stage = _lock_stage(stage_id)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None and recurrence.paused_at is not None:
        note_stage(Verb.RECURRENCE, stage, {"paused_at": (recurrence.paused_at, None)})
        recurrence.paused_at = None
        recurrence.save(update_fields=["paused_at"])
        bump(competition_id=stage.competition_id)
        _make_rounds(recurrence, now)
    return recurrence


@transaction.atomic
def remove_recurrence(*, stage_id: int, now: datetime) -> None:
    """Let rounds recur no longer, and take back those ahead that nobody has touched."""
    stage = _lock_stage(stage_id)
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None:
        _remove_untouched(recurrence, now)
        note_stage(Verb.RECURRENCE, stage, {"rule": (recurrence.rule, None)})
        recurrence.delete()
        bump(competition_id=stage.competition_id)


@transaction.atomic
def make_recurring_rounds(*, stage_id: int, now: datetime) -> list[Round]:
    """Make the rounds that a stage's rule wants in advance; return the new ones."""
    stage = _lock_stage(stage_id)
    recurrence = Recurrence.objects.select_related("stage").filter(stage=stage).first()
    return _make_rounds(recurrence, now) if recurrence is not None else []


def skip_day(stage: Stage, day: date) -> None:
    """Remember that there is no round on a day of the rule; the caller holds the lock."""
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None and day.isoformat() not in recurrence.skipped:
        recurrence.skipped = [*recurrence.skipped, day.isoformat()]
        recurrence.save(update_fields=["skipped"])


def _make_rounds(recurrence: Recurrence, now: datetime) -> list[Round]:
    stage = recurrence.stage
    is_playing = current_stage(stage.competition_id).pk == stage.pk
    if recurrence.paused_at or recurrence.ended_at or not is_playing:
        return []
    there = list(stage.rounds.all())
    missing = recurrence.ahead - sum(
        round.status == RoundStatus.SCHEDULED and bool(round.opens_at) and not round.is_missed
        for round in there
    )
    if stage.planned_rounds is not None:
        missing = min(missing, stage.planned_rounds - len(there))
    days = _free_days(recurrence, there, now)
    made = []
    for _number in range(max(0, missing)):
        if (found := next(days, None)) is None:
            recurrence.ended_at = now
            recurrence.save(update_fields=["ended_at"])
            break
        made.append(_make_round(recurrence, found))
    if made:
        bump(competition_id=stage.competition_id)
    return made


def days_gone_by(stage: Stage, *, since: datetime, now: datetime) -> list[datetime]:
    """List when a stage's rule would have opened rounds between two moments that were not made.

    A rule makes rounds for days to come alone: after an outage these are made no more.
    """
    recurrence = Recurrence.objects.filter(stage=stage, paused_at=None, ended_at=None).first()
    if recurrence is None:
        return []
    days = _free_days(recurrence, list(stage.rounds.all()), since)
    return [day.opens_at for day in takewhile(lambda day: day.opens_at <= now, days)]


def _free_days(recurrence: Recurrence, there: list[Round], after: datetime) -> Iterator[Occurrence]:
    """Go through the days after a moment that are not skipped and have no round yet."""
    zone = ZoneInfo(recurrence.time_zone)
    taken = {date.fromisoformat(day) for day in recurrence.skipped}
    taken |= {round.recurs_on for round in there if round.recurs_on}
    taken |= {wall_clock(round.opens_at, zone).date() for round in there if round.opens_at}
    rule = read_rule(recurrence.rule, zone)
    found = occurrences(rule, starts_at=recurrence.starts_at, zone=zone, after=after)
    return (occurrence for occurrence in found if occurrence.day not in taken)


def _make_round(recurrence: Recurrence, found: Occurrence) -> Round:
    stage = recurrence.stage
    rounds = Round.objects.filter(stage__competition=stage.competition_id)
    open_for = recurrence.minutes_open
    return Round.objects.create(
        stage=stage,
        number=(rounds.aggregate(last=Max("number"))["last"] or 0) + 1,
        opens_at=found.opens_at,
        closes_at=found.opens_at + timedelta(minutes=open_for) if open_for else None,
        recurs_on=found.day,
    )


def _remove_untouched(recurrence: Recurrence, now: datetime) -> None:
    """Take back the rounds ahead that lie where the rule has put them and that nobody awaits."""
    zone = ZoneInfo(recurrence.time_zone)
    ahead = recurrence.stage.rounds.filter(
        status=RoundStatus.SCHEDULED,
        recurs_on__isnull=False,
        opens_at__gt=now,
        check_in_reminded_at=None,
        check_ins=None,
        tables=None,
        sitting_out=None,
    )
    for round in ahead.order_by("-number"):
        day = round.recurs_on
        if day and round.opens_at == moment_of_day(day, starts_at=recurrence.starts_at, zone=zone):
            remove_round(round)


def remove_round(round: Round) -> None:
    """Delete a round that was never opened; the rounds to come after it move up by one number."""
    later = Round.objects.filter(
        stage__competition=round.stage.competition_id, number__gt=round.number
    )
    moves_up = not later.exclude(status=RoundStatus.SCHEDULED).exists()
    numbers = list(later.order_by("number").values_list("pk", "number")) if moves_up else []
    round.delete()
    for pk, number in numbers:
        Round.objects.filter(pk=pk).update(number=number - 1)


def _lock_stage(stage_id: int) -> Stage:
    competition_id = Stage.objects.values_list("competition", flat=True).get(pk=stage_id)
    lock_competition(competition_id=competition_id)
    return Stage.objects.select_related("competition").get(pk=stage_id)
