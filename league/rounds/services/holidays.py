"""Holidays: days of a recurrence rule without a round."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.actions import Action
from league.competitions.models import Recurrence, Round, RoundStatus
from league.competitions.writing import bump, log_stage
from league.rounds.services.lifecycle import call_off_round, undo_call_off
from league.rounds.services.recurrence import (
    bad_recurrence,
    lock_recurrence,
    make_rounds,
    remove_untouched,
)

LONGEST_HOLIDAY = 366


def _days(first: date, last: date) -> set[date]:
    """Return the days of a holiday; raises bad_recurrence."""
    if last < first:
        raise bad_recurrence(_("The last day is before the first. Choose a later day."), "last")
    if (last - first).days >= LONGEST_HOLIDAY:
        raise bad_recurrence(_("Skip at most 1 year at once."), "last")
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


@transaction.atomic
def skip_days(*, stage_id: int, first: date, last: date, now: datetime) -> None:
    """Play no round of the rule from the first to the last day; raises bad_recurrence.

    Rounds of these days that somebody waits for are cancelled, which tells them; others go.
    """
    days = _days(first, last)
    stage, recurrence = lock_recurrence(stage_id)
    if recurrence is None:
        return
    _save_skipped(recurrence, {*recurrence.skipped, *map(date.isoformat, days)})
    remove_untouched(recurrence, now, days=days)
    for round in _rounds_of(recurrence, days, RoundStatus.SCHEDULED):
        call_off_round(round_id=round.pk, now=now)
    make_rounds(recurrence, now)
    log_stage(Action.RECURRENCE_CHANGED, stage, {"skipped": (None, [str(first), str(last)])})
    bump(competition_id=stage.competition_id)


@transaction.atomic
def play_days(*, stage_id: int, first: date, last: date, now: datetime) -> None:
    """Play the rounds of the rule on days that were skipped; raises bad_recurrence."""
    days = _days(first, last)
    stage, recurrence = lock_recurrence(stage_id)
    if recurrence is None:
        return
    _save_skipped(recurrence, set(recurrence.skipped) - set(map(date.isoformat, days)))
    for round in _rounds_of(recurrence, days, RoundStatus.CALLED_OFF):
        undo_call_off(round_id=round.pk)
    # Those after them are made again, so that no more than are planned are ahead.
    later = {
        round.recurs_on
        for round in recurrence.stage.rounds.filter(recurs_on__gt=first)
        if round.recurs_on
    }
    remove_untouched(recurrence, now, days=later)
    make_rounds(recurrence, now)
    log_stage(Action.RECURRENCE_CHANGED, stage, {"skipped": ([str(first), str(last)], None)})
    bump(competition_id=stage.competition_id)


def _save_skipped(recurrence: Recurrence, skipped: Collection[str]) -> None:
    recurrence.skipped, recurrence.ended_at = sorted(skipped), None
    recurrence.save(update_fields=["skipped", "ended_at"])


def _rounds_of(recurrence: Recurrence, days: Collection[date], status: RoundStatus) -> list[Round]:
    rounds = recurrence.stage.rounds.filter(recurs_on__in=days, status=status)
    return list(rounds.order_by("number"))
