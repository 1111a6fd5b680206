"""Tidy away tables of no round that people have left, and what came only to look."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from league.online.models import Doing, OnlineHand, OnlineSeat, OnlineTable, Phase, Report, Watcher
from league.online.opened import close_table, open_table
from league.online.story import write_down

# Who finds a table over that never began still reads why.
SHOWN_WHEN_OVER = timedelta(hours=1)
# Long after they count as somebody who watches.
WATCHERS_KEPT = timedelta(hours=1)
ROWS_AT_ONCE = 500


def quiet_tables(now: datetime) -> QuerySet[OnlineTable]:
    """Return the tables of no round at which nothing has happened for days.

    Those at which nobody has an account are given fewer days. While its event goes on a table of
    one is not quiet.
    """
    members = OnlineSeat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    is_theirs = Exists(members)
    quiet = Q(pk__in=())
    for days, whose in (
        (settings.QUIET_TABLE_DAYS, is_theirs),
        (settings.QUIET_GUEST_TABLE_DAYS, ~is_theirs),
    ):
        if days:
            quiet |= Q(whose, last__lt=now - timedelta(days=days))
    tables = OnlineTable.objects.annotate(last=Coalesce("active_at", "created_at"))
    no_event = Q(event=None) | Q(event__ended_at__isnull=False)
    return tables.filter(quiet, no_event, table=None, ended_at=None).order_by("pk")


@transaction.atomic
def end_quiet_table(*, table_id: int, now: datetime) -> None:
    """Let a table be over at which nothing has happened for days; not if something has by now."""
    opened = open_table(table_id=table_id)
    if opened.table.phase == Phase.OVER or not quiet_tables(now).filter(pk=table_id).exists():
        return
    opened.end(now)
    write_down(opened.table, Doing.QUIET, now)
    close_table(opened, now=now)


def delete_unplayed(now: datetime) -> int:
    """Delete tables of no round that are over and at which no hand came to its end.

    What was reported there stays for those who judge it.
    """
    played = OnlineHand.objects.filter(table=OuterRef("pk"), record__isnull=False)
    reported = Report.objects.filter(remark__table=OuterRef("pk"))
    over = OnlineTable.objects.filter(
        table=None, event=None, ended_at__lt=now - SHOWN_WHEN_OVER
    ).exclude(Exists(played) | Exists(reported))
    return _delete_in_batches(over)


def delete_watchers(now: datetime) -> int:
    """Delete who has watched without an account and is not there any more."""
    gone = Watcher.objects.filter(user=None, seen_at__lt=now - WATCHERS_KEPT)
    return _delete_in_batches(gone)


def _delete_in_batches(rows: QuerySet[OnlineTable] | QuerySet[Watcher]) -> int:
    count = 0
    while ids := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=ids).delete()
        count += len(ids)
    return count
