"""Views of a hand that each player enters on an own phone, in secret until all are in."""

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

from league.competitions.models import Seat, Table
from league.core.games import site_games
from league.core.games.entry import EntryFormContext, Who
from league.core.games.site_game import SealedEntry, SealedPart
from league.core.ratelimits import is_allowed
from league.core.requests import HtmxRequest, report_outcome
from league.results.access import (
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
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.forms import add_problems, read_number
from league.results.locked_table import reserve_own_seat
from league.results.models import REASON_LENGTH, SealedHand, Submission
from league.results.queries import hands_of_table, places_of, sealed_content, sealed_hand_of
from league.results.sealed import (
    choose_seasons,
    give_up_sealed_hand,
    reset_sealed_seat,
    seal_submission,
    sealing_of,
)
from league.results.table_view import build_table_view, names_at

Errors = dict[str, list[str]]


class Typed(NamedTuple):
    """The input of the page: of the own seat (None: nothing), and the seasons."""

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
        reserve_own_seat(held.seat, timezone.now())
    if request.method != "POST":
        return _show(request, table)
    typed = _read(request, table)
    if held is None:
        return _show(request, table, typed, text=_("Choose your seat first."))
    if not is_allowed(request, "record"):
        text = _("Too many hands sent. Wait a minute, then send again.")
        return _show(request, table, typed, text=text)
    phone_of(request)
    change = partial(
        seal_submission,
        seat=held.seat.number,
        content=typed.entry.as_json() if typed.entry is not None else {},
        author=Author(held.seat.player, held.via, timezone.now(), phone_at(request, table)),
    )
    rest = typed._replace(entry=None)
    return _change(request, table, typed, rest, change, _("Your choice is sealed."))


@require_POST
def choose(request: HtmxRequest, pk: int) -> HttpResponse:
    """Take the seasons of a hand that is being sealed."""
    table = get_object_or_404(_tables(tables_recordable_by(request)), pk=pk)
    recorder = recorder_at(request, table)
    if recorder is None:
        return redirect("results:table", pk)
    typed = _read(request, table)
    change = partial(choose_seasons, seasons=typed.seasons, author=recorder)
    rest = typed._replace(seasons={})
    return _change(request, table, typed, rest, change, _("Seasons entered."))


@require_POST
def reset(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw away, unseen, what a seat has submitted, as a scorer or an organiser may."""
    table = get_object_or_404(_tables(tables_scored_by(request)), pk=pk)
    recorder = recorder_at(request, table)
    with report_outcome(request, _("Seat reset. It can submit again.")):
        reset_sealed_seat(
            table_id=pk,
            seat=read_number(request.POST.get("seat", "")),
            reason=request.POST.get("reason", "")[:REASON_LENGTH],
            by=recorder.by if recorder else None,
            now=timezone.now(),
        )
    return redirect("results:seal", pk)


@require_POST
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw away, unseen, all that is sealed, and lead on to entering the hand together."""
    get_object_or_404(_tables(tables_recordable_by(request)), pk=pk)
    with report_outcome(
        request, _("The sealed choices were discarded unseen. Enter the hand together.")
    ):
        give_up_sealed_hand(table_id=pk, now=timezone.now())
        return redirect("results:enter", pk)
    return redirect("results:seal", pk)


def _tables(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(game__in=[game.slug for game in site_games() if game.sealed])


def _read(request: HttpRequest, table: Table) -> Typed:
    """Return the input of the visitor's own seat, if there is one, and the seasons."""
    held, part = seat_held(request, table), _part_of(table)
    entry = part.entry.of_form(request.POST, held.seat.number) if held else None
    return Typed(entry, part.seasons_of_form(request.POST, len(names_at(table))))


def _part_of(table: Table) -> SealedPart:
    part = table.site_game.sealed
    if part is None:
        raise Http404
    return part


def _change(
    request: HtmxRequest,
    table: Table,
    typed: Typed,
    rest: Typed,
    change: Callable[..., Submission | None],
    text: str,
) -> HttpResponse:
    """Change the hand being sealed; on a refusal show `typed`, after it the unsent `rest`."""
    recorded = read_number(request.POST.get("recorded", ""))
    seating = read_number(request.POST.get("seating", ""))
    try:
        submission = change(table_id=table.pk, recorded=recorded, seating=seating)
    except ResultError as error:
        errors: Errors = {}
        add_problems(errors, error)
        return _show(request, table, typed, errors=errors, text=error.text)
    if submission is None:
        messages.success(request, text)
        unsent = _unsent(request, table, rest, recorded)
        return _show(request, table, unsent) if any(unsent) else redirect("results:seal", table.pk)
    number = submission.hand.number
    messages.success(
        request, _("All choices are in: hand %(number)d is revealed.") % {"number": number}
    )
    return redirect(f"{reverse('results:seal', args=[table.pk])}?number={number}")


def _unsent(request: HttpRequest, table: Table, rest: Typed, recorded: int) -> Typed:
    """Return what was typed without what is stored already."""
    sealed = sealed_hand_of(table, recorded=recorded)
    held = seat_held(request, table)
    if sealed is None or held is None:
        return rest
    stored = sealed_content(sealed, seat=held.seat.number, phone=phone_at(request, table))
    is_stored = stored is not None and _part_of(table).entry.of_json(stored) == rest.entry
    return Typed(
        None if is_stored else rest.entry, {} if rest.seasons == sealed.seasons else rest.seasons
    )


def _show(
    request: HtmxRequest,
    table: Table,
    typed: Typed | None = None,
    *,
    errors: Errors | None = None,
    text: str = "",
) -> HttpResponse:
    """Show what everybody may know, and to a seat its own form with what it has typed."""
    part, errors, typed = _part_of(table), errors or {}, typed or Typed()
    view = build_table_view(table, list(hands_of_table(table)))
    sealed = sealed_hand_of(table, recorded=len(view.hands))
    coming, setup = view.match.number, view.match.next_hand()
    # A number from before hands were undone must not wait for them.
    number = min(read_number(request.GET.get("number", "")) or coming, coming)
    held = seat_held(request, table)
    refusal = why_closed(table, recorder_at(request, table))
    sealing = sealing_of(part, view, sealed, number)
    context = {
        **places_of(table),
        "view": view,
        "part": part,
        "sealing": sealing,
        "held": held,
        "may_seal": False,
        "may_pick": holds_code(request, table),
        "may_reset": may_correct(request, table),
        "text": text or (refusal.text if refusal else ""),
        "errors": errors,
    }
    if refusal is None and setup is not None and number == coming:
        form_context = EntryFormContext(view.names, setup, errors)
        chosen = typed.seasons or (sealed and sealed.seasons) or {}
        context |= {"may_seal": True, "seasons": part.season_fields(chosen, form_context)}
        if held is not None:
            entry = typed.entry or _entry_of(request, part, held.seat, sealed)
            who = Who(held.seat.number, held.seat.player.name)
            context["own"] = entry.fields(who, len(view.names), form_context, "")
            context["is_in"] = sealing.seats[who.seat].is_in
    is_fragment = request.htmx.target == f"sealing-{table.pk}"
    template = "results/sealed/_sealing.html" if is_fragment else "results/sealed.html"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if text else HTTPStatus.OK
    return render(request, template, context, status=status)


def _entry_of(
    request: HttpRequest, part: SealedPart, seat: Seat, sealed: SealedHand | None
) -> SealedEntry:
    """Return what this phone has submitted for a seat, or a blank entry."""
    phone = phone_at(request, seat.table)
    stored = sealed_content(sealed, seat=seat.number, phone=phone) if sealed else None
    return part.entry.of_json(stored) if stored else part.entry.of_form({}, seat.number)
