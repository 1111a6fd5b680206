"""Adjustments: penalties, bonuses, byes and what a missed round is worth. None is deleted."""

from datetime import datetime

from django.db import transaction

from league.audit.actions import Action
from league.clubs.models import Player
from league.competitions.models import NOT_PLAYED, Entry, Round, Stage, Table
from league.competitions.writing import bump, lock_competition
from league.core.hooks import hooks
from league.results.errors import ResultError, required_reason
from league.results.models import Adjustment, AdjustmentKind
from league.results.notifications import log_adjustment

GIVEN_BY_PEOPLE = (AdjustmentKind.PENALTY, AdjustmentKind.BONUS)


@transaction.atomic
def adjust(  # noqa: PLR0913 - all that is stored of an adjustment, each by its name
    *,
    competition_id: int,
    entry_id: int,
    kind: str,
    points: int,
    reason: str,
    rule: str = "",
    round_id: int | None = None,
    table_id: int | None = None,
    key: str | None = None,
    by: Player | None,
    now: datetime,
) -> Adjustment:
    """Give an entry signed points, by default in the current round, once a key until cancelled.

    Raises reason_missing (of penalties and bonuses), wrong_sign and other_competition.
    """
    if kind not in AdjustmentKind.values:
        raise ValueError(f"There is no adjustment of the kind {kind!r}.")
    reason = required_reason(reason) if kind in GIVEN_BY_PEOPLE else reason.strip()
    is_wrong = {AdjustmentKind.PENALTY: points >= 0, AdjustmentKind.BONUS: points <= 0}
    if is_wrong.get(AdjustmentKind(kind), False):
        raise ResultError("wrong_sign")
    competition = lock_competition(competition_id=competition_id)
    if key is not None and (earlier := Adjustment.objects.filter(key=key).first()) is not None:
        if earlier.cancelled_at is None:
            return earlier
        # The key goes to the new one; the cancelled one stays as it was otherwise.
        Adjustment.objects.filter(pk=earlier.pk).update(key=None)
    entry = Entry.objects.filter(pk=entry_id, competition=competition).first()
    if entry is None:
        raise ResultError("other_competition")
    adjustment = Adjustment.objects.create(
        competition=competition,
        entry=entry,
        round_id=_round_id(competition_id, round_id, table_id),
        table_id=table_id,
        kind=kind,
        points=points,
        reason=reason,
        rule=rule.strip(),
        key=key,
        by=by,
        created_at=now,
    )
    _publish(adjustment, Action.ADJUSTED, reason)
    return adjustment


@transaction.atomic
def cancel_adjustment(
    *, adjustment_id: int, reason: str, by: Player | None, now: datetime
) -> Adjustment:
    """Cancel an adjustment for a reason, once; raises reason_missing and DoesNotExist."""
    reason = required_reason(reason)
    found = Adjustment.objects.filter(pk=adjustment_id)
    lock_competition(competition_id=found.values_list("competition_id", flat=True).get())
    adjustment = found.get()
    if adjustment.cancelled_at is None:
        adjustment.cancelled_at, adjustment.cancelled_by = now, by
        adjustment.cancel_reason = reason
        adjustment.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        _publish(adjustment, Action.ADJUSTMENT_CANCELLED, reason)
    return adjustment


def _round_id(competition_id: int, round_id: int | None, table_id: int | None) -> int | None:
    """Return the round of an adjustment; raises other_competition."""
    if table_id is not None:
        tables = Table.objects.filter(pk=table_id, round__stage__competition=competition_id)
        of_table = tables.values_list("round_id", flat=True).first()
        if of_table is None or round_id not in {None, of_table}:
            raise ResultError("other_competition")
        return of_table
    if round_id is None:
        return _current_round(competition_id)
    if not Round.objects.filter(pk=round_id, stage__competition=competition_id).exists():
        raise ResultError("other_competition")
    return round_id


def _current_round(competition_id: int) -> int | None:
    """Return the latest opened round of the current stage, or its first; None if it has none."""
    stages = Stage.objects.filter(competition=competition_id)
    begun = stages.exclude(number__gt=1, started_at=None).order_by("-number")
    rounds = Round.objects.filter(stage=begun.first()).order_by("number")
    found = rounds.exclude(status__in=NOT_PLAYED).last() or rounds.first()
    return found.pk if found else None


def _publish(adjustment: Adjustment, action: Action, reason: str) -> None:
    """Update the standings, notify the screens, and log what a person gave or cancelled."""
    for listener in hooks("adjustment"):
        listener(entry_id=adjustment.entry_id, competition_id=adjustment.competition_id)
    bump(competition_id=adjustment.competition_id)
    if adjustment.kind in GIVEN_BY_PEOPLE:
        log_adjustment(action, adjustment, reason)
