"""Projector views, widgets for websites, and the search."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.access import KEY, get_club_or_404, get_visible_or_404, key_of
from league.clubs.models import Club, Visibility
from league.clubs.queries import clubs_listed_for, clubs_of, is_organiser, share_links_of
from league.competitions.models import Competition
from league.competitions.queries import (
    competitions_organised_by,
    competitions_visible_to,
    rounds_of,
    rounds_seen_by,
)
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.middleware import asks_for_no_visitor
from league.core.requests import HtmxRequest
from league.displays.forms import ProjectorForm, SetupForm, WidgetForm, WidgetSetupForm, ink_on
from league.displays.queries import finished_tables, rounds_to_come
from league.displays.search import find
from league.displays.slides import Projector, build_projector, sign_message
from league.notifications.queries import posts_listed_for
from league.standings.queries import standings_of


def share_key_for(request: HttpRequest, competition: Competition) -> dict[str, int | str]:
    """Return the query with the newest share link, for organisers of what is private alone."""
    is_private = competition.visible_to == Visibility.PRIVATE
    if not is_private or not is_organiser(request.user, competition.club):
        return {}
    newest = share_links_of(competition.club).first()
    return {KEY: newest.token} if newest else {}


def needs_link(competition: Competition, query: Mapping[str, object]) -> bool:
    """Say whether an address shows nothing where nobody has signed in."""
    return competition.visible_to == Visibility.PRIVATE and KEY not in query


@vary_on_headers("HX-Target")
@require_safe
def show_projector(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show a competition's night to the whole room: always the round that is on."""
    return _show_screen(request, _visible_competition(request, pk), None)


@vary_on_headers("HX-Target")
@require_safe
def show_round(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show this very round to the whole room."""
    round = get_visible_or_404(request, rounds_seen_by(request.user, key=key_of(request)), pk=pk)
    return _show_screen(request, round.stage.competition, round.pk)


def _visible_competition(request: HttpRequest, pk: int) -> Competition:
    visible = competitions_visible_to(request.user, key=key_of(request))
    return get_visible_or_404(request, visible, pk=pk)


def _show_screen(
    request: HtmxRequest, competition: Competition, round_id: int | None
) -> HttpResponse:
    form = ProjectorForm(request.GET, competition_id=competition.pk)
    if not form.is_valid():
        return _answer_setup(request, competition, form, status=422)
    listed = posts_listed_for(request.user, competition.club, key=key_of(request))
    screen = build_projector(
        competition, form.rotation, timezone.now(), listed=listed, round_id=round_id
    )
    context = {
        "club": competition.club,
        "competition": competition,
        "screen": screen,
        "round": screen.round,
        **_slide_pages(request, screen),
        **_check_in(screen),
    }
    is_fragment = request.htmx.target == "screen"
    template = "displays/_projector.html" if is_fragment else "displays/projector.html"
    return render(request, template, context)


def _slide_pages(request: HtmxRequest, screen: Projector) -> dict[str, object]:
    slide_page = screen.page_called(request.GET.get("at", ""))
    query = request.GET.copy()
    query["at"] = str(screen.page_after(slide_page))
    return {
        "slide_page": slide_page,
        "seconds": screen.seconds_of(slide_page),
        "next_address": f"{request.path}?{query.urlencode()}",
    }


def _check_in(screen: Projector) -> dict[str, object]:
    if screen.round is None or all(slide.look != "check_in" for slide in screen.slides):
        return {}
    address = reverse("rounds:check_in_self", args=[screen.round.pk])
    return {
        "qr": qr_svg(absolute_url(address)),
        "short_address": absolute_url(reverse("rounds:mine")),
    }


@require_safe
def set_up_screen(request: HtmxRequest, pk: int) -> HttpResponse:
    """Let anybody choose the scenes of a screen, and give its address."""
    competition = _visible_competition(request, pk)
    may_write = is_organiser(request.user, competition.club)
    form = SetupForm(request.GET or None, may_write=may_write)
    return _answer_setup(request, competition, form, status=422 if form.errors else 200)


def _answer_setup(
    request: HtmxRequest, competition: Competition, form: SetupForm | ProjectorForm, *, status: int
) -> HttpResponse:
    path = reverse("displays:projector", args=[competition.pk])
    query = share_key_for(request, competition)
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
    return render(request, "displays/projector_setup.html", context, status=status)


def _query(competition: Competition, form: SetupForm) -> dict[str, int | str]:
    words = sign_message(competition.pk, form.cleaned_data.get("words", ""))
    return {**form.seconds, **({"words": words} if words else {})}


CACHE_SECONDS = 60
# The bar with the competition's name in two lines, the table's head and the line at the end, and a
# row of each kind on a phone, in CSS pixels: the frame's height follows.
HEIGHT_OF_FRAME: Final = 144
HEIGHT_OF_ROW: Final[Mapping[str, int]] = {"standings": 37, "next": 57, "results": 78}


@asks_for_no_visitor
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no arguments
@cache_control(public=True, max_age=CACHE_SECONDS)
@conditional_page
def show_widget(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition in a frame on any website. It asks for no session and sets no cookie.

    What is private shows itself there by a link for screens alone, whoever looks.
    """
    competition = get_visible_or_404(
        request, competitions_visible_to(AnonymousUser(), key=key_of(request)), pk=pk
    )
    form = WidgetForm(request.GET)
    is_valid = form.is_valid()
    wanted: Mapping[str, Any] = form.cleaned_data if is_valid else form.DEFAULTS
    with translation.override(wanted["language"]):
        if not is_valid:
            return HttpResponse(_render(competition, {"form": form, **wanted}), status=422)
        return HttpResponse(_render_once(competition, wanted))


def _render_once(competition: Competition, wanted: Mapping[str, Any]) -> str:
    """Render a widget once a version; its colour, which changes one address only, comes last."""
    plain = {**wanted, "accent": WidgetForm.DEFAULTS["accent"]}
    what = ":".join(str(value) for value in plain.values())
    made = competition.created_at.timestamp()
    key = f"widget:{competition.pk}@{made}:{competition.version}:{what}"
    html: str | None = cache.get(key)
    if html is None:
        html = _render(competition, {**plain, **_contents(competition, plain)})
        cache.set(key, html, CACHE_SECONDS)
    return html.replace(_style_in(plain["accent"]), _style_in(wanted["accent"]), 1)


def _style_in(accent: str) -> str:
    return reverse("displays:accent", args=[accent])


def _render(competition: Competition, context: Mapping[str, Any]) -> SafeString:
    return render_to_string(
        "displays/widget.html", {"competition": competition, "club": competition.club, **context}
    )


def _contents(competition: Competition, wanted: Mapping[str, Any]) -> dict[str, Any]:
    number = wanted["rows"]
    if wanted["show"] == "results":
        return {"tables": finished_tables(competition, number)}
    if wanted["show"] == "next":
        rounds = list(rounds_of(competition))
        opened = [each for each in rounds if each.is_open]
        return {"rounds": [*opened, *rounds_to_come(rounds)][:number]}
    rows = standings_of(competition)
    return {"standings": rows[:number], "more": len(rows) - number}


@asks_for_no_visitor
@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30, immutable=True)
def give_accent(_request: HttpRequest, accent: str) -> HttpResponse:
    """Give a style sheet with one colour, as the page's policy allows no style of its own."""
    style = f":root {{ --club: #{accent}; --club-ink: #{ink_on(accent)}; }}\n"
    return HttpResponse(style, content_type="text/css; charset=utf-8")


