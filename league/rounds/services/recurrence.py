"""Recurring rounds of a stage."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from itertools import islice, takewhile
from operator import attrgetter
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.db.models import F, Min
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.audit.services import Changes
from league.competitions.models import Recurrence, Round, RoundStatus, Stage
from league.competitions.queries import current_stage
from league.competitions.schedule import (
    Occurrence,
    begins_on_its_own_day,
    datetime_of_day,
    occurrences,
    read_rule,
    wall_clock,
)
from league.competitions.writing import bump, lock_stage, log_stage
from league.rounds.errors import RoundError
from league.rounds.queries import next_number

MOST_AHEAD = 12
LONGEST_OPEN = 366 * 24 * 60
bad_recurrence = partial(RoundError, "bad_recurrence")


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
    """Set the recurrence, replacing untouched rounds ahead; raises bad_recurrence."""
    stage, recurrence = lock_recurrence(stage_id)
    if minutes_open is not None and not 1 <= minutes_open <= LONGEST_OPEN:
        raise bad_recurrence(_("A round can be open for at most 1 year."), "minutes_open")
    if not 1 <= ahead <= MOST_AHEAD:
        raise bad_recurrence(_("Create 1 to 12 rounds in advance."), "ahead")
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
            remove_untouched(recurrence, now)
        wanted.pk, wanted.skipped = recurrence.pk, recurrence.skipped
        wanted.paused_at = recurrence.paused_at
    wanted.save()
    bump(competition_id=stage.competition_id)
    if changes := _changes(recurrence, wanted):
        log_stage(Action.RECURRENCE_CHANGED, stage, changes)
    make_rounds(wanted, now)
    return wanted


def lock_recurrence(stage_id: int) -> tuple[Stage, Recurrence | None]:
    """Lock a stage's competition and return the stage with its recurrence."""
    stage = lock_stage(stage_id)
    return stage, Recurrence.objects.select_related("stage").filter(stage=stage).first()


_plan_of = attrgetter("rule", "time_zone", "starts_at", "minutes_open", "ahead")


def _changes(before: Recurrence | None, after: Recurrence | None) -> Changes:
    """Return what the log says of a recurrence that is set, changed or removed."""
    old, new = _logged(before), _logged(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}


def _logged(recurrence: Recurrence | None) -> dict[str, object]:
    if recurrence is None:
        return {"recurrence": None, "minutes_open": None, "ahead": None}
    return {
        "recurrence": {
            "rule": recurrence.rule,
            "time_zone": recurrence.time_zone,
            "starts_at": recurrence.starts_at.isoformat(),
        },
        "minutes_open": recurrence.minutes_open,
        "ahead": recurrence.ahead,
    }


def _checked_rule(rule: str, time_zone: str, starts_at: datetime, now: datetime) -> str:
    if time_zone not in available_timezones():
        raise bad_recurrence(_("Unknown time zone. Choose one from the list."), "time_zone")
    zone = ZoneInfo(time_zone)
    try:
        read = read_rule(rule, zone)
    except ValueError:
        text = _("This rule is not valid. Use a format such as FREQ=WEEKLY;INTERVAL=2.")
        raise bad_recurrence(text, "rule") from None
    if not begins_on_its_own_day(read, starts_at=starts_at, zone=zone):
        text = _("The first round must be on a day of the rule. Change the date or the rule.")
        raise bad_recurrence(text, "starts_at")
    if not any(occurrences(read, starts_at=starts_at, zone=zone, after=now)):
        raise bad_recurrence(_("All dates of this rule are in the past. Change the rule."), "rule")
    return read.text


@transaction.atomic
def pause_recurrence(*, stage_id: int, now: datetime) -> Recurrence | None:
    """Pause the recurrence and remove untouched rounds ahead."""
    stage, recurrence = lock_recurrence(stage_id)
    if recurrence is not None and recurrence.paused_at is None:
        remove_untouched(recurrence, now)
        recurrence.paused_at = now
        recurrence.save(update_fields=["paused_at"])
        log_stage(Action.RECURRENCE_CHANGED, stage, {"paused_at": (None, now)})
        bump(competition_id=stage.competition_id)
    return recurrence


@transaction.atomic
def resume_recurrence(*, stage_id: int, now: datetime) -> Recurrence | None:
    """Resume the recurrence from the next day on."""
    stage, recurrence = lock_recurrence(stage_id)
    if recurrence is not None and recurrence.paused_at is not None:
        log_stage(Action.RECURRENCE_CHANGED, stage, {"paused_at": (recurrence.paused_at, None)})
        recurrence.paused_at = None
        recurrence.save(update_fields=["paused_at"])
        bump(competition_id=stage.competition_id)
        make_rounds(recurrence, now)
    return recurrence


@transaction.atomic
def remove_recurrence(*, stage_id: int, now: datetime) -> None:
    """Remove the recurrence and its untouched rounds ahead."""
    stage, recurrence = lock_recurrence(stage_id)
    if recurrence is not None:
        remove_untouched(recurrence, now)
        log_stage(Action.RECURRENCE_CHANGED, stage, _changes(recurrence, None))
        recurrence.delete()
        bump(competition_id=stage.competition_id)


@transaction.atomic
def make_recurring_rounds(*, stage_id: int, now: datetime) -> list[Round]:
    """Create and return the rounds that a stage's rule wants in advance."""
    _stage, recurrence = lock_recurrence(stage_id)
    return make_rounds(recurrence, now) if recurrence is not None else []


