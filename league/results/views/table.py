"""Views of a table and its hands: pages, history, and changes once their impact was shown."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from operator import attrgetter
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.access import get_visible_or_404
from league.clubs.queries import is_organiser
from league.competitions.models import Table
from league.core.fragments import cached_fragment
from league.core.games.entry import Who
from league.core.requests import HtmxRequest, report_outcome
from league.core.rule_texts import rule_text
from league.results.access import (
    author_of_club,
    hands_of,
    hands_seen_by,
    may_correct,
    recorder_at,
    seat_of,
    seats_spoken_for,
    tables_recordable_by,
    tables_scored_by,
    tables_seen_by,
    why_unseated,
)
from league.results.authors import Via
from league.results.errors import ResultError
from league.results.final_forms import rows_of
from league.results.forms import ReasonForm, RevisionForm, error_texts
from league.results.history import history_of, letters_at, table_history
from league.results.impact import preview_impact
from league.results.inbox import open_call
from league.results.locked_table import is_free, reserve_own_seat
from league.results.models import Hand, SealReset, Submission
from league.results.queries import (
    hands_of_table,
    hands_to_agree_on,
    hands_to_show,
    places_of,
    sealed_hand_of,
    table_of_hand,
)
from league.results.recap import recap_of
from league.results.scoring import outcome_of, result_in_force
from league.results.sealed import Reset
from league.results.services import (
    dismiss_dispute,
    resolve_dispute,
    restore_hand,
    undo_hand,
    void_hand,
)
from league.results.table_view import all_names_at, build_table_view, versions_of

APPLY = "apply"
"""The name of the button that makes a change whose impact was shown."""


class ProposedChange(NamedTuple):
    """A change of a hand, or (None) of the final result, with the fields to be sent again."""

    hand: Hand | None
    table: Table
    title: str | Promise
    fields: Mapping[str, str]
    reason: str = ""
    change_address: str = ""
    error: str = ""


def preview_change(
    request: HttpRequest, proposal: ProposedChange, change: Callable[[], object]
) -> HttpResponse | None:
    """Make a change if the button for it was pressed, else show its impact; raises its errors."""
    if APPLY in request.POST and not proposal.error:
        change()
        return None
    context = {
        **places_of(proposal.table),
        "hand": proposal.hand,
        "proposal": proposal,
        "impact": preview_impact(change, proposal.table),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if proposal.error else HTTPStatus.OK
    return render(request, "results/impact.html", context, status=status)


def fields_sent(request: HttpRequest) -> dict[str, str]:
    """Return what a form has sent, to be sent once more, but for buttons and the reason."""
    own = {APPLY, "send", "preview", "reason", "csrfmiddlewaretoken"}
    return {name: request.POST.get(name, "") for name in request.POST if name not in own}


@require_safe
def show_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one hand to everybody, and to who may correct it the ways to do so."""
    return _show(request, get_visible_or_404(request, hands_seen_by(request), pk=pk))


CHANGES: Mapping[str, tuple[Callable[..., Hand], Promise, Promise]] = {
    "void": (void_hand, gettext_lazy("Void %(hand)s"), gettext_lazy("%(hand)s voided.")),
    "restore": (
        restore_hand,
        gettext_lazy("Restore %(hand)s"),
        gettext_lazy("%(hand)s restored."),
    ),
    "dismiss": (
        dismiss_dispute,
        gettext_lazy("Dismiss dispute"),
        gettext_lazy("Dispute about %(named)s dismissed."),
    ),
}


