"""Where people open tables and duplicate events, and organisers say how competitions play."""

from functools import partial
from secrets import choice

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.models import Club
from league.clubs.queries import clubs_of
from league.competitions.queries import competitions_organised_by
from league.competitions.settings_forms import options_form
from league.core.fragments import cached_fragment
from league.core.games import is_played_online, online_games, site_game
from league.core.requests import HtmxRequest, refused_at, report_outcome
from league.online.access import event_seen_by, newcomer_of, person_of, remember
from league.online.duplicate_results import results_of_event
from league.online.forms import (
    GUEST_NAMES,
    DuplicateSettingsForm,
    EventForm,
    FurtherTableForm,
    OnlineSettingsForm,
    PickUpForm,
    QuickMatchForm,
    find_slug,
)
from league.online.lobby import lobby_of, open_tables, people_playing, waiting_in
from league.online.models import DuplicateEvent, Lobby, TimeoutPolicy
from league.online.profile import LATEST, results_of
from league.online.queries import tables_of_person
from league.online.rules import rules_by_topic
from league.online.services.duplicate_deals import table_of_person
from league.online.services.events import add_table, fill_with_bots, open_event, set_online_settings
from league.online.services.seat_assignment import DEFAULT_BOT
from league.online.services.seats import TableSettings, list_table, open_pick_up_table
from league.online.services.tidying import NAME
from league.online.texts import opening_text, pace_text, timeout_policy_text


def known_name(request: HttpRequest) -> str:
    """Return the name a visitor has played by, else that of the account, else ""."""
    return str(request.session.get(NAME, "") or getattr(request.user, "name", ""))


def suggested_name(request: HttpRequest) -> str:
    """Return the name that a visitor is known by, else a friendly one."""
    return known_name(request) or str(choice(GUEST_NAMES))


def find_club(request: HttpRequest, slug: str) -> Club | None:
    """Return the club of this visitor whose lobby it is, None for everybody's lobby."""
    return get_object_or_404(clubs_of(request.user), slug=slug) if slug else None


def address_of(club: Club | None) -> str:
    """Return the address of a lobby."""
    return reverse("online:club_lobby", args=[club.slug]) if club else reverse("online:lobby")


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HtmxRequest, slug: str = "") -> HttpResponse:
    """Offer tables, quick match and the way back to one's seats; a club has a lobby of its own."""
    club = find_club(request, slug)
    game = find_slug(request.GET.get("game", ""))
    place = lobby_of(club)
    tables = {
        "lobby": place,
        "open_tables": partial(_open_tables, place),
        "club": club,
        "address": address_of(club),
    }
    if request.htmx and request.htmx.target == "tables":
        return render(request, "online/_lobby_tables.html", tables)
    name = suggested_name(request)
    form = PickUpForm(game, request.POST or None, initial={"name": name})
    options = options_form(game.slug, request.POST or None)
    if request.method == "POST" and all([form.is_valid(), options.is_valid()]):
        with refused_at(form):
            return _open(request, game.slug, form, options, club)
    person, now = person_of(request), timezone.now()
    context = {
        **tables,
        "games": online_games(),
        "game": game,
        "form": form,
        "options": options,
        "quick": QuickMatchForm(),
        "clubs": clubs_of(request.user) if request.user.is_authenticated else (),
        "own_tables": tables_of_person(person.user, person.guest, now),
        "finished": results_of(person.user, person.guest, most=LATEST),
        "rules": rules_by_topic(game.slug),
    }
    return render(
        request, "online/lobby.html", context, status=422 if form.errors or options.errors else 200
    )


def _open_tables(place: Lobby) -> str:
    """Return what stands in a lobby now, rendered once a version."""
    return cached_fragment(
        "lobby", place, place.club, place.version, render=partial(_render_tables, place.club)
    )


def _render_tables(club: Club | None) -> str:
    now = timezone.now()
    context = {
        "rows": [
            {"table": table, "seats": list(table.seats.all()), "pace": pace_text(table)}
            for table in open_tables(club)
        ],
        "waiting": [
            {"game": site_game(game).title, "seconds": pace, "people": people}
            for game, pace, people in waiting_in(club, now)
        ],
        "playing": people_playing(club, now),
    }
    return render_to_string("online/_lobby_rows.html", context)


def _open(
    request: HttpRequest, slug: str, form: PickUpForm, options: forms.Form, club: Club | None
) -> HttpResponse:
    said = form.cleaned_data
    host = newcomer_of(request, said["name"])
    table = open_pick_up_table(
        game=slug,
        seats=said["seats"],
        settings=TableSettings(
            options=options.cleaned_data,
            hands_limit=said["hands"],
            move_seconds=said["pace"],
            chat_mode=said["chat_mode"],
            reading_seconds=said["reading"],
        ),
        host=host,
        bots=said["bot"] if said["company"] == "bots" else "",
        now=timezone.now(),
    )
    if said["company"] == "lobby":
        list_table(table_id=table.pk, club_id=club.pk if club else None)
    remember(request, host)
    return redirect("online:table", table.token)


