"""Enter a hand, correct one, and preview what it is worth."""

from collections.abc import Sequence
from http import HTTPStatus
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.competitions.models import Table
from league.competitions.queries import tables
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest
from league.results.access import (
    Recorder,
    hands_of,
    recorder_at,
    tables_recordable_by,
    tables_scored_by,
)
from league.results.board import names_at
from league.results.forms import HandForm, as_record, read_confirmed, read_key, read_number
from league.results.models import Hand, Submission, Verdict
from league.results.queries import hands_of_table
from league.results.refusals import (
    KeyReusedError,
    ReasonMissingError,
    ResultError,
    RoundClosedError,
    StaleHandError,
    TableDissolvedError,
)
from league.results.services import correct_hand, record_hand

CONFLICTS = (KeyReusedError, StaleHandError)
NEWS = "entry-news"


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HtmxRequest, pk: int) -> HttpResponse:
    """Enter the next hand of a table; without scripts each tap comes here and is carried out."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if request.method != "POST":
        form = HandForm.blank(table, _hands(table))
        if request.htmx.target == NEWS:
            return _show_news(request, form)
        if (refusal := _refusal(table)) is not None:
            form.words = refusal.words
        return _show(request, form)
    if "send" not in request.POST:
        return _show(request, HandForm.of_post(table, _hands(table), request.POST))
    if not is_allowed(request, "record"):
        return _refuse_haste(request, HandForm.of_post(table, _hands(table), request.POST))
    try:
        submission = _record(request, table, recorder_at(request, table))
    except ResultError as error:
        form = HandForm.of_post(table, _hands(table), request.POST)
        return _refuse(request, form, error)
    _say(request, submission)
    return redirect("results:table", table.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a hand, for a reason."""
    hand = get_object_or_404(
        hands_of(tables_scored_by(request)).filter(is_void=False).select_related("current"), pk=pk
    )
    table = tables().get(pk=hand.table_id)
    if request.method != "POST":
        return _show(request, HandForm.of_hand(table, _hands(table), hand))
    form = HandForm.of_post(table, _hands(table), request.POST, hand)
    if "send" not in request.POST:
        return _show(request, form)
    recorder = recorder_at(request, table)
    try:
        correct_hand(
            hand_id=hand.pk,
            expected_revision=form.revision,
            record=as_record(table, request.POST),
            reason=form.reason,
            by=recorder.by if recorder else None,
            now=timezone.now(),
            confirmed=form.confirmed,
        )
    except ResultError as error:
        return _refuse(request, form, error)
    messages.success(request, _("Hand %(number)d is corrected.") % {"number": hand.number})
    return redirect("results:hand", hand.pk)


@require_POST
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the hand in the form is worth so far."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    form = HandForm.of_post(table, _hands(table), request.POST)
    return render(request, "results/preview.html", {"form": form})


def _hands(table: Table) -> Sequence[Hand]:
    return list(hands_of_table(table))


def _refusal(table: Table) -> ResultError | None:
    """Return why nothing can be entered at the table now, whatever it is."""
    if table.dissolved_at is not None:
        return TableDissolvedError()
    return None if table.round.is_open else RoundClosedError()


def _record(request: HttpRequest, table: Table, recorder: Recorder | None) -> Submission:
    """Write the hand as it was sent."""
    if recorder is None:
        raise TableDissolvedError
    data = request.POST
    return record_hand(
        table_id=table.pk,
        number=read_number(data.get("number", "")),
        key=read_key(data.get("key", "")) or uuid4(),
        seating=read_number(data.get("seating", "")),
        record=as_record(table, data),
        by=recorder.by,
        via=recorder.via,
        now=timezone.now(),
        confirmed=read_confirmed(data),
    )


def _say(request: HttpRequest, submission: Submission) -> None:
    """Tell what became of what was sent."""
    number = {"number": submission.hand.number}
    if submission.verdict == Verdict.AGREED:
        said = _("Hand %(number)d was there already, just as you have it.")
        messages.success(request, said % number)
    elif submission.verdict == Verdict.DIFFERED:
        said = _(
            "Hand %(number)d was there already, and yours is different. Compare the two and pick "
            "the right one."
        )
        messages.warning(request, said % number)
    else:
        messages.success(request, _("Hand %(number)d is recorded.") % number)


def _refuse(request: HttpRequest, form: HandForm, error: ResultError) -> HttpResponse:
    """Show the form again with everything that was entered and why it was refused."""
    form.refuse(error)
    if isinstance(error, ReasonMissingError):
        form.errors["reason"] = [error.words]
    is_conflict = isinstance(error, CONFLICTS)
    status = HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
    return _show(request, form, status)


def _refuse_haste(request: HttpRequest, form: HandForm) -> HttpResponse:
    form.words = _("That were too many hands for one minute. Wait a little and send it again.")
    return _show(request, form, HTTPStatus.TOO_MANY_REQUESTS)


def _show(request: HttpRequest, form: HandForm, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    round = form.table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": form.table,
        "form": form,
        "names": names_at(form.table),
    }
    return render(request, "results/entry.html", context, status=status)


def _show_news(request: HttpRequest, form: HandForm) -> HttpResponse:
    """Tell a phone that is entering a hand that another one has sent it."""
    entering = read_number(request.GET.get("number", ""))
    context = {"table": form.table, "entering": entering, "is_sent": form.number > entering}
    return render(request, "results/_entry_news.html", context)
