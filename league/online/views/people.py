"""The people of a table: seats, breaks, spectators, the log; and what a visitor has played."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.core.requests import HtmxRequest, report_outcome
from league.online import access
from league.online.forms import NameForm, ReplacementForm, bots_at
from league.online.models import OnlineSeat, Phase
from league.online.profile import ratings_of, results_of, worst_moves
from league.online.queries import online_tables
from league.online.services import absence
from league.online.services.chat import show_name
from league.online.services.hands import is_behind
from league.online.services.seat_assignment import DEFAULT_BOT
from league.online.services.seats import SEAT_ACTIONS, sit_down
from league.online.snapshots import Snapshot, snapshot_of
from league.online.table_log import event_text
from league.online.texts import summarise_settings
from league.online.views.lobby import known_name


@require_safe
def people(request: HtmxRequest, token: str) -> HttpResponse:
    """Show who plays and watches, what happened besides moves, and what may be done about it."""
    table = access.table_seen_by(request, token)
    snapshot = snapshot_of(token)
    keeper = access.name_of_keeper(request, snapshot)
    seat = access.own_seat(request, snapshot)
    context = {
        "table": snapshot.table,
        "snapshot": snapshot,
        "rows": [_row(request, snapshot, each, keeper) for each in snapshot.seats],
        "seat": seat,
        "keeper": keeper,
        "is_behind": keeper is not None and is_behind(table),
        "is_running": snapshot.table.phase in absence.RUNNING,
        "is_adjourned": snapshot.table.phase == Phase.ADJOURNED,
        "is_over": snapshot.table.phase == Phase.OVER,
        "break_votes": [each.name for each in snapshot.seats if each.wants_break],
        "log": [
            {"text": event_text(each), "at": each.created_at}
            for each in reversed(snapshot.log_events)
        ],
        "settings": summarise_settings(snapshot.table),
        "spectators": snapshot.spectators,
        "bots": bots_at(snapshot.table.game, len(snapshot.seats)),
        "default_bot": DEFAULT_BOT,
        "may_show_name": seat is None and request.user.is_authenticated,
    }
    fragment = request.htmx and request.htmx.target == "people"
    return render(request, "online/_people.html" if fragment else "online/people.html", context)


@require_POST
def replace(request: HttpRequest, token: str, seat: int) -> HttpResponse:
    """Give a seat to a bot or to whoever has the link, now or after this hand."""
    snapshot, keeper = _guarded_table(request, token)
    form = ReplacementForm(request.POST)
    if seat >= len(snapshot.seats) or not form.is_valid():
        raise Http404
    chosen, is_now = form.cleaned_data["replacement"], form.cleaned_data["when"] == "now"
    service = partial(absence.replace, replacement=chosen, is_now=is_now, by=keeper)
    return _done(request, snapshot, service, seat=seat)


@require_POST
def keep(request: HttpRequest, token: str, seat: int) -> HttpResponse:
    """Let the player of a seat keep it, or have it again."""
    snapshot, _ = _guarded_table(request, token)
    if seat >= len(snapshot.seats):
        raise Http404
    _done(request, snapshot, absence.keep_seat, seat=seat)
    return _done(request, snapshot, absence.give_back, seat=seat)


@require_POST
def take_substitutes(request: HttpRequest, token: str) -> HttpResponse:
    """Let the substitutes of the round play at once."""
    snapshot, _ = _guarded_table(request, token)
    return _done(request, snapshot, absence.take_substitutes)


@require_POST
def pause(request: HttpRequest, token: str) -> HttpResponse:
    """Adjourn a table of a round or go on with it, as its organiser says."""
    snapshot, keeper = _guarded_table(request, token)
    if snapshot.table.is_pick_up:
        raise Http404
    service = absence.resume if "resume" in request.POST else absence.adjourn
    return _done(request, snapshot, service, by=keeper)


@require_POST
def break_vote(request: HttpRequest, token: str) -> HttpResponse:
    """Say that one would like a break, or rather not, or to go on; or leave for good."""
    access.table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = access.own_seat(request, snapshot)
    service = SEAT_ACTIONS.get(request.POST.get("action", ""))
    if seat is None or service is None:
        raise Http404
    answer = _done(request, snapshot, service, seat=seat.number)
    return redirect("online:lobby") if snapshot.table.phase == Phase.WAITING else answer


@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """Let somebody take a seat that was opened in the match, by the link they were sent."""
    table = get_object_or_404(online_tables(), token=token)
    snapshot = snapshot_of(token)
    seat = access.seat_for_substitute(key, snapshot)
    if seat is None or access.own_seat(request, snapshot) is not None:
        access.table_seen_by(request, token)
        return redirect("online:table", token)
    form = NameForm(request.POST or None, initial={"name": known_name(request)})
    if request.method == "POST" and form.is_valid():
        person = access.newcomer_of(request, form.cleaned_data["name"])
        with report_outcome(request, level=messages.ERROR):
            sit_down(table_id=table.pk, seat=seat.number, person=person, now=timezone.now())
            access.remember(request, person)
        return redirect("online:table", token)
    context = {"table": table, "seat": seat, "form": form}
    return render(request, "online/substitute.html", context, status=422 if form.errors else 200)


@require_POST
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Let the others read that one watches, or be one of a number again."""
    table = access.table_seen_by(request, token)
    if not request.user.is_authenticated or table.spectator_delay is None:
        raise Http404
    is_named = "show" in request.POST
    show_name(table=table, person=access.person_of(request), is_named=is_named, now=timezone.now())
    return redirect("online:people", token)


def _row(
    request: HttpRequest, snapshot: Snapshot, seat: OnlineSeat, keeper: str | None
) -> dict[str, object]:
    is_free = not seat.bot and not seat.is_taken_by_person
    link = ""
    if keeper is not None and is_free and snapshot.table.phase != Phase.WAITING:
        path = reverse(
            "online:substitute", args=[snapshot.table.token, access.substitute_key(seat)]
        )
        link = request.build_absolute_uri(path)
    is_lost = seat.player_id is not None and (seat.bot or seat.forfeited_at is not None)
    deadline = None if seat.is_played_by_bot else seat.deadline(snapshot.table)
    return {
        "seat": seat,
        "link": link,
        "may_be_replaced": bool(seat.name) or snapshot.table.phase != Phase.WAITING,
        "may_have_it_back": bool(seat.replacement) or is_lost,
        "is_late": deadline is not None and deadline <= timezone.now(),
    }


def _guarded_table(request: HttpRequest, token: str) -> tuple[Snapshot, str]:
    """Return a table that this visitor looks after, and their name; another one does not exist."""
    access.table_seen_by(request, token)
    snapshot = snapshot_of(token)
    keeper = access.name_of_keeper(request, snapshot)
    if keeper is None:
        raise Http404
    return snapshot, keeper


def _done(
    request: HttpRequest, snapshot: Snapshot, service: Callable[..., object], **arguments: object
) -> HttpResponseRedirect:
    with report_outcome(request, level=messages.ERROR):
        service(table_id=snapshot.table.pk, now=timezone.now(), **arguments)
    return redirect("online:people", snapshot.table.token)


@never_cache
@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """Show this visitor's matches, opponents, worst moves and ratings; nobody else sees them."""
    person = access.person_of(request)
    who = (person.user, person.guest)
    context = {
        "matches": results_of(*who),
        "ratings": ratings_of(*who),
        "worst": worst_moves(*who),
        "is_guest": person.user is None,
    }
    return render(request, "online/profile.html", context)
