"""Views that enter a hand or a whole match from paper, correct a hand, and preview it."""

from functools import partial
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.competitions.models import Table
from league.core.games import SiteGame
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest
from league.results.access import (
    author_of_club,
    codes_of,
    hands_of,
    recorder_at,
    tables_recordable_by,
    tables_scored_by,
    why_closed,
    why_unseated,
)
from league.results.authors import Author
from league.results.errors import ResultError
from league.results.forms import HandForm, as_record, read_number, read_submission
from league.results.models import Submission, SubmissionOutcome
from league.results.queries import hands_of_table, places_of, table_of_hand
from league.results.score_sheet import ScoreSheetRecord, TableScoreSheet, record_hands
from league.results.services import correct_hand, enter_hand
from league.results.table_context import TableContext, load_table_context
from league.results.table_view import names_at
from league.results.views.table import APPLY, ProposedChange, fields_sent, preview_change


def submission_outcome_text(submission: Submission, game: SiteGame) -> str:
    """Return how a submission compares with the first for its hand."""
    texts = {
        SubmissionOutcome.COUNTED: _("%(hand)s recorded."),
        SubmissionOutcome.AGREED: _("%(hand)s was already recorded, the same as yours."),
        SubmissionOutcome.DIFFERED: _(
            "%(hand)s was already recorded, but differs from yours. Compare the two and "
            "choose the right one."
        ),
    }
    hand = game.hand_title(submission.hand.number)
    return texts[SubmissionOutcome(submission.outcome)] % {"hand": hand}


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HtmxRequest, pk: int) -> HttpResponse:
    """Enter the next hand of a table; without scripts each tap comes here and is carried out."""
    if "send" in request.POST and is_allowed(request, "record"):
        return _send(request, pk)
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    hands = list(hands_of_table(table))
    if request.method != "POST":
        form = HandForm.blank(table, hands)
        if request.htmx.target == "entry-news":
            entering = read_number(request.GET.get("number", ""))
            context = {"table": table, "entering": entering, "is_sent": form.number > entering}
            return render(request, "results/_entry_news.html", context)
        recorder = recorder_at(request, table)
        refusal = why_closed(table, recorder) or why_unseated(table, recorder)
        if refusal is not None:
            form.text = refusal.text
        return _show(request, form, is_closed=refusal is not None)
    form = HandForm.of_post(table, names_at(table), hands, request.POST)
    if "send" not in request.POST:
        return _show(request, form)
    form.text = _("Too many hands sent. Wait a minute, then send again.")
    return _show(request, form, HTTPStatus.TOO_MANY_REQUESTS)


