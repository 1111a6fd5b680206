"""A hand that each player enters on an own phone: nobody sees another's before all are in."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import NamedTuple

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.competitions.models import Table
from league.core.games import site_game
from league.core.games.entry import EntryFormContext, Who
from league.core.games.sealed import SealedEntry, SealedPart
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest
from league.core.rule_texts import problem_words
from league.results.access import (
    Held,
    holds_code,
    may_correct,
    phone_at,
    phone_of,
    recorder_at,
    seat_held,
    tables_recordable_by,
    tables_scored_by,
    why_closed,
)
from league.results.board import make_board
from league.results.errors import ResultError
from league.results.forms import REASON_LENGTH, read_number
from league.results.models import SealedHand, Submission, Via
from league.results.queries import hands_of_table, sealed_content, sealed_hand_of
from league.results.sealing import sealing_games, sealing_of
from league.results.seats import keep_own_seat
from league.results.services import (
    choose_seasons,
    give_up_sealed_hand,
    reset_sealed_seat,
    seal_submission,
)

Errors = dict[str, list[str]]


class Typed(NamedTuple):
    """What was typed on the page: of the own seat (None: nothing), and the seasons."""

    entry: SealedEntry | None = None
    seasons: Mapping[str, str] = MappingProxyType({})


@never_cache
@vary_on_headers("HX-Target")
@require_http_methods(["GET", "HEAD", "POST"])
def seal(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show a hand that is being sealed, and take what the visitor's own seat submits."""
    table = get_object_or_404(_tables(tables_recordable_by(request)), pk=pk)
    held = seat_held(request, table)
    if held is not None and held.via == Via.SEAT and table.takes_hands:
        keep_own_seat(held.seat, timezone.now())
    if request.method != "POST":
        return _show(request, table)
    typed = _read(request, table)
    if held is None:
        return _show(request, table, typed, words=_("Say first from which seat you play."))
    if not is_allowed(request, "record"):
        words = _("That were too many hands for one minute. Wait a little and send it again.")
        return _show(request, table, typed, words=words)
    phone_of(request)
    change = partial(
        seal_submission,
        seat=held.seat.number,
        content=typed.entry.as_json() if typed.entry is not None else {},
        phone=phone_at(request, table),
        by=held.seat.player,
        via=held.via,
    )
    rest = typed._replace(entry=None)
    return _change(request, table, typed, rest, change, _("You are in."))


@require_POST
def choose(request: HtmxRequest, pk: int) -> HttpResponse:
    """Take the seasons on show for a hand that is being sealed."""
    table = get_object_or_404(_tables(tables_recordable_by(request)), pk=pk)
    recorder = recorder_at(request, table)
    if recorder is None:
        return redirect("results:table", pk)
    typed = _read(request, table)
    change = partial(
        choose_seasons,
        seasons=typed.seasons,
        by=recorder.by,
        via=recorder.via,
        phone=recorder.phone,
    )
    rest = typed._replace(seasons={})
    return _change(request, table, typed, rest, change, _("The seasons are entered."))


