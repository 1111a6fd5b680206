"""Duplicate events: opening one, its page, and each of its deals at all tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.competitions.queries import competitions_organised_by
from league.core.games import is_played_online, online_games
from league.core.requests import HtmxRequest
from league.online.access import event_seen_by, newcomer_of, person_of, remember
from league.online.errors import OnlineError
from league.online.event_forms import DuplicateTermsForm, EventForm, FurtherTableForm
from league.online.forms import find_slug
from league.online.models import DuplicateEvent, DuplicateTerms
from league.online.services.boards import table_of_person
from league.online.services.events import (
    add_table,
    fill_with_bots,
    open_event,
    set_duplicate_terms,
)
from league.online.services.places import STAND_IN
from league.online.services.visitors import NAME
from league.online.travellers import board_of_event


@require_http_methods(["GET", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """Offer to open an event: several tables, the same deals at each."""
    game = find_slug(request.GET.get("game", ""))
    form = EventForm(game, request.POST or None, initial={"name": _known_name(request)})
    if request.method == "POST" and form.is_valid():
        host = newcomer_of(request, form.cleaned_data["name"])
        try:
            event = open_event(game=game.slug, plan=form.plan(), host=host, now=timezone.now())
        except OnlineError as error:
            form.add_error(None, error.text)
        else:
            remember(request, host)
            return redirect("online:event", event.token)
    context = {"games": online_games(), "game": game, "form": form}
    return render(request, "online/event_lobby.html", context, status=422 if form.errors else 200)


@require_safe
def event(request: HtmxRequest, token: str) -> HttpResponse:
    """Show an event: its tables, who may still come, the standings, and what was promised."""
    found = event_seen_by(request, token)
    person = person_of(request)
    own = table_of_person(found, person.user, person.guest)
    is_open = found.ended_at is not None or found.takes_tables
    context = {
        "event": found,
        "board": board_of_event(found),
        "own": own,
        "is_host": _is_host(request, found),
        "form": FurtherTableForm(found.seats, initial={"name": _known_name(request)})
        if found.seats and own is None and is_open
        else None,
        "address": request.build_absolute_uri(request.path),
    }
    piece = request.htmx and request.htmx.target == "event"
    return render(request, "online/_event.html" if piece else "online/event.html", context)


@require_safe
def deal(request: HttpRequest, token: str, seats: int, number: int) -> HttpResponse:
    """Show one deal at all tables, seat by seat, once it lies open."""
    found = event_seen_by(request, token)
    board = board_of_event(found)
    shown = next((b for b in board.boards if (b.seats, b.number) == (seats, number)), None)
    if shown is None:
        raise Http404(_("There is no such deal in this event."))
    context = {
        "event": found,
        "deal": shown,
        "boards": board.travellers.get(shown.pk, ()),
        "others": [each for each in board.boards if each.seats == seats],
    }
    return render(request, "online/deal.html", context)


@require_POST
def further_table(request: HttpRequest, token: str) -> HttpResponse:
    """Open a further table of an event for this visitor."""
    found = event_seen_by(request, token)
    form = FurtherTableForm(found.seats or 0, request.POST)
    if not form.is_valid():
        messages.error(request, _("Say by what name you play, and in which seat."))
        return redirect("online:event", token)
    said = form.cleaned_data
    person = newcomer_of(request, said["name"])
    try:
        table = add_table(
            event_id=found.pk,
            person=person,
            seat=said["seat"],
            bots=STAND_IN if said["company"] == "bots" else "",
            now=timezone.now(),
        )
    except OnlineError as error:
        messages.error(request, error.text)
        return redirect("online:event", token)
    remember(request, person)
    return redirect("online:table", table.token)


@require_POST
def bots(request: HttpRequest, token: str) -> HttpResponse:
    """Let bots sit at all open seats of an event that this visitor has opened."""
    found = event_seen_by(request, token)
    if not _is_host(request, found):
        raise Http404(_("This is for whoever opened the event."))
    fill_with_bots(event_id=found.pk, bots=STAND_IN, now=timezone.now())
    return redirect("online:event", token)


@login_required
@require_http_methods(["GET", "POST"])
def terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change whether the online tables of a round get the same deals."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    if not is_played_online(competition.game):
        raise Http404
    known = DuplicateTerms.objects.filter(competition=competition).first()
    form = DuplicateTermsForm(request.POST or None, instance=known)
    if request.method == "POST" and form.is_valid():
        set_duplicate_terms(competition=competition, terms=form.save(commit=False))
        messages.success(request, _("Saved. It holds for rounds whose tables open from now on."))
        return redirect("online:terms", competition.pk)
    context = {"club": competition.club, "competition": competition, "form": form}
    return render(request, "online/event_terms.html", context, status=422 if form.errors else 200)


def _is_host(request: HttpRequest, event: DuplicateEvent) -> bool:
    person = person_of(request)
    if person.user is not None:
        return event.host_user_id == person.user.pk
    return bool(event.host_guest) and event.host_guest == person.guest


def _known_name(request: HttpRequest) -> str:
    return str(request.session.get(NAME, "") or getattr(request.user, "name", ""))
