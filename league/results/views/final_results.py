"""The outcome of a match as a whole: enter it, correct it, make it void, and its history."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.looking import find_shown
from league.competitions.models import Table
from league.core.ratelimits import is_allowed
from league.results.access import Recorder, recorder_at, tables_seen_by, why_closed
from league.results.consequences import foresee
from league.results.errors import RESULT_CHANGED, ResultError
from league.results.final_board import rows_of, steps_of
from league.results.final_forms import OutcomeForm
from league.results.final_results import (
    correct_final_result,
    record_final_result,
    void_final_result,
)
from league.results.forms import REASON_LENGTH, read_number
from league.results.models import FinalResult, Via
from league.results.phones import letters_at
from league.results.scoring import outcome_of, result_in_force
from league.results.views.foreseen import (
    Wish,
    fields_sent,
    is_decided,
    show_consequences,
)

AGAIN = "preview"
"""The name of the button that leads from the consequences back to the form."""


@require_http_methods(["GET", "HEAD", "POST"])
def show_result(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table's final result to everybody; who may write enters or corrects it here."""
    table, recorder = _find(request, pk)
    result = result_in_force(table)
    if request.method != "POST":
        return _show(request, OutcomeForm.of_table(table, result), recorder)
    form = OutcomeForm.of_post(table, result, request.POST)
    if recorder is None:
        raise Http404
    if AGAIN in request.POST:
        return _show(request, form, recorder)
    if not is_allowed(request, "record"):
        form.words = _("That was too often for one minute. Wait a little and send it again.")
        return _show(request, form, recorder, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        if "revision" in request.POST:
            return _correct(request, form, recorder)
        _record(form, recorder)
    except ResultError as error:
        form.refuse(error)
        form.meet(_current(result))
        return _show(request, form, recorder, _status(error))
    messages.success(request, _("The result is recorded."))
    return redirect("results:table", table.pk)


@require_POST
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a final result count no longer, for a reason, once it was seen what that does."""
    table, recorder = _find(request, pk)
    result = result_in_force(table)
    if recorder is None or result is None:
        raise Http404
    reason = request.POST.get("reason", "")[:REASON_LENGTH]
    change = partial(
        void_final_result,
        result_id=result.pk,
        expected_revision=read_number(request.POST.get("revision", "")),
        reason=reason,
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
        now=timezone.now(),
    )
    asked = gettext_lazy("Void this result")
    try:
        return _change(request, table, change, asked, reason, _("The result is void."))
    except ResultError as error:
        form = OutcomeForm.of_table(table, result)
        form.words = error.text
        return _show(request, form, recorder, _status(error), reason)


def _find(request: HttpRequest, pk: int) -> tuple[Table, Recorder | None]:
    """Return a table with its final result, and who this visitor is there."""
    table = find_shown(
        request, tables_seen_by(request).select_related("final_result__current__by"), pk=pk
    )
    return table, recorder_at(request, table)


def _record(form: OutcomeForm, recorder: Recorder) -> None:
    record_final_result(
        table_id=form.table.pk,
        key=UUID(form.key),
        seating=form.seating,
        outcome=form.as_outcome(),
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
        now=timezone.now(),
    )


def _correct(request: HttpRequest, form: OutcomeForm, recorder: Recorder) -> HttpResponse:
    """Show what a correction would do, or make it."""
    if form.result is None:
        raise ResultError("stale", RESULT_CHANGED)
    change = partial(
        correct_final_result,
        result_id=form.result.pk,
        expected_revision=form.revision,
        outcome=form.as_outcome(),
        reason=form.reason,
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
        now=timezone.now(),
    )
    asked = gettext_lazy("Correct the result")
    said = _("The result is corrected.")
    return _change(request, form.table, change, asked, form.reason, said)


def _change(
    request: HttpRequest,
    table: Table,
    change: Callable[[], object],
    asked: Promise,
    reason: str,
    said: str,
) -> HttpResponse:
    """Show what a change would do, or make it once that was shown; raises its refusal."""
    if is_decided(request):
        change()
        messages.success(request, said)
        return redirect("results:table", table.pk)
    again = request.path if "seating" in request.POST else ""
    wish = Wish(None, table, asked, asked, request.path, fields_sent(request), reason, again)
    return show_consequences(request, wish, foresee(change, table))


def _current(result: FinalResult | None) -> int:
    """Return the number of the revision in force; 0 for none."""
    return result.current.number if result and result.current else 0


def _status(error: ResultError) -> HTTPStatus:
    is_stale = error.code == "stale"
    return HTTPStatus.CONFLICT if is_stale else HTTPStatus.UNPROCESSABLE_ENTITY


def _show(
    request: HttpRequest,
    form: OutcomeForm,
    recorder: Recorder | None,
    status: HTTPStatus = HTTPStatus.OK,
    void_reason: str = "",
) -> HttpResponse:
    table, result = form.table, form.result
    kept: FinalResult | None = getattr(table, "final_result", None)
    if kept is None and recorder is None:
        raise Http404
    refusal = why_closed(table, recorder)
    is_club = recorder is not None and recorder.via == Via.CLUB
    is_closed = refusal is not None and refusal.code == "round_closed"
    may_change = result is not None and is_club and is_closed
    round = table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
        "form": form,
        "result": result,
        "rows": rows_of(outcome_of(result), form.names) if result else (),
        "steps": steps_of(kept, form.names) if kept else (),
        "letters": letters_at(table.pk) if kept else {},
        "may_write": recorder is not None and (refusal is None or may_change),
        "why_closed": refusal.text if refusal and recorder and not may_change else "",
        "void_reason": void_reason,
    }
    return render(request, "results/final_result.html", context, status=status)
