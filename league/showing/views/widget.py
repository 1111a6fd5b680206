"""The widget: a frame for a club's own website, and the page that makes it."""

from collections.abc import Mapping
from typing import Any, Final

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from league.clubs.looking import find_shown, key_of
from league.competitions.models import Competition
from league.competitions.queries import (
    competitions_organised_by,
    competitions_seen_by,
    rounds_of,
)
from league.core.address import absolute_url
from league.core.languages import asks_for_no_visitor
from league.showing.colours import ink_on
from league.showing.forms import WidgetForm, WidgetSetupForm
from league.showing.keys import key_for_screens, needs_link
from league.showing.queries import finished_tables, rounds_to_come
from league.standings.queries import standings_of

# A competition's version tells of everything here but of a player's new name.
SECONDS_KEPT = 60
# The bar with the competition's name in two lines, the table's head and the line at the end, and a
# row of each kind on a phone, in CSS pixels: the frame's height follows.
HEIGHT_OF_FRAME: Final = 144
HEIGHT_OF_ROW: Final[Mapping[str, int]] = {"standings": 37, "next": 57, "results": 78}


@asks_for_no_visitor
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no arguments
@cache_control(public=True, max_age=SECONDS_KEPT)
@conditional_page
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition in a frame on any website. It asks for no session and sets no cookie.

    What is private shows itself there by a link for screens alone, whoever looks.
    """
    competition = find_shown(
        request, competitions_seen_by(AnonymousUser(), key=key_of(request)), pk=pk
    )
    form = WidgetForm(request.GET)
    is_valid = form.is_valid()
    wanted: Mapping[str, Any] = form.cleaned_data if is_valid else form.DEFAULTS
    with translation.override(wanted["language"]):
        if not is_valid:
            return HttpResponse(_draw(competition, {"form": form, **wanted}), status=422)
        return HttpResponse(_draw_once(competition, wanted))


def _draw_once(competition: Competition, wanted: Mapping[str, Any]) -> str:
    """Draw a widget once a version, for everybody who looks, in whichever colour.

    There are more colours than any cache has room for, and all that they change is one address.
    """
    plain = {**wanted, "accent": WidgetForm.DEFAULTS["accent"]}
    what = ":".join(str(value) for value in plain.values())
    key = f"widget:{competition.pk}:{competition.version}:{what}"
    drawn: str | None = cache.get(key)
    if drawn is None:
        drawn = _draw(competition, {**plain, **_contents(competition, plain)})
        cache.set(key, drawn, SECONDS_KEPT)
    return drawn.replace(_style_in(plain["accent"]), _style_in(wanted["accent"]), 1)


def _style_in(accent: str) -> str:
    return reverse("showing:accent", args=[accent])


def _draw(competition: Competition, context: Mapping[str, Any]) -> SafeString:
    return render_to_string(
        "showing/widget.html", {"competition": competition, "club": competition.club, **context}
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
def set_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an organiser choose how a widget looks, and give what is copied into a website."""
    competition = get_object_or_404(competitions_organised_by(request.user), pk=pk)
    form = WidgetSetupForm({"language": get_language() or "", **request.GET.dict()})
    is_valid = form.is_valid()
    wanted: Mapping[str, Any] = form.cleaned_data if is_valid else form.DEFAULTS
    key = key_for_screens(request, competition)
    path = f"{reverse('showing:widget', args=[pk])}?{urlencode({**wanted, **key})}"
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
    return render(request, "showing/set_up_widget.html", context, status=200 if is_valid else 422)


def _snippet(address: str, title: str, height: int) -> str:
    """Write the markup that a website takes; the page that shows it escapes it once more."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="100%" height="{height}"'
        ' loading="lazy" style="border: 0"></iframe>'
    )
