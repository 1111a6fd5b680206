"""Views of a final result: enter it, correct it, void it, and its history."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.access import get_visible_or_404
from league.competitions.models import Table
from league.core.ratelimits import is_allowed
from league.results.access import recorder_at, tables_seen_by, why_closed
from league.results.authors import Author, Via
from league.results.errors import RESULT_CHANGED, ResultError
from league.results.final_forms import OutcomeForm, rows_of, steps_of
from league.results.final_results import (
    correct_final_result,
    record_final_result,
    void_final_result,
)
from league.results.forms import read_number
from league.results.history import letters_at
from league.results.models import REASON_LENGTH, FinalResult
from league.results.queries import places_of
from league.results.scoring import outcome_of, result_in_force
from league.results.views.table import ProposedChange, fields_sent, preview_change


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
    if "preview" in request.POST:  # the button that leads from the impact back to the form
        return _show(request, form, recorder)
    if not is_allowed(request, "record"):
        form.text = _("Too many requests. Wait a minute, then send again.")
        return _show(request, form, recorder, HTTPStatus.TOO_MANY_REQUESTS)
    outcome = form.as_outcome()
    try:
        if "revision" in request.POST:
            if result is None:
                raise ResultError("stale", RESULT_CHANGED)
            change = partial(
                correct_final_result,
                result_id=result.pk,
                expected_revision=form.revision,
                reason=form.reason,
                outcome=outcome,
                author=recorder,
            )
            title, text = gettext_lazy("Correct result"), _("Result corrected.")
            return _change(request, table, change, title, form.reason, text)
        record_final_result(
            table_id=table.pk,
            key=UUID(form.key),
            seating=form.seating,
            outcome=outcome,
            author=recorder,
        )
    except ResultError as error:
        form.refuse(error, result.current.number if result and result.current else 0)
        return _show(request, form, recorder, _status(error))
    messages.success(request, _("Result recorded."))
    return redirect("results:table", table.pk)


@require_POST
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a final result, for a reason, once its impact was shown."""
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
        author=recorder,
    )
    title, text = gettext_lazy("Void result"), _("Result voided.")
    try:
        return _change(request, table, change, title, reason, text)
    except ResultError as error:
        form = OutcomeForm.of_table(table, result)
        form.text = error.text
        return _show(request, form, recorder, _status(error), reason)


def _find(request: HttpRequest, pk: int) -> tuple[Table, Author | None]:
    """Return a table with its final result, and who this visitor is there."""
    table = get_visible_or_404(
        request, tables_seen_by(request).select_related("final_result__current__by"), pk=pk
    )
    return table, recorder_at(request, table)


def _change(
    request: HttpRequest,
    table: Table,
    change: Callable[[], object],
    title: Promise,
    reason: str,
    text: str,
) -> HttpResponse:
    """Show the impact of a change, or make it once that was shown; raises its refusal."""
    again = request.path if "seating" in request.POST else ""
    proposal = ProposedChange(None, table, title, fields_sent(request), reason, again)
    if (preview := preview_change(request, proposal, change)) is not None:
        return preview
    messages.success(request, text)
    return redirect("results:table", table.pk)


def _status(error: ResultError) -> HTTPStatus:
    is_stale = error.code == "stale"
    return HTTPStatus.CONFLICT if is_stale else HTTPStatus.UNPROCESSABLE_ENTITY


def _show(
    request: HttpRequest,
    form: OutcomeForm,
    recorder: Author | None,
    status: HTTPStatus = HTTPStatus.OK,
    void_reason: str = "",
) -> HttpResponse:
    table, result = form.table, form.result
    stored: FinalResult | None = getattr(table, "final_result", None)
    if stored is None and recorder is None:
        raise Http404
    refusal = why_closed(table, recorder)
    is_club = recorder is not None and recorder.via == Via.CLUB
    is_closed = refusal is not None and refusal.code == "round_closed"
    may_change = result is not None and is_club and is_closed
    context = {
        **places_of(table),
        "form": form,
        "result": result,
        "rows": rows_of(outcome_of(result), form.names) if result else (),
        "steps": steps_of(stored, form.names) if stored else (),
        "letters": letters_at(table.pk) if stored else {},
        "may_write": recorder is not None and (refusal is None or may_change),
        "why_closed": refusal.text if refusal and recorder and not may_change else "",
        "void_reason": void_reason,
    }
    return render(request, "results/final_result.html", context, status=status)
