"""Enter a hand, correct one, and preview what it is worth."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.competitions.models import Table
from league.competitions.queries import tables
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest
from league.results.access import (
    hands_of,
    may_record_somewhere,
    recorder_at,
    recorder_in,
    tables_recordable_by,
    tables_scored_by,
    why_closed,
    why_unseated,
)
from league.results.board import names_at
from league.results.consequences import foresee
from league.results.errors import ResultError
from league.results.forms import HandForm, as_record, read_confirmed, read_key, read_number
from league.results.models import Hand, Submission, Verdict
from league.results.place import Place, read_place
from league.results.queries import hands_of_table
from league.results.services import Entered, correct_hand, enter_hand
from league.results.views.foreseen import (
    APPLY,
    Wish,
    fields_sent,
    is_decided,
    show_consequences,
)
from league.results.words.verdict import verdict_words

CONFLICTS = {"key_reused", "stale"}
NEWS = "entry-news"


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HtmxRequest, pk: int) -> HttpResponse:
    """Enter the next hand of a table; without scripts each tap comes here and is carried out."""
    if "send" in request.POST and is_allowed(request, "record"):
        return _send(request, pk)
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if request.method != "POST":
        form = HandForm.blank(table, _hands(table))
        if request.htmx.target == NEWS:
            return _show_news(request, form)
        recorder = recorder_at(request, table)
        refusal = why_closed(table, recorder) or why_unseated(table, recorder)
        if refusal is not None:
            form.words = refusal.text
        return _show(request, form, is_closed=refusal is not None)
    form = HandForm.of_post(table, names_at(table), _hands(table), request.POST)
    return _refuse_haste(request, form) if "send" in request.POST else _show(request, form)


def _send(request: HttpRequest, pk: int) -> HttpResponse:
    """Write the hand, or show the form again with why not."""
    if not may_record_somewhere(request):
        raise Http404
    try:
        submission = _record(request, pk)
    except Table.DoesNotExist as error:
        raise Http404 from error
    except ResultError as error:
        table = get_object_or_404(tables_recordable_by(request), pk=pk)
        form = HandForm.of_post(table, names_at(table), _hands(table), request.POST)
        return _refuse(request, form, error)
    _say(request, submission)
    return redirect("results:table", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a hand, for a reason."""
    hand = get_object_or_404(
        hands_of(tables_scored_by(request)).filter(is_void=False).select_related("current"), pk=pk
    )
    table = tables().get(pk=hand.table_id)
    if request.method != "POST":
        return _show(request, HandForm.of_hand(table, _hands(table), hand))
    form = HandForm.of_post(table, names_at(table), _hands(table), request.POST, hand)
    if not {"send", APPLY} & set(request.POST):
        return _show(request, form)
    recorder = recorder_at(request, table)
    change = partial(
        correct_hand,
        hand_id=hand.pk,
        expected_revision=form.revision,
        record=as_record(table.game, len(table.seats.all()), request.POST),
        reason=form.reason,
        by=recorder.by if recorder else None,
        now=timezone.now(),
        confirmed=form.confirmed,
    )
    try:
        if not is_decided(request):
            wish = _wish(request, form, hand)
            return show_consequences(request, wish, foresee(change, table))
        change()
    except ResultError as error:
        return _refuse(request, form, error)
    messages.success(request, _("Hand %(number)d is corrected.") % {"number": hand.number})
    return redirect("results:hand", hand.pk)


def _wish(request: HttpRequest, form: HandForm, hand: Hand) -> Wish:
    """Return the correction that a form asks for, the warnings confirmed that it has shown."""
    asked = gettext_lazy("Correct the hand")
    fields = fields_sent(request)
    address = request.path
    return Wish(hand, form.table, asked, asked, address, fields, form.reason, address)


@require_POST
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the hand in the form is worth so far."""
    place = read_place(pk)
    if place is None or recorder_in(request, place) is None:
        raise Http404
    form = HandForm.of_post(place.table, place.names, place.hands, request.POST)
    return render(request, "results/preview.html", {"form": form})


def _hands(table: Table) -> Sequence[Hand]:
    return list(hands_of_table(table))


def _record(request: HttpRequest, table_id: int) -> Submission:
    """Write the hand as it was sent; raises Http404 for who may not write at the table."""
    data = request.POST

    def enter(place: Place) -> Entered:
        recorder = recorder_in(request, place)
        if recorder is None:
            raise Http404
        record = as_record(place.table.game, len(place.seats), data)
        return Entered(record, recorder.by, recorder.via, recorder.phone)

    return enter_hand(
        table_id=table_id,
        number=read_number(data.get("number", "")),
        key=read_key(data.get("key", "")) or uuid4(),
        seating=read_number(data.get("seating", "")),
        enter=enter,
        now=timezone.now(),
        confirmed=read_confirmed(data),
    )


def _say(request: HttpRequest, submission: Submission) -> None:
    """Tell what became of what was sent."""
    level = messages.WARNING if submission.verdict == Verdict.DIFFERED else messages.SUCCESS
    messages.add_message(request, level, verdict_words(submission))


def _refuse(request: HttpRequest, form: HandForm, error: ResultError) -> HttpResponse:
    """Show the form again with everything that was entered and why it was refused."""
    form.refuse(error)
    if error.code == "reason_missing":
        form.errors["reason"] = [error.text]
    is_conflict = error.code in CONFLICTS
    status = HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
    return _show(request, form, status)


def _refuse_haste(request: HttpRequest, form: HandForm) -> HttpResponse:
    form.words = _("That were too many hands for one minute. Wait a little and send it again.")
    return _show(request, form, HTTPStatus.TOO_MANY_REQUESTS)


def _show(
    request: HttpRequest,
    form: HandForm,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    is_closed: bool = False,
) -> HttpResponse:
    """Show the form; none is offered where nothing was sent and nothing can be."""
    round = form.table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": form.table,
        "form": form,
        "is_closed": is_closed,
        "names": names_at(form.table),
    }
    return render(request, "results/entry.html", context, status=status)


def _show_news(request: HttpRequest, form: HandForm) -> HttpResponse:
    """Tell a phone that is entering a hand that another one has sent it."""
    entering = read_number(request.GET.get("number", ""))
    context = {"table": form.table, "entering": entering, "is_sent": form.number > entering}
    return render(request, "results/_entry_news.html", context)