def set_skipped(stage: Stage, day: date, *, is_skipped: bool) -> None:
    """Skip a day of the rule, or play on it again; requires the lock."""
    recurrence = Recurrence.objects.filter(stage=stage).first()
    if recurrence is not None:
        others = [each for each in recurrence.skipped if each != day.isoformat()]
        recurrence.skipped = [*others, day.isoformat()] if is_skipped else others
        recurrence.save(update_fields=["skipped"])


def make_rounds(recurrence: Recurrence, now: datetime) -> list[Round]:
    """Create and return the rounds that a rule wants in advance; requires the lock."""
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
    missing = max(0, missing)
    days = list(islice(_free_days(recurrence, there, now), missing))
    if len(days) < missing:
        recurrence.ended_at = now
        recurrence.save(update_fields=["ended_at"])
    made = [_make_round(recurrence, day) for day in days]
    if made:
        bump(competition_id=stage.competition_id)
    return made


def days_gone_by(stage: Stage, *, since: datetime, now: datetime) -> list[datetime]:
    """Return the times of a stage's rule since a timestamp for which no round was created."""
    recurrence = Recurrence.objects.filter(stage=stage, paused_at=None, ended_at=None).first()
    if recurrence is None:
        return []
    days = _free_days(recurrence, list(stage.rounds.all()), since)
    return [day.opens_at for day in takewhile(lambda day: day.opens_at <= now, days)]


def _free_days(recurrence: Recurrence, there: list[Round], after: datetime) -> Iterator[Occurrence]:
    """Yield the days after a timestamp that are not skipped and have no round."""
    zone = ZoneInfo(recurrence.time_zone)
    taken = {date.fromisoformat(day) for day in recurrence.skipped}
    taken |= {round.recurs_on for round in there if round.recurs_on}
    taken |= {wall_clock(round.opens_at, zone).date() for round in there if round.opens_at}
    rule = read_rule(recurrence.rule, zone)
    found = occurrences(rule, starts_at=recurrence.starts_at, zone=zone, after=after)
    return (occurrence for occurrence in found if occurrence.day not in taken)


def _make_round(recurrence: Recurrence, found: Occurrence) -> Round:
    stage, minutes = recurrence.stage, recurrence.minutes_open
    made = Round(
        stage=stage,
        opens_at=found.opens_at,
        closes_at=found.opens_at + timedelta(minutes=minutes) if minutes else None,
        recurs_on=found.day,
    )
    later = stage.rounds.filter(status=RoundStatus.SCHEDULED, opens_at__gt=found.opens_at)
    first = later.aggregate(first=Min("number"))["first"]
    return insert_round(made, first or next_number(stage.competition_id))


def recurring_days(stage: Stage) -> list[str]:
    """Return the days of the rule for which a stage has rounds, as JSON."""
    found = stage.rounds.filter(recurs_on__isnull=False).values_list("recurs_on", flat=True)
    return [day.isoformat() for day in found if day]


def remove_replacement(stage: Stage, *, before: Collection[str], now: datetime) -> None:
    """Remove the last round that a rule created after `before`; requires the lock.

    `before` are the days for which the stage had recurring rounds.
    """
    recurrence = Recurrence.objects.select_related("stage").filter(stage=stage).first()
    new = set(recurring_days(stage)) - set(before)
    if recurrence is not None and new:
        remove_untouched(recurrence, now, days=[date.fromisoformat(max(new))])


def remove_untouched(
    recurrence: Recurrence, now: datetime, *, days: Collection[date] | None = None
) -> None:
    """Remove the rounds ahead that nobody moved, answered, announced or checked in for.

    `days` limits them to these days of the rule; requires the lock.
    """
    zone, starts_at = ZoneInfo(recurrence.time_zone), recurrence.starts_at
    ahead = recurrence.stage.rounds.filter(
        status=RoundStatus.SCHEDULED,
        recurs_on__isnull=False,
        opens_at__gt=now,
        check_in_reminded_at=None,
        check_ins=None,
        replies=None,
        tables=None,
        absences=None,
    )
    for round in ahead.order_by("-number"):
        day = round.recurs_on
        is_wanted = days is None or day in days
        if (
            day
            and is_wanted
            and round.opens_at == datetime_of_day(day, starts_at=starts_at, zone=zone)
        ):
            remove_round(round)


def insert_round(round: Round, number: int) -> Round:
    """Save a new round as this number, and renumber the scheduled ones from there on.

    Where one of those was played, the new round is the last; requires the lock.
    """
    competition_id = round.stage.competition_id
    later = Round.objects.filter(stage__competition=competition_id, number__gte=number)
    if later.exclude(status=RoundStatus.SCHEDULED).exists():
        number = next_number(competition_id)
    else:
        for pk in list(later.order_by("-number").values_list("pk", flat=True)):
            Round.objects.filter(pk=pk).update(number=F("number") + 1)
    round.number = number
    round.save(force_insert=True)
    return round


def remove_round(round: Round) -> None:
    """Delete an unopened round and renumber the scheduled ones after it."""
    later = Round.objects.filter(
        stage__competition=round.stage.competition_id, number__gt=round.number
    )
    moves_up = not later.exclude(status=RoundStatus.SCHEDULED).exists()
    ids = list(later.order_by("number").values_list("pk", flat=True)) if moves_up else []
    round.delete()
    for pk in ids:
        Round.objects.filter(pk=pk).update(number=F("number") - 1)