@require_http_methods(["GET", "POST"])
def event_lobby(request: HttpRequest) -> HttpResponse:
    """Offer to open an event: several tables, the same deals at each."""
    game = find_slug(request.GET.get("game", ""))
    form = EventForm(game, request.POST or None, initial={"name": suggested_name(request)})
    if request.method == "POST" and form.is_valid():
        host = newcomer_of(request, form.cleaned_data["name"])
        with refused_at(form):
            event = open_event(game=game.slug, plan=form.plan(), host=host, now=timezone.now())
            remember(request, host)
            if form.cleaned_data["company"] == "people":
                return redirect("online:event", event.token)
            return redirect("online:table", event.tables.order_by("pk")[0].token)
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
        "results": results_of_event(found),
        "own": own,
        "opening": opening_text(found),
        "is_host": _is_host(request, found),
        "form": FurtherTableForm(found.seats, initial={"name": suggested_name(request)})
        if found.seats and own is None and is_open
        else None,
        "address": request.build_absolute_uri(request.path),
    }
    fragment = request.htmx and request.htmx.target == "event"
    return render(request, "online/_event.html" if fragment else "online/event.html", context)


@require_safe
def deal(request: HttpRequest, token: str, seats: int, number: int) -> HttpResponse:
    """Show one deal at all tables, seat by seat, once it lies open."""
    found = event_seen_by(request, token)
    duplicate_deal = results_of_event(found)
    shown = next((b for b in duplicate_deal.deals if (b.seats, b.number) == (seats, number)), None)
    if shown is None:
        raise Http404(_("This event has no such deal."))
    context = {
        "event": found,
        "deal": shown,
        "opening": opening_text(found),
        "seat_results": duplicate_deal.travellers.get(shown.pk, ()),
        "others": [each for each in duplicate_deal.deals if each.seats == seats],
    }
    return render(request, "online/deal.html", context)


@require_POST
def further_table(request: HttpRequest, token: str) -> HttpResponse:
    """Open a further table of an event for this visitor."""
    found = event_seen_by(request, token)
    form = FurtherTableForm(found.seats or 0, request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter your name and choose a seat."))
        return redirect("online:event", token)
    said = form.cleaned_data
    person = newcomer_of(request, said["name"])
    address = ("online:event", token)
    with report_outcome(request, level=messages.ERROR):
        bots = DEFAULT_BOT if said["company"] == "bots" else ""
        seating = {"person": person, "seat": said["seat"], "bots": bots}
        table = add_table(event_id=found.pk, **seating, now=timezone.now())
        remember(request, person)
        address = ("online:table", table.token)
    return redirect(*address)


@require_POST
def bots(request: HttpRequest, token: str) -> HttpResponse:
    """Let bots sit at all open seats of an event that this visitor has opened."""
    found = event_seen_by(request, token)
    if not _is_host(request, found):
        raise Http404(_("Only the player who created the event can do this."))
    fill_with_bots(event_id=found.pk, bots=DEFAULT_BOT, now=timezone.now())
    return redirect("online:event", token)


def _is_host(request: HttpRequest, event: DuplicateEvent) -> bool:
    person = person_of(request)
    if person.user is not None:
        return event.host_user_id == person.user.pk
    return bool(event.host_guest) and event.host_guest == person.guest


@login_required
@require_http_methods(["GET", "POST"])
def duplicate_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change whether the online tables of a round get the same deals."""
    saved = _("Saved. This applies to rounds whose tables open from now on.")
    return _settings(
        request, pk, DuplicateSettingsForm, "duplicate_settings", saved, "online:settings"
    )


@login_required
@require_http_methods(["GET", "POST"])
def online_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change how the tables of a competition are played on screens."""
    saved = _("Saved. Tables that are already open keep their settings.")
    return _settings(request, pk, OnlineSettingsForm, "settings", saved, "competitions:detail")


def _settings(
    request: HttpRequest,
    pk: int,
    form_class: type[OnlineSettingsForm | DuplicateSettingsForm],
    template: str,
    saved: str,
    following: str,
) -> HttpResponse:
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    if not is_played_online(competition.game):
        raise Http404
    known = form_class._meta.model.objects.filter(competition=competition).first()
    form = form_class(request.POST or None, instance=known)
    if request.method == "POST" and form.is_valid():
        set_online_settings(competition=competition, settings=form.save(commit=False))
        messages.success(request, saved)
        return redirect(following, competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "timeout_policies": [timeout_policy_text(policy) for policy in TimeoutPolicy.values],
    }
    return render(request, f"online/{template}.html", context, status=422 if form.errors else 200)
