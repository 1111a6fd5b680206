"""The screen on the wall, and the page that makes its address."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.looking import find_shown, key_of
from league.clubs.queries import is_organiser
from league.competitions.models import Competition
from league.competitions.queries import competitions_seen_by, rounds_seen_by
from league.core.address import absolute_url
from league.core.qr import qr_svg
from league.core.requests import HtmxRequest
from league.notices.queries import posts_listed_for
from league.showing.forms import ScreenForm, SetupForm
from league.showing.keys import key_for_screens, needs_link
from league.showing.programme import sign_words
from league.showing.scenes import Screen, make_screen


@vary_on_headers("HX-Target")
@require_safe
def show_screen(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show a competition's night to the whole room: always the round that is on."""
    competition = find_shown(
        request, competitions_seen_by(request.user, key=key_of(request)), pk=pk
    )
    return _show(request, competition, None)


@vary_on_headers("HX-Target")
@require_safe
def show_round(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show this very round to the whole room."""
    round = find_shown(request, rounds_seen_by(request.user, key=key_of(request)), pk=pk)
    return _show(request, round.stage.competition, round.pk)


def _show(request: HtmxRequest, competition: Competition, round_id: int | None) -> HttpResponse:
    form = ScreenForm(request.GET, competition_id=competition.pk)
    if not form.is_valid():
        return _setup(request, competition, form, status=422)
    listed = posts_listed_for(request.user, competition.club, key=key_of(request))
    screen = make_screen(
        competition, form.programme, timezone.now(), listed=listed, round_id=round_id
    )
    context = {
        "club": competition.club,
        "competition": competition,
        "screen": screen,
        "round": screen.round,
        **_slides(request, screen),
        **_check_in(screen),
    }
    is_piece = request.htmx.target == "screen"
    template = "showing/_screen.html" if is_piece else "showing/screen.html"
    return render(request, template, context)


def _slides(request: HtmxRequest, screen: Screen) -> dict[str, object]:
    """Say which slide is shown without scripts, and where the next one is."""
    slide = screen.slide_called(request.GET.get("at", ""))
    query = request.GET.copy()
    query["at"] = str(screen.slide_after(slide))
    return {
        "slide": slide,
        "seconds": screen.seconds_of(slide),
        "next_address": f"{request.path}?{query.urlencode()}",
    }


def _check_in(screen: Screen) -> dict[str, object]:
    """Draw the code by which people check in, while anybody can."""
    if screen.round is None or all(scene.look != "check_in" for scene in screen.scenes):
        return {}
    address = reverse("rounds:check_in_self", args=[screen.round.pk])
    return {
        "qr": qr_svg(absolute_url(address)),
        "short_address": absolute_url(reverse("rounds:mine")),
    }


@require_safe
def set_up(request: HtmxRequest, pk: int) -> HttpResponse:
    """Let anybody choose the scenes of a screen, and give its address."""
    competition = find_shown(
        request, competitions_seen_by(request.user, key=key_of(request)), pk=pk
    )
    may_write = is_organiser(request.user, competition.club)
    form = SetupForm(request.GET or None, may_write=may_write)
    return _setup(request, competition, form, status=422 if form.errors else 200)


def _setup(
    request: HtmxRequest, competition: Competition, form: SetupForm | ScreenForm, *, status: int
) -> HttpResponse:
    path = reverse("showing:screen", args=[competition.pk])
    query = key_for_screens(request, competition)
    if isinstance(form, SetupForm) and form.is_bound and form.is_valid():
        query |= _query(competition, form)
    path = f"{path}?{urlencode(query)}" if query else path
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "path": path,
        "address": absolute_url(path),
        "needs_link": needs_link(competition, query),
    }
    return render(request, "showing/set_up_screen.html", context, status=status)


def _query(competition: Competition, form: SetupForm) -> dict[str, int | str]:
    words = sign_words(competition.pk, form.cleaned_data.get("words", ""))
    return {**form.seconds, **({"words": words} if words else {})}