@require_POST
def reset(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw away, unseen, what a seat has submitted, as a scorer or an organiser may."""
    table = get_object_or_404(_tables(tables_scored_by(request)), pk=pk)
    recorder = recorder_at(request, table)
    seat = read_number(request.POST.get("seat", ""))
    change = partial(
        reset_sealed_seat,
        seat=seat,
        reason=request.POST.get("reason", "")[:REASON_LENGTH],
        by=recorder.by if recorder else None,
    )
    return _throw_away(request, pk, change, _("The seat is free to submit again."), "results:seal")


@require_POST
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw away, unseen, all that is sealed, and lead on to entering the hand together."""
    get_object_or_404(_tables(tables_recordable_by(request)), pk=pk)
    said = _("What was sealed is thrown away, unseen. Enter the hand together.")
    return _throw_away(request, pk, give_up_sealed_hand, said, "results:enter")


def _tables(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(game__in=sealing_games())


def _read(request: HttpRequest, table: Table) -> Typed:
    """Return what was typed: of the visitor's own seat, if there is one, and the seasons."""
    held, part = seat_held(request, table), _part_of(table)
    entry = part.entry.of_form(request.POST, held.seat.number) if held else None
    return Typed(entry, part.seasons_of_form(request.POST, len(table.seats.all())))


def _part_of(table: Table) -> SealedPart:
    part = site_game(table.game).sealed
    if part is None:
        raise Http404
    return part


def _change(
    request: HtmxRequest,
    table: Table,
    typed: Typed,
    rest: Typed,
    change: Callable[..., Submission | None],
    said: str,
) -> HttpResponse:
    """Carry out a change of the hand being sealed; show what was typed where that is refused.

    `rest` is what was typed beside, but not sent: it stays on the page.
    """
    try:
        submission = change(
            table_id=table.pk,
            recorded=read_number(request.POST.get("recorded", "")),
            seating=read_number(request.POST.get("seating", "")),
            now=timezone.now(),
        )
    except ResultError as error:
        errors: Errors = {}
        for problem in error.problems:
            errors.setdefault(problem.field, []).append(problem_words(problem))
        return _show(request, table, typed, errors=errors, words=error.text)
    if submission is None:
        messages.success(request, said)
        unsent = _unsent(request, table, rest)
        return _show(request, table, unsent) if any(unsent) else redirect("results:seal", table.pk)
    number = submission.hand.number
    messages.success(request, _("All are in: hand %(number)d is revealed.") % {"number": number})
    return redirect(f"{reverse('results:seal', args=[table.pk])}?number={number}")


def _unsent(request: HttpRequest, table: Table, rest: Typed) -> Typed:
    """Return what was typed without what is kept already."""
    recorded = read_number(request.POST.get("recorded", ""))
    sealed = sealed_hand_of(table, recorded=recorded)
    held = seat_held(request, table)
    if sealed is None or held is None:
        return rest
    kept = sealed_content(sealed, seat=held.seat.number, phone=phone_at(request, table))
    is_kept = kept is not None and _part_of(table).entry.of_json(kept) == rest.entry
    return Typed(
        None if is_kept else rest.entry,
        {} if rest.seasons == sealed.seasons else rest.seasons,
    )


def _throw_away(
    request: HttpRequest, pk: int, change: Callable[..., None], said: str, then: str
) -> HttpResponse:
    try:
        change(table_id=pk, now=timezone.now())
    except ResultError as error:
        messages.warning(request, error.text)
        return redirect("results:seal", pk)
    messages.success(request, said)
    return redirect(then, pk)


def _show(
    request: HtmxRequest,
    table: Table,
    typed: Typed | None = None,
    *,
    errors: Errors | None = None,
    words: str = "",
) -> HttpResponse:
    """Show what everybody may know, and to a seat its own form with what it has typed."""
    part = _part_of(table)
    board = make_board(table, list(hands_of_table(table)))
    sealed = sealed_hand_of(table, recorded=len(board.hands))
    coming = board.match.number
    # Hands that were taken back are not there to wait for.
    number = min(read_number(request.GET.get("number", "")) or coming, coming)
    held = seat_held(request, table)
    asked = EntryFormContext(board.names, setup, errors or {}) if (setup := board.setup) else None
    round = table.round
    refusal = why_closed(table, recorder_at(request, table))
    may_seal = refusal is None and asked is not None and number == coming
    sealing = sealing_of(part, board, sealed, number)
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "table": table,
        "board": board,
        "part": part,
        "sealing": sealing,
        "held": held,
        "may_seal": may_seal,
        "may_pick": holds_code(request, table),
        "may_reset": may_correct(request, table),
        "words": words or (refusal.text if refusal else ""),
        "errors": errors or {},
    }
    if may_seal and asked is not None:
        shown = typed or Typed()
        chosen = shown.seasons or (sealed and sealed.seasons) or {}
        context["seasons"] = part.season_fields(chosen, asked)
        if held is not None:
            context["own"] = _own_fields(request, table, held, shown.entry, sealed, asked)
            context["is_in"] = sealing.seats[held.seat.number].is_in
    is_piece = request.htmx.target == f"sealing-{table.pk}"
    template = "results/sealed/_sealing.html" if is_piece else "results/sealed.html"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if words else HTTPStatus.OK
    return render(request, template, context, status=status)


def _own_fields(
    request: HttpRequest,
    table: Table,
    held: Held,
    entry: SealedEntry | None,
    sealed: SealedHand | None,
    asked: EntryFormContext,
) -> object:
    """Return the fields of the visitor's own seat: as typed, or as this phone has sent them."""
    seat = held.seat.number
    if not entry:
        kept = sealed_content(sealed, seat=seat, phone=phone_at(request, table)) if sealed else None
        part = _part_of(table).entry
        entry = part.of_json(kept) if kept else part.of_form({}, seat)
    return entry.fields(Who(seat, asked.names[seat]), len(asked.names), asked, "")
