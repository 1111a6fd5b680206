"""Give and cancel adjustments: penalties, bonuses, byes and what a missed round is worth.

Nothing is deleted: one that is cancelled stays to be read and counts no longer. Both functions
lock the competition, leave the standings right, and may be called twice.
"""

from datetime import datetime

from django.db import transaction

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import NOT_PLAYED, Entry, Round, Stage, Table
from league.competitions.services import bump, lock_competition
from league.results.errors import ResultError
from league.results.models import Adjustment, AdjustmentKind
from league.results.noting import note_adjustment
from league.results.projections import tell_adjustments

GIVEN_BY_PEOPLE = (AdjustmentKind.PENALTY, AdjustmentKind.BONUS)


@transaction.atomic
def adjust(  # noqa: PLR0913 - all that is written down of an adjustment, each by its name
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
    """Give an entry signed league points besides its tables.

    Without a round it belongs to the one that is played now: see `_round_now`. A key that has been
    used returns the first adjustment; once that one is cancelled, the key makes a new one. A
    penalty or bonus needs a reason. Raises reason_missing, wrong_sign and
    other_competition.
    """
    reason = reason.strip()
    _check(kind, points, reason)
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
    _follow(adjustment)
    if kind in GIVEN_BY_PEOPLE:
        note_adjustment(Verb.ADJUSTED, adjustment, reason)
    return adjustment


@transaction.atomic
def cancel_adjustment(
    *, adjustment_id: int, reason: str, by: Player | None, now: datetime
) -> Adjustment:
    """Let an adjustment count no longer, for a reason; one that is cancelled stays as it is.

    Raises reason_missing and Adjustment.DoesNotExist.
    """
    if not reason.strip():
        raise ResultError("reason_missing")
    competition_id = Adjustment.objects.values_list("competition_id", flat=True).get(
        pk=adjustment_id
    )
    lock_competition(competition_id=competition_id)
    adjustment = Adjustment.objects.get(pk=adjustment_id)
    if adjustment.cancelled_at is None:
        adjustment.cancelled_at = now
        adjustment.cancelled_by = by
        adjustment.cancel_reason = reason.strip()
        adjustment.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        _follow(adjustment)
        if adjustment.kind in GIVEN_BY_PEOPLE:
            note_adjustment(Verb.ADJUSTMENT_CANCELLED, adjustment, adjustment.cancel_reason)
    return adjustment


def _check(kind: str, points: int, reason: str) -> None:
    if kind not in AdjustmentKind.values:
        raise ValueError(f"There is no adjustment of the kind {kind!r}.")
    if kind in GIVEN_BY_PEOPLE and not reason:
        raise ResultError("reason_missing")
    is_wrong = {
        AdjustmentKind.PENALTY: points >= 0,
        AdjustmentKind.BONUS: points <= 0,
    }
    if is_wrong.get(AdjustmentKind(kind), False):
        raise ResultError("wrong_sign")


def _round_id(competition_id: int, round_id: int | None, table_id: int | None) -> int | None:
    """Return the round an adjustment belongs to; raises other_competition."""
    if table_id is not None:
        tables = Table.objects.filter(pk=table_id, round__stage__competition=competition_id)
        of_table = tables.values_list("round_id", flat=True).first()
        if of_table is None or round_id not in {None, of_table}:
            raise ResultError("other_competition")
        return of_table
    if round_id is None:
        return _round_now(competition_id)
    if not Round.objects.filter(pk=round_id, stage__competition=competition_id).exists():
        raise ResultError("other_competition")
    return round_id


def _round_now(competition_id: int) -> int | None:
    """Return the latest round that has been opened in the stage that is played now.

    Before the stage's first round is opened it is that one; None while the stage has no round.
    """
    stages = Stage.objects.filter(competition=competition_id)
    begun = stages.exclude(number__gt=1, begun_at=None).order_by("-number")
    rounds = Round.objects.filter(stage=begun.first()).order_by("number")
    opened = rounds.exclude(status__in=NOT_PLAYED).last()
    found = opened or rounds.first()
    return found.pk if found else None


def _follow(adjustment: Adjustment) -> None:
    """Bring the standings after an adjustment, and tell the screens."""
    tell_adjustments(entry_id=adjustment.entry_id, competition_id=adjustment.competition_id)
    bump(competition_id=adjustment.competition_id)
