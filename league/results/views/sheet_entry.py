"""Enter a whole match from paper, all hands in one form."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from league.competitions.models import Table
from league.core.games import site_game
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest
from league.results.access import recorder_at, tables_recordable_by, why_closed
from league.results.errors import ResultError
from league.results.models import Submission, Verdict
from league.results.paper.sheet import PaperSheet
from league.results.queries import hands_of_table
from league.results.services import PaperRecord, record_hands

PIECE = "hands-from-"
"""How the ids of the pieces begin in which hands are added to a sheet."""


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def enter_paper(request: HtmxRequest, pk: int) -> HttpResponse:
    """Enter all hands of a table's match at once; nothing is recorded until all are right."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if site_game(table.game).score_sheet is None:
        raise Http404
    hands = list(hands_of_table(table))
    if request.method != "POST":
        sheet = PaperSheet.blank(table, hands)
        refusal = why_closed(table, recorder_at(request, table))
        if refusal is not None:
            sheet.words = refusal.text
        return _show(request, sheet, is_closed=refusal is not None)
    sheet = PaperSheet.of_post(table, hands, request.POST)
    if "send" not in request.POST:
        return _show(request, sheet)
    if not is_allowed(request, "record"):
        sheet.words = _("That was too often for one minute. Wait a little and send it again.")
        return _show(request, sheet, HTTPStatus.TOO_MANY_REQUESTS)
    if not sheet.is_sound or sheet.is_asking:
        sheet.refuse()
        return _show(request, sheet, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        submissions = _record(request, table, sheet)
    except ResultError as error:
        sheet.words = error.text
        return _show(request, sheet, HTTPStatus.UNPROCESSABLE_ENTITY)
    _say(request, submissions)
    return redirect("results:table", table.pk)


def _record(request: HttpRequest, table: Table, sheet: PaperSheet) -> list[Submission]:
    recorder = recorder_at(request, table)
    if recorder is None:
        raise ResultError("table_dissolved")
    return record_hands(
        table_id=table.pk,
        seating=sheet.seating,
        hands=[PaperRecord(hand.number, UUID(hand.key), hand.record) for hand in sheet.typed],
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
        now=timezone.now(),
    )


def _say(request: HttpRequest, submissions: list[Submission]) -> None:
    """Tell what became of what was sent."""
    count = len(submissions)
    said = ngettext("%(count)d hand is recorded.", "%(count)d hands are recorded.", count)
    messages.success(request, said % {"count": count})
    if any(each.verdict == Verdict.DIFFERED for each in submissions):
        words = _("Some were there already and yours are different: compare and pick.")
        messages.warning(request, words)


def _show(
    request: HtmxRequest,
    sheet: PaperSheet,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    is_closed: bool = False,
) -> HttpResponse:
    """Show the sheet; none is offered where nothing was sent and nothing can be."""
    round = sheet.table.round
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": sheet.table,
        "sheet": sheet,
        "is_closed": is_closed,
        "names": sheet.names,
    }
    if "add" in request.POST and (request.htmx.target or "").startswith(PIECE):
        return render(request, "results/_paper_hands.html", {**context, "hands": sheet.added})
    context["hands"] = sheet.hands
    return render(request, "results/paper.html", context, status=status)