@require_POST
def change_hand(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Void or restore a hand or dismiss its dispute, for a reason, once the impact was shown."""
    hand = get_object_or_404(hands_of(tables_scored_by(request)), pk=pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _show(request, hands_to_show().get(pk=pk), form, HTTPStatus.UNPROCESSABLE_ENTITY)
    table = table_of_hand(hand)
    change, title, text = CHANGES[action]
    revision, reason = form.cleaned_data["revision"], form.cleaned_data["reason"]
    make = partial(
        change,
        hand_id=pk,
        expected_revision=revision,
        reason=reason,
        author=author_of_club(request.user, table.round.stage.competition.club),
    )
    heading = title % {"hand": table.site_game.hand_named()}
    proposal = ProposedChange(hand, table, heading, {"revision": str(revision)}, reason)
    try:
        if (preview := preview_change(request, proposal, make)) is not None:
            return preview
    except ResultError as error:
        form.add_error(None, error.text)
        return _show(request, hands_to_show().get(pk=pk), form, HTTPStatus.CONFLICT)
    game, number = table.site_game, hand.number
    said = {"hand": game.hand_title(number), "named": game.hand_named(number)}
    messages.success(request, text % said)
    return redirect("results:hand", pk)


def _show(
    request: HttpRequest,
    hand: Hand,
    form: ReasonForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    table = table_of_hand(hand)
    view = build_table_view(table, list(hands_to_agree_on(table)), timezone.now())
    played = next(each for each in view.hands if each.hand.pk == hand.pk)
    game, recorder = table.site_game, recorder_at(request, table)
    rules = game.engine.rules()
    used = {line.rule for points in played.points for line in points.lines}
    used |= {step.rule for part in played.steps for step in part.steps}
    current = hand.current.number if hand.current else 0
    if form is None:
        form = ReasonForm(initial={"revision": current})
    else:
        # The error of a stale page is shown now; what is sent next is meant for this one.
        form.data = {"reason": form.data.get("reason", ""), "revision": str(current)}
    resets = SealReset.objects.filter(hand__submission__hand=hand).select_related("by")
    context = {
        **places_of(table),
        "hand": hand,
        "played": played,
        "letters": letters_at(table.pk),
        "sent": [each for each in hand.submissions.all() if not each.is_online],
        "history": history_of(hand, game, played.names),
        "resets": [
            Reset(Who(each.number, played.names[each.number]), each)
            for each in (resets.order_by("pk") if game.sealed else ())
        ],
        "versions": versions_of(hand, game, played.names),
        "rules": [(rule, rule_text(rules, rule)) for rule in sorted(used)],
        "form": form,
        "may_resolve": recorder is not None and (table.takes_hands or recorder.via == Via.CLUB),
        "may_correct": may_correct(request, table),
    }
    return render(request, "results/hand.html", context, status=status)


@vary_on_headers("HX-Target")
@require_safe
def show_table(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show where the match of a table stands, what comes next, and every hand; for everybody."""
    table = get_visible_or_404(
        request, tables_seen_by(request).select_related("final_result__current__by"), pk=pk
    )
    now, game = timezone.now(), table.site_game
    recorder = recorder_at(request, table)
    view = build_table_view(table, list(hands_to_agree_on(table)), now)
    is_writer, is_open = recorder is not None, table.takes_hands
    is_scorer, club = may_correct(request, table), table.round.stage.competition.club
    may_seal = is_writer and is_open and game.sealed is not None
    own = seat_of(recorder, table)
    if own and recorder and recorder.via == Via.SEAT and is_open:
        reserve_own_seat(own, now)
    speaks_for = seats_spoken_for(table, recorder)
    result = result_in_force(table)
    context = {
        **places_of(table),
        "result": result,
        "letters": letters_at(table.pk) if result else {},
        "result_rows": rows_of(outcome_of(result), all_names_at(table)) if result else (),
        "view": view,
        "may_seal": may_seal,
        "has_score_sheet": game.score_sheet is not None,
        "sealed": sealed_hand_of(table, recorded=len(view.hands)) if may_seal else None,
        "recorder": recorder,
        "may_record": is_writer and is_open and not why_unseated(table, recorder),
        "may_pick_seat": recorder and recorder.via == Via.CODE and table.dissolved_at is None,
        "speaks_for_table": bool(speaks_for),
        "may_resolve": recorder and (is_open or recorder.via == Via.CLUB),
        "may_correct": is_scorer,
        "is_organiser": is_scorer and is_organiser(request.user, club),
        "may_call": is_writer and table.dissolved_at is None,
        "call": open_call(table),
        "own_seat": own.number if own else None,
        "own_name": own.player.name if own else "",
        "reserved_seats": [
            seat for seat in table.seats.all() if seat.left_from is None and not is_free(seat, "")
        ],
        "to_confirm": view.to_confirm(speaks_for or ({own.number} if own else set())),
        "silence_in": view.silence_in(now),
    }
    is_fragment = request.htmx.target == f"table-{table.pk}"
    return render(request, "results/_table.html" if is_fragment else "results/table.html", context)


@vary_on_headers("HX-Target")
@require_safe
def show_history(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show all that has happened at a table, the latest first; for everybody."""
    table = get_visible_or_404(request, tables_seen_by(request), pk=pk)
    own = reverse("results:history", args=[table.pk])
    fragment = cached_fragment(
        "history",
        table,
        table.version,
        render=lambda: render_to_string(
            "results/_table_events.html",
            {**places_of(table), "address": own, "events": table_history(table)},
        ),
    )
    if request.htmx.target == f"history-{table.pk}":
        return HttpResponse(fragment)
    return render(request, "results/table_history.html", {**places_of(table), "fragment": fragment})


@require_safe
def show_recap(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the match of a table hand by hand, for everybody."""
    table = get_visible_or_404(request, tables_seen_by(request), pk=pk)
    view = build_table_view(table, list(hands_of_table(table)))
    players = sorted(table.seats.all(), key=attrgetter("number"))
    context = {**places_of(table), "view": view, "recap": recap_of(view), "players": players}
    return render(request, "results/recap.html", context)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the last hand of a table."""
    hand = get_object_or_404(hands_of(tables_recordable_by(request)), pk=pk)
    table = table_of_hand(hand)
    form = RevisionForm(request.POST)
    recorder = recorder_at(request, table)
    if not form.is_valid():
        messages.warning(request, error_texts(form))
    elif recorder is not None:
        text = _("%(hand)s undone.") % {"hand": table.site_game.hand_title(hand.number)}
        revision = form.cleaned_data["revision"]
        with report_outcome(request, text):
            undo_hand(hand_id=pk, expected_revision=revision, author=recorder)
    return redirect("results:table", table.pk)


@require_POST
def resolve(request: HttpRequest, pk: int) -> HttpResponse:
    """Pick the version of a hand that counts, once its impact was shown; organisers say why."""
    hands = hands_of(tables_recordable_by(request))
    submission = get_object_or_404(
        Submission.objects.filter(hand__in=hands.values("pk")).select_related("hand"), pk=pk
    )
    hand, table = submission.hand, table_of_hand(submission.hand)
    form = RevisionForm(request.POST)
    recorder = recorder_at(request, table)
    if not form.is_valid():
        messages.warning(request, error_texts(form))
    elif recorder is not None:
        revision, reason = form.cleaned_data["revision"], request.POST.get("reason", "").strip()
        is_reason_missing = APPLY in request.POST and recorder.via == Via.CLUB and not reason
        proposal = ProposedChange(
            hand,
            table,
            gettext_lazy("Choose this version"),
            {"revision": str(revision)},
            reason,
            error=ResultError("reason_missing").text if is_reason_missing else "",
        )
        pick = partial(
            resolve_dispute,
            submission_id=pk,
            expected_revision=revision,
            reason=reason,
            author=recorder,
        )
        with report_outcome(request):
            if (preview := preview_change(request, proposal, pick)) is not None:
                return preview
            named = table.site_game.hand_named(hand.number)
            messages.success(request, _("Dispute about %(named)s resolved.") % {"named": named})
    return redirect("results:table", table.pk)
