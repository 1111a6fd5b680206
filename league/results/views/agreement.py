"""Say at the table whether a hand is right."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.queries import tables
from league.core.ratelimits import is_allowed
from league.core.requests import report_outcome
from league.results.access import hands_of, recorder_at, seat_of, tables_recordable_by
from league.results.answers import confirm_for_table, confirm_hand, dispute_hand
from league.results.errors import ResultError
from league.results.forms import DisputeForm, RevisionForm, words_of_errors
from league.results.models import Hand, HandAnswer, Via


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree with a hand from the seat that this visitor plays from."""
    hand = _hand(request, pk)
    form = RevisionForm(request.POST)
    if request.POST.get("seats") == "all":
        return _confirm_for_table(request, hand, form)
    change = partial(confirm_hand, hand_id=hand.pk)
    return _answer(request, hand, form, change, _("You have confirmed hand %(number)d."))


@require_POST
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a hand is wrong, and why."""
    hand = _hand(request, pk)
    form = DisputeForm(request.POST)
    words = request.POST.get("reason", "")
    change = partial(dispute_hand, hand_id=hand.pk, words=words)
    said = _("Hand %(number)d is disputed. An organiser sees it and decides.")
    return _answer(request, hand, form, change, said)


def _confirm_for_table(request: HttpRequest, hand: Hand, form: RevisionForm) -> HttpResponse:
    """Agree with a hand for all for whom this phone may, and lead back to the table."""
    table = tables().get(pk=hand.table_id)
    recorder = recorder_at(request, table)
    if recorder is None or recorder.via != Via.CODE or not form.is_valid():
        messages.warning(request, ResultError("seat_needed").text)
    elif not is_allowed(request, "record"):
        messages.warning(request, _("That was too much for one minute. Wait a little."))
    else:
        said = _("You have confirmed hand %(number)d for everyone at this phone.")
        with report_outcome(request, said % {"number": hand.number}):
            confirm_for_table(
                hand_id=hand.pk,
                expected_revision=form.cleaned_data["revision"],
                phone=recorder.phone,
                now=timezone.now(),
            )
    return redirect("results:table", table.pk)


def _hand(request: HttpRequest, pk: int) -> Hand:
    return get_object_or_404(hands_of(tables_recordable_by(request)), pk=pk)


def _answer(
    request: HttpRequest,
    hand: Hand,
    form: RevisionForm,
    change: Callable[..., HandAnswer],
    said: str,
) -> HttpResponse:
    """Answer from the visitor's seat, say how that went, and lead back to the table."""
    table = tables().get(pk=hand.table_id)
    recorder = recorder_at(request, table)
    seat = seat_of(recorder, table)
    if recorder is None or seat is None:
        messages.warning(request, ResultError("seat_needed").text)
    elif not is_allowed(request, "record"):
        messages.warning(request, _("That was too much for one minute. Wait a little."))
    elif not form.is_valid():
        messages.warning(request, " ".join(words_of_errors(form)))
    else:
        with report_outcome(request, said % {"number": hand.number}):
            change(
                expected_revision=form.cleaned_data["revision"],
                seat=seat.number,
                by=recorder.by,
                via=recorder.via,
                phone=recorder.phone,
                now=timezone.now(),
            )
    return redirect("results:table", table.pk)
