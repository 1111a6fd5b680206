"""The table's page, and what the table itself may change: take back, pick a version."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.competitions.queries import tables
from league.core.requests import HtmxRequest
from league.results.access import (
    hands_of,
    may_correct,
    recorder_at,
    tables_recordable_by,
)
from league.results.board import make_board
from league.results.forms import RevisionForm
from league.results.models import Hand, Submission, Via
from league.results.queries import hands_of_table
from league.results.refusals import ResultError
from league.results.services import settle_hand, take_back_hand


@vary_on_headers("HX-Target")
@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show where the match of a table stands, what comes next, and every hand; for everybody."""
    table = get_object_or_404(tables(), pk=pk)
    round = table.round
    recorder = recorder_at(request, table)
    is_open = round.is_open and table.dissolved_at is None
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
        "board": make_board(table, list(hands_of_table(table))),
        "recorder": recorder,
        "may_record": recorder is not None and is_open,
        "may_settle": recorder is not None and (is_open or recorder.via == Via.CLUB),
        "may_correct": may_correct(request, table),
    }
    is_piece = request.htmx.target == f"table-{table.pk}"
    return render(request, "results/_table.html" if is_piece else "results/table.html", context)


@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the last hand of a table."""
    hand = get_object_or_404(hands_of(tables_recordable_by(request)), pk=pk)
    change = partial(take_back_hand, hand_id=hand.pk)
    return _change(request, hand, change, _("Hand %(number)d is taken back."))


@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Pick the version of a hand that counts."""
    hands = hands_of(tables_recordable_by(request))
    submission = get_object_or_404(
        Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand"), pk=pk
    )
    change = partial(settle_hand, submission_id=submission.pk)
    return _change(request, submission.hand, change, _("Hand %(number)d is settled."))


def _change(
    request: HttpRequest, hand: Hand, change: Callable[..., Hand], said: str
) -> HttpResponse:
    """Change a hand as it was shown, say how that went, and lead back to the table."""
    table = tables().get(pk=hand.table_id)
    form = RevisionForm(request.POST)
    recorder = recorder_at(request, table)
    if recorder is not None and form.is_valid():
        try:
            change(
                expected_revision=form.cleaned_data["revision"],
                by=recorder.by,
                via=recorder.via,
                now=timezone.now(),
            )
        except ResultError as error:
            messages.warning(request, error.words)
        else:
            messages.success(request, said % {"number": hand.number})
    return redirect("results:table", table.pk)