def _send(request: HttpRequest, pk: int) -> HttpResponse:
    """Write the hand, or show the form again with why not."""
    data = request.POST
    if not (request.user.is_authenticated or codes_of(request)):
        raise Http404  # What nobody may write at locks nothing.

    games: list[SiteGame] = []

    def enter(context: TableContext) -> tuple[object, Author]:
        games.append(context.table.site_game)
        recorder = recorder_at(request, context.table, context)
        if recorder is None:
            raise Http404
        record = as_record(context.table, len(context.names), data)
        return record, recorder

    try:
        submission = enter_hand(table_id=pk, enter=enter, **read_submission(data))
    except Table.DoesNotExist as error:
        raise Http404 from error
    except ResultError as error:
        table = get_object_or_404(tables_recordable_by(request), pk=pk)
        form = HandForm.of_post(table, names_at(table), list(hands_of_table(table)), data)
        return _refuse(request, form, error)
    has_differed = submission.outcome == SubmissionOutcome.DIFFERED
    level = messages.WARNING if has_differed else messages.SUCCESS
    messages.add_message(request, level, submission_outcome_text(submission, games[-1]))
    return redirect("results:table", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a hand, for a reason."""
    hand = get_object_or_404(
        hands_of(tables_scored_by(request)).filter(is_void=False).select_related("current"), pk=pk
    )
    table = table_of_hand(hand)
    hands, data = list(hands_of_table(table)), request.POST
    if request.method != "POST":
        return _show(request, HandForm.of_hand(table, hands, hand))
    form = HandForm.of_post(table, names_at(table, hand.number), hands, data, hand)
    if not {"send", APPLY} & set(data):
        return _show(request, form)
    change = partial(
        correct_hand,
        hand_id=hand.pk,
        expected_revision=form.revision,
        record=as_record(table, len(form.names), data),
        reason=form.reason,
        author=author_of_club(request.user, table.round.stage.competition.club),
        confirmed=form.confirmed,
    )
    proposal = ProposedChange(
        hand,
        table,
        _("Correct %(hand)s") % {"hand": table.site_game.hand_named()},
        fields_sent(request),
        form.reason,
        request.path,
    )
    try:
        if (preview := preview_change(request, proposal, change)) is not None:
            return preview
    except ResultError as error:
        return _refuse(request, form, error)
    title = table.site_game.hand_title(hand.number)
    messages.success(request, _("%(hand)s corrected.") % {"hand": title})
    return redirect("results:hand", hand.pk)


@require_POST
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the hand in the form is worth so far."""
    context = load_table_context(pk)
    if context is None or recorder_at(request, context.table, context) is None:
        raise Http404
    form = HandForm.of_post(context.table, context.names, context.hands, request.POST)
    return render(request, "results/preview.html", {"form": form})


def _refuse(request: HttpRequest, form: HandForm, error: ResultError) -> HttpResponse:
    """Show the form again with everything that was entered and why it was refused."""
    form.refuse(error)
    if error.code == "reason_missing":
        form.errors["reason"] = [error.text]
    return _show(request, form, status_of(error))


def status_of(error: ResultError) -> HTTPStatus:
    """Return the status of the response to a refused hand."""
    is_conflict = error.code in {"key_reused", "stale"}
    return HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY


def _show(
    request: HttpRequest,
    form: HandForm,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    is_closed: bool = False,
) -> HttpResponse:
    """Show the form, or only why there is none."""
    context = {
        **places_of(form.table),
        "form": form,
        "is_closed": is_closed,
        "names": form.names,
    }
    return render(request, "results/entry.html", context, status=status)


@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def enter_score_sheet(request: HtmxRequest, pk: int) -> HttpResponse:
    """Enter all hands of a table's match at once; nothing is recorded until all are right."""
    table = get_object_or_404(tables_recordable_by(request), pk=pk)
    if table.site_game.score_sheet is None:
        raise Http404
    sheet = TableScoreSheet.of_post(table, list(hands_of_table(table)), request.POST)
    if request.method != "POST":
        refusal = why_closed(table, recorder_at(request, table))
        if refusal is not None:
            sheet.text = refusal.text
        return _show_score_sheet(request, sheet, is_closed=refusal is not None)
    if "send" not in request.POST:
        return _show_score_sheet(request, sheet)
    if not is_allowed(request, "record"):
        sheet.text = _("Too many requests. Wait a minute, then send again.")
        return _show_score_sheet(request, sheet, HTTPStatus.TOO_MANY_REQUESTS)
    if not sheet.is_sound or sheet.is_asking:
        if not sheet.is_sound:
            sheet.text = ResultError("invalid_record").text
        return _show_score_sheet(request, sheet, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        recorder = recorder_at(request, table)
        if recorder is None:
            raise ResultError("table_dissolved")
        submissions = record_hands(
            table_id=table.pk,
            seating=sheet.seating,
            hands=[
                ScoreSheetRecord(each.number, UUID(each.key), each.record) for each in sheet.typed
            ],
            author=recorder,
        )
    except ResultError as error:
        sheet.text = error.text
        return _show_score_sheet(request, sheet, HTTPStatus.UNPROCESSABLE_ENTITY)
    _report(request, submissions)
    return redirect("results:table", table.pk)


def _report(request: HttpRequest, submissions: list[Submission]) -> None:
    count = len(submissions)
    text = ngettext("%(count)d hand recorded.", "%(count)d hands recorded.", count)
    messages.success(request, text % {"count": count})
    if any(each.outcome == SubmissionOutcome.DIFFERED for each in submissions):
        text = _("Some were already recorded and differ from yours. Compare them and choose.")
        messages.warning(request, text)


def _show_score_sheet(
    request: HtmxRequest,
    sheet: TableScoreSheet,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    is_closed: bool = False,
) -> HttpResponse:
    """Show the score sheet, the hands that were added to it, or only why there is none."""
    is_fragment = "add" in request.POST and (request.htmx.target or "").startswith("hands-from-")
    context = {
        **places_of(sheet.table),
        "sheet": sheet,
        "is_closed": is_closed,
        "names": sheet.names,
        "hands": sheet.added if is_fragment else sheet.hands,
    }
    template = "_score_sheet_hands" if is_fragment else "score_sheet"
    return render(request, f"results/{template}.html", context, status=status)
