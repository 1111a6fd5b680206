"""Know in which session a visitor without an account sits, and forget those who have gone."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef

from league.online.models import OnlineSeat, Visitor
from league.results.access import PHONE

# By what name a visitor has played last.
NAME = "online_name"
ROWS_AT_ONCE = 500


@transaction.atomic
def keep_session(*, mark: str, session_key: str) -> None:
    """Write down in which session a visitor is; twice is once."""
    others = Visitor.objects.filter(mark=mark).exclude(session_key=session_key)
    others.update(session_key=session_key)


def forget_visitors(now: datetime) -> int:
    """Forget who came days ago and sits at no open table; return how many.

    A session that was there for a table alone goes with them.
    """
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
    keys = [each.session_key for each in visitors if each.session_key]
    empty = [
        each.pk
        for each in Session.objects.filter(pk__in=keys)
        if each.get_decoded().keys() <= {PHONE, NAME}
    ]
    Session.objects.filter(pk__in=empty).delete()
    Visitor.objects.filter(pk__in=[each.pk for each in visitors]).delete()
