"""The page of one hand: what it is worth and why, who entered what and when."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from league.clubs.looking import find_shown
from league.core.games import site_game
from league.core.games.entry import Who
from league.core.rule_texts import rule_words
from league.results.access import (
    hands_of,
    hands_seen_by,
    may_correct,
    recorder_at,
    tables_scored_by,
)
from league.results.board import PlayedHand, make_board, versions_of
from league.results.consequences import foresee
from league.results.errors import ResultError
from league.results.forms import ReasonForm
from league.results.history import history_of
from league.results.models import Hand, Via
from league.results.phones import letters_at
from league.results.queries import hands_to_agree_on, hands_to_show, resets_of, table_of_hand
from league.results.sealing import Reset
from league.results.services import keep_hand, restore_hand, void_hand
from league.results.views.foreseen import Wish, is_decided, show_consequences

Words = str | Promise


@require_safe
def show_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one hand to everybody, and to who may correct it the ways to do so."""
    return _show(request, find_shown(request, hands_seen_by(request), pk=pk))


@require_POST
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a hand count no longer, for a reason, once it was seen what that does."""
    asked = gettext_lazy("Void this hand")
    return _change(request, pk, void_hand, asked, _("Hand %(number)d is void."))


@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a void hand count again, likewise."""
    asked = gettext_lazy("Restore this hand")
    return _change(request, pk, restore_hand, asked, _("Hand %(number)d counts again."))


@require_POST
def keep(request: HttpRequest, pk: int) -> HttpResponse:
    """Settle a disputed hand as it is, likewise."""
    asked = gettext_lazy("Keep it as it is")
    return _change(request, pk, keep_hand, asked, _("Hand %(number)d stays as it is."))


def _change(
    request: HttpRequest, pk: int, change: Callable[..., Hand], asked: Words, said: str
) -> HttpResponse:
    """Show what a change would do, or make it once that was shown.

    Where it is refused, the page of the hand says why, with the reason kept.
    """
    hand = get_object_or_404(hands_of(tables_scored_by(request)), pk=pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _show(request, _fresh(pk), form, HTTPStatus.UNPROCESSABLE_ENTITY)
    table = table_of_hand(hand)
    recorder = recorder_at(request, table)
    revision, reason = form.cleaned_data["revision"], form.cleaned_data["reason"]
    make = partial(
        change,
        hand_id=pk,
        expected_revision=revision,
        reason=reason,
        by=recorder.by if recorder else None,
        now=timezone.now(),
    )
    try:
        if not is_decided(request):
            wish = Wish(
                hand, table, asked, asked, request.path, {"revision": str(revision)}, reason
            )
            return show_consequences(request, wish, foresee(make, table))
        make()
    except ResultError as error:
        form.add_error(None, error.text)
        return _show(request, _fresh(pk), form, HTTPStatus.CONFLICT)
    messages.success(request, said % {"number": hand.number})
    return redirect("results:hand", pk)


def _fresh(pk: int) -> Hand:
    return hands_to_show().get(pk=pk)


def _show(
    request: HttpRequest,
    hand: Hand,
    form: ReasonForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    table = table_of_hand(hand)
    round = table.round
    board = make_board(table, list(hands_to_agree_on(table)), timezone.now())
    played = next(each for each in board.hands if each.hand.pk == hand.pk)
    current = hand.current.number if hand.current else 0
    recorder = recorder_at(request, table)
    if form is None:
        form = ReasonForm(initial={"revision": current})
    else:
        # The words about a stale page have been read; what is sent now is meant for this one.
        form.data = {"reason": form.data.get("reason", ""), "revision": str(current)}
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
        "hand": hand,
        "played": played,
        "letters": letters_at(table.pk),
        "history": history_of(hand, table.game, board.names),
        "resets": [
            Reset(Who(reset.number, board.names[reset.number]), reset) for reset in resets_of(hand)
        ]
        if site_game(table.game).sealed
        else [],
        "versions": versions_of(hand, table.game, board.names),
        "rules": _rules(table.game, played),
        "form": form,
        "may_settle": recorder is not None and (table.takes_hands or recorder.via == Via.CLUB),
        "may_correct": may_correct(request, table),
    }
    return render(request, "results/hand.html", context, status=status)


def _rules(game: str, played: PlayedHand) -> list[tuple[str, str]]:
    """Return each rule that decided something in the hand, and its words."""
    rules = site_game(game).engine.rules()
    used = {line.rule for points in played.points for line in points.lines}
    used |= {step.rule for part in played.steps for step in part.steps}
    return [(rule, rule_words(rules, rule)) for rule in sorted(used)]