@login_required
@require_safe
def set_up_widget(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an organiser choose how a widget looks, and give what is copied into a website."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    form = WidgetSetupForm({"language": get_language() or "", **request.GET.dict()})
    is_valid = form.is_valid()
    wanted: Mapping[str, Any] = form.cleaned_data if is_valid else form.DEFAULTS
    key = share_key_for(request, competition)
    path = f"{reverse('displays:widget', args=[pk])}?{urlencode({**wanted, **key})}"
    height = HEIGHT_OF_FRAME + HEIGHT_OF_ROW[wanted["show"]] * wanted["rows"]
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "path": path,
        "height": height,
        "needs_link": needs_link(competition, key),
        "snippet": _snippet(absolute_url(path), competition.name, height),
    }
    return render(request, "displays/widget_setup.html", context, status=200 if is_valid else 422)


def _snippet(address: str, title: str, height: int) -> str:
    """Write the markup that a website takes; the page that shows it escapes it once more."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="100%" height="{height}"'
        ' loading="lazy" style="border: 0"></iframe>'
    )


LONGEST = 80
MOST_ON_PAGE, MOST_IN_MENU = 12, 4


@vary_on_headers("HX-Target")
@require_safe
def search_club(request: HtmxRequest, slug: str) -> HttpResponse:
    """Find players, competitions, rounds and tables of a club."""
    club = get_club_or_404(request, slug)
    return _answer(request, [club], club, reverse("displays:search", args=[slug]))


@vary_on_headers("HX-Target")
@require_safe
def search_clubs(request: HtmxRequest) -> HttpResponse:
    """Find the same in all clubs in which somebody plays, in all there are for anybody else."""
    mine = list(clubs_of(request.user))
    clubs = mine or list(clubs_listed_for(request.user))
    return _answer(request, clubs, None, reverse("displays:search_clubs"))


def _answer(
    request: HtmxRequest, clubs: Sequence[Club], club: Club | None, address: str
) -> HttpResponse:
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    is_menu = request.htmx.target == "menu-found"
    organised = [each for each in clubs if getattr(each, "is_organised", False)]
    most = MOST_IN_MENU if is_menu else MOST_ON_PAGE
    groups = find(wanted, request.user, clubs, organised, most=most)
    context = {
        "club": club,
        "wanted": wanted,
        "groups": groups,
        "count": sum(len(group.found) + group.more for group in groups),
        "address": address,
        "is_menu": is_menu,
    }
    is_fragment = is_menu or request.htmx.target == "found"
    template = "displays/_found.html" if is_fragment else "displays/search.html"
    return render(request, template, context)
