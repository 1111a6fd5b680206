"""End and delete abandoned tables, old spectators and visitors."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from league.core.database import ROWS_AT_ONCE, delete_in_batches
from league.online.locked_table import load_locked, save_locked
from league.online.models import (
    MatchResult,
    OnlineHand,
    OnlineSeat,
    OnlineTable,
    Phase,
    Report,
    Spectator,
    TableEventType,
    Visitor,
)
from league.online.table_log import log_event
from league.results.access import PHONE

# Who finds a table over that never began still reads why.
SHOWN_WHEN_OVER = timedelta(hours=1)
# Long after they count as somebody who watches.
SPECTATORS_RETAINED = timedelta(hours=1)


def quiet_tables(now: datetime) -> QuerySet[OnlineTable]:
    """Return tables of no round without activity for days; fewer days if only guests sit there."""
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
    """End a table without activity for days, unless it has some by now."""
    locked = load_locked(table_id=table_id)
    if locked.table.phase == Phase.OVER or not quiet_tables(now).filter(pk=table_id).exists():
        return
    locked.end(now)
    log_event(locked.table, TableEventType.QUIET, now)
    save_locked(locked, now=now)


def delete_unplayed(now: datetime) -> int:
    """Delete finished tables of no round without a finished hand or a reported message."""
    played = OnlineHand.objects.filter(table=OuterRef("pk"), record__isnull=False)
    reported = Report.objects.filter(message__table=OuterRef("pk"))
    over = OnlineTable.objects.filter(
        table=None, event=None, ended_at__lt=now - SHOWN_WHEN_OVER
    ).exclude(Exists(played) | Exists(reported))
    return delete_in_batches(over)


def delete_spectators(now: datetime) -> int:
    """Delete spectators without an account who are gone."""
    gone = Spectator.objects.filter(user=None, seen_at__lt=now - SPECTATORS_RETAINED)
    return delete_in_batches(gone)


# By what name a visitor has played last.
NAME = "online_name"


@transaction.atomic
def remember_session(*, mark: str, session_key: str) -> None:
    """Store the session of a visitor; safe twice."""
    others = Visitor.objects.filter(mark=mark).exclude(session_key=session_key)
    others.update(session_key=session_key)


def forget_visitors(now: datetime) -> int:
    """Delete visitors of days ago without a seat, with sessions made for them; return how many."""
    if not settings.QUIET_GUEST_TABLE_DAYS:
        return 0
    before = now - timedelta(days=settings.QUIET_GUEST_TABLE_DAYS)
    sits = OnlineSeat.objects.filter(guest=OuterRef("mark"), table__ended_at=None)
    gone = Visitor.objects.filter(~Exists(sits), created_at__lt=before).order_by("pk")
    count = 0
    while visitors := list(gone[:ROWS_AT_ONCE]):
        _forget(visitors)
        count += len(visitors)
    return count


@transaction.atomic
def _forget(visitors: list[Visitor]) -> None:
    # Whoever has finished a match finds it again as long as the session lasts.
    marks = [each.mark for each in visitors]
    results = MatchResult.objects.filter(guest__in=marks, place__isnull=False)
    played = set(results.values_list("guest", flat=True))
    keys = [each.session_key for each in visitors if each.session_key and each.mark not in played]
    empty = [
        each.pk
        for each in Session.objects.filter(pk__in=keys)
        if each.get_decoded().keys() <= {PHONE, NAME}
    ]
    Session.objects.filter(pk__in=empty).delete()
    Visitor.objects.filter(pk__in=[each.pk for each in visitors]).delete()
