"""Follow what the hands of a round's table are worth: on its screens, and for who gave it up.

The score is written under the lock of the competition, which whoever ends a hand takes while they
hold the online table. So these two follow after the commit, in transactions of their own.
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
from league.online.models import Absence, OnlineSeat, OnlineTable
from league.online.queries import TOPIC
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment, AdjustmentKind, TableScore
from league.results.place import Place
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


def note_score(*, place: Place, score: TableScore | None) -> None:  # noqa: ARG001 - all are told it
    """Let the screens of a table follow its score: see results.projections."""
    for pk, absence in OnlineTable.objects.filter(table=place.table).values_list("pk", "absence"):
        follow = partial(follow_score, online_id=pk, absence=absence, is_own=_is_playing.get())
        transaction.on_commit(follow, robust=True)


def follow_score(*, online_id: int, absence: str, is_own: bool) -> None:
    """Tell the screens of a round's table that it is worth something else now."""
    if not is_own:
        with transaction.atomic():
            live.raise_versions(live.Rows(TOPIC, OnlineTable, [online_id]))
    if absence == Absence.ZERO:
        settle_forfeits(table_id=online_id, now=timezone.now())


@transaction.atomic
def settle_forfeits(*, table_id: int, now: datetime) -> None:
    """Take from those who gave a match up what its table is worth to them, as it stands.

    Safe to call at any time and twice: what is taken is what the table is worth now.
    """
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
        reason = _("The table is worth something else by now.")
        cancel_adjustment(adjustment_id=earlier.pk, reason=reason, by=None, now=now)
    if points and online.table is not None:
        adjust(
            competition_id=online.table.round.stage.competition_id,
            entry_id=entry_id,
            kind=AdjustmentKind.PENALTY,
            points=-points,
            reason=_("The time for a move ran out at the online table."),
            table_id=online.table_id,
            key=key,
            by=None,
            now=now,
        )
