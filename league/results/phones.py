"""Name the phones that have written at a table by its code: phone A was the first, phone B next."""

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.results.models import (
    FinalRevision,
    HandAnswer,
    HandRevision,
    Submission,
    TableCall,
    Via,
)

Letters = Mapping[str, str]


def letters_at(table_id: int) -> Letters:
    """Return the letter of each phone, in the order in which they have first written there."""
    phones = dict.fromkeys(phone for _at, _pk, phone in sorted(_said_at(table_id)))
    return {phone: _letter(number) for number, phone in enumerate(phones)}


def origin_label(via: str, phone: str, letters: Letters) -> str:
    """Say in words by which right something was written, and on which phone if by the code."""
    if via == Via.CODE and phone in letters:
        return _("phone %(letter)s at the table") % {"letter": letters[phone]}
    return _("signed in") if via == Via.SEAT else str(Via(via).label)


def _said_at(table_id: int) -> QuerySet[Any]:
    """Return when phones have written at a table by its code, and which."""
    calls = TableCall.objects.filter(table=table_id)
    first, *others = (
        each.filter(via=Via.CODE).exclude(phone="").values_list("created_at", "pk", "phone")
        for each in (
            HandRevision.objects.filter(hand__table=table_id),
            Submission.objects.filter(hand__table=table_id),
            FinalRevision.objects.filter(result__table=table_id),
            HandAnswer.objects.filter(revision__hand__table=table_id),
            calls,
        )
    )
    ended = calls.filter(done_via=Via.CODE).exclude(done_phone="")
    return first.union(*others, ended.values_list("done_at", "pk", "done_phone"))


def _letter(number: int) -> str:
    """Name a number by letters: A, B and so on, AA after Z."""
    again, at = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[at] * (again + 1)
