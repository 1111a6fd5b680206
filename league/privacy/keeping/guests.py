"""Forget who played online without an account, some time after the table was over."""

from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from league.clubs.models import make_token
from league.online.models import Happening, OnlineSeat, Remark, Report

GONE = "gone-"
"""How the marks begin that no browser holds."""


def gone_mark() -> str:
    """Return a mark for a seat that stays taken, by nobody who could come back."""
    return f"{GONE}{make_token()}"


def forget_guests(before: datetime, at_most: int) -> int:
    """Take the names of guests from tables that were over by then; return of how many seats."""
    over = Q(table__ended_at__lt=before)
    left = Q(table__ended_at=None, table__due_at=None, table__created_at__lt=before)
    guests = OnlineSeat.objects.filter(over | left).exclude(guest="")
    seats = guests.exclude(guest__startswith=GONE).order_by("pk")[:at_most]
    with translation.override(settings.LANGUAGE_CODE):
        name = _("Guest")
    for seat in seats:
        here = Q(table=seat.table_id)
        Happening.objects.filter(here, name=seat.name).update(name=name)
        Happening.objects.filter(here, by=seat.name).update(by=name)
        Remark.objects.filter(here, name=seat.name).update(name=name)
        Report.objects.filter(remark__table=seat.table_id, name=seat.name).update(name=name)
        seat.name, seat.guest = name, gone_mark()
        seat.save(update_fields=["name", "guest"])
    return len(seats)
