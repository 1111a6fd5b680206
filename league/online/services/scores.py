"""Update screens and forfeit penalties after the score of a round's table.

Whoever ends a hand locks the online table first and the competition second, so this comes after
the commit.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core import live
from league.online.models import OnlineSeat, OnlineTable, TimeoutPolicy
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment, AdjustmentKind, TableScore
from league.results.table_context import TableContext
from league.standings.models import TableResult

_is_playing: ContextVar[bool] = ContextVar("online_table_records_a_hand", default=False)


@contextmanager
def recording_own_hand() -> Iterator[None]:
    """Let a table that records its own hand tell its screens itself."""
    token = _is_playing.set(True)
    try:
        yield
    finally:
        _is_playing.reset(token)


def record_score(*, context: TableContext, score: TableScore | None) -> None:  # noqa: ARG001 - part of the hook
    """Let the screens of a table follow its score: see league/hooks.py."""
    tables = OnlineTable.objects.filter(table=context.table)
    for pk, policy in tables.values_list("pk", "timeout_policy"):
        is_own = _is_playing.get()
        follow = partial(follow_score, online_id=pk, timeout_policy=policy, is_own=is_own)
        transaction.on_commit(follow, robust=True)


def follow_score(*, online_id: int, timeout_policy: str, is_own: bool) -> None:
    """Update the screens of a round's table, and the penalties of forfeits, after its score."""
    if not is_own:
        with transaction.atomic():
            live.bump_versions(online=[online_id])
    if timeout_policy == TimeoutPolicy.ZERO:
        settle_forfeits(table_id=online_id, now=timezone.now())


@transaction.atomic
def settle_forfeits(*, table_id: int, now: datetime) -> None:
    """Adjust away what the table is worth now to those who forfeited; safe twice."""
    online = OnlineTable.objects.select_for_update().get(pk=table_id)
    if online.table_id is None:
        return
    given_up = OnlineSeat.objects.filter(table=online, forfeited_at__isnull=False)
    numbers = set(given_up.values_list("number", flat=True))
    for result in TableResult.objects.filter(table=online.table_id).order_by("seat"):
        points = result.points if result.seat in numbers else 0
        _take(online, result.entry_id, max(0, points), now)


def _take(online: OnlineTable, entry_id: int, points: int, now: datetime) -> None:
    """Let the penalty of an entry be so many points; 0: none."""
    key = f"online-time:{online.pk}:{entry_id}"
    known = Adjustment.objects.filter(key=key, cancelled_at=None).select_related("competition")
    earlier = known.first()
    if (0 if earlier is None else -earlier.points) == points:
        return
    if earlier is not None:
        reason = _("The points for this table have changed meanwhile.")
        cancel_adjustment(adjustment_id=earlier.pk, reason=reason, by=None, now=now)
    if points and online.table is not None:
        adjust(
            competition_id=online.table.round.stage.competition_id,
            entry_id=entry_id,
            kind=AdjustmentKind.PENALTY,
            points=-points,
            reason=_("The move time ran out at the online table."),
            table_id=online.table_id,
            key=key,
            by=None,
            now=now,
        )
