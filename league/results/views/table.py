"""The table's page, and what the table itself may change: take back, pick a version."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.looking import find_shown
from league.competitions.models import Table
from league.core.games import site_game
from league.core.pieces import kept_piece
from league.core.requests import HtmxRequest, report_outcome
from league.results.access import (
    Recorder,
    hands_of,
    may_correct,
    recorder_at,
    seat_of,
    seats_spoken_for,
    tables_recordable_by,
    tables_seen_by,
    why_unseated,
)
from league.results.board import make_board
from league.results.calls import open_call
from league.results.consequences import foresee
from league.results.errors import ResultError
from league.results.final_board import rows_of
from league.results.forms import RevisionForm, words_of_errors
from league.results.models import Submission, Via
from league.results.phones import letters_at
from league.results.queries import hands_of_table, hands_to_agree_on, sealed_hand_of, table_of_hand
from league.results.scoring import outcome_of, result_in_force
from league.results.seats import is_free, keep_own_seat
from league.results.services import settle_hand, take_back_hand
from league.results.story import story_of
from league.results.table_history import table_history
from league.results.views.foreseen import Wish, is_decided, show_consequences


@vary_on_headers("HX-Target")
@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show where the match of a table stands, what comes next, and every hand; for everybody."""
    table = find_shown(
        request, tables_seen_by(request).select_related("final_result__current__by"), pk=pk
    )
    now = timezone.now()
    recorder = recorder_at(request, table)
    is_open = table.takes_hands
    board = make_board(table, list(hands_to_agree_on(table)), now)
    may_seal = recorder is not None and is_open and site_game(table.game).sealed is not None
    own = seat_of(recorder, table)
    if own and recorder and recorder.via == Via.SEAT and is_open:
        keep_own_seat(own, now)
    by_code = recorder is not None and recorder.via == Via.CODE
    speaks_for = seats_spoken_for(table, recorder)
    result = result_in_force(table)
    context = {
        **_places(table),
        "result": result,
        "letters": letters_at(table.pk) if result else {},
        "result_rows": rows_of(outcome_of(result), board.names) if result else (),
        "board": board,
        "may_seal": may_seal,
        "has_score_sheet": site_game(table.game).score_sheet is not None,
        "sealed": sealed_hand_of(table, recorded=len(board.hands)) if may_seal else None,
        "recorder": recorder,
        "may_record": recorder is not None and is_open and not why_unseated(table, recorder),
        "may_pick_seat": by_code and table.dissolved_at is None,
        "speaks_for_table": bool(speaks_for),
        "may_settle": recorder is not None and (is_open or recorder.via == Via.CLUB),
        "may_correct": may_correct(request, table),
        "may_call": recorder is not None and table.dissolved_at is None,
        "call": open_call(table),
        "own_seat": own.number if own else None,
        "own_name": own.player.name if own else "",
        "seats_kept": [seat for seat in table.seats.all() if not is_free(seat, "")],
        "to_confirm": board.to_confirm(speaks_for or ({own.number} if own else set())),
        "silence_in": board.silence_in(now),
    }
    is_piece = request.htmx.target == f"table-{table.pk}"
    return render(request, "results/_table.html" if is_piece else "results/table.html", context)


@vary_on_headers("HX-Target")
@require_safe
def show_history(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show all that has happened at a table, the latest first; for everybody."""
    table = find_shown(request, tables_seen_by(request), pk=pk)
    own = reverse("results:history", args=[table.pk])
    piece = kept_piece(
        "history",
        table.pk,
        table.version,
        draw=lambda: render_to_string(
            "results/_table_events.html",
            {**_places(table), "address": own, "events": table_history(table)},
        ),
    )
    if request.htmx.target == f"history-{table.pk}":
        return HttpResponse(piece)
    return render(request, "results/table_history.html", {**_places(table), "piece": piece})


@require_safe
def show_story(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell the match of a table hand by hand, for everybody who looks afterwards."""
    table = find_shown(request, tables_seen_by(request), pk=pk)
    board = make_board(table, list(hands_of_table(table)))
    context = {
        **_places(table),
        "board": board,
        "story": story_of(board),
        "players": sorted(table.seats.all(), key=lambda seat: seat.number),
    }
    return render(request, "results/story.html", context)


@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the last hand of a table."""
    hand = get_object_or_404(hands_of(tables_recordable_by(request)), pk=pk)
    table = table_of_hand(hand)
    form = RevisionForm(request.POST)
    recorder = recorder_at(request, table)
    if not form.is_valid():
        messages.warning(request, " ".join(words_of_errors(form)))
    elif recorder is not None:
        said = _("Hand %(number)d is taken back.")
        with report_outcome(request, said % {"number": hand.number}):
            take_back_hand(
                hand_id=pk,
                expected_revision=form.cleaned_data["revision"],
                by=recorder.by,
                via=recorder.via,
                phone=recorder.phone,
                now=timezone.now(),
            )
    return redirect("results:table", table.pk)


@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Pick the version of a hand that counts, once it was seen what that does."""
    hands = hands_of(tables_recordable_by(request))
    submission = get_object_or_404(
        Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand"), pk=pk
    )
    table = table_of_hand(submission.hand)
    form = RevisionForm(request.POST)
    recorder = recorder_at(request, table)
    if not form.is_valid():
        messages.warning(request, " ".join(words_of_errors(form)))
    elif recorder is not None:
        with report_outcome(request):
            return _settle(request, submission, table, recorder, form.cleaned_data["revision"])
    return redirect("results:table", table.pk)


def _settle(
    request: HttpRequest, submission: Submission, table: Table, recorder: Recorder, revision: int
) -> HttpResponse:
    """Show what picking a version would do, or pick it; organisers say why."""
    hand, reason = submission.hand, request.POST.get("reason", "").strip()

    def pick() -> None:
        settle_hand(
            submission_id=submission.pk,
            expected_revision=revision,
            reason=reason,
            by=recorder.by,
            via=recorder.via,
            phone=recorder.phone,
            now=timezone.now(),
        )

    is_reason_missing = recorder.via == Via.CLUB and not reason
    if not is_decided(request) or is_reason_missing:
        title = gettext_lazy("This version is right")
        wish = Wish(
            hand,
            table,
            title,
            title,
            request.path,
            {"revision": str(revision)},
            reason,
            errors=(ResultError("reason_missing").text,) if is_decided(request) else (),
        )
        return show_consequences(request, wish, foresee(pick, table))
    pick()
    messages.success(request, _("Hand %(number)d is settled.") % {"number": hand.number})
    return redirect("results:table", table.pk)


def _places(table: Table) -> dict[str, object]:
    round = table.round
    return {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
    }
