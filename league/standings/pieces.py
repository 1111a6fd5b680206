"""Draw the standings once a version, for everybody who looks."""

from collections.abc import Callable
from dataclasses import fields, replace

from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.competitions.models import Competition
from league.standings.overview import Asked, overview_of

# A competition's version tells of everything on it but of a player's new name, which may be this
# late.
SECONDS_KEPT = 60


def draw_standings(competition: Competition, asked: Asked) -> SafeString:
    """Return the live piece with a competition's standings; it holds nothing private.

    The version is read before the rows, so what is kept under a version is never older than it.
    What is looked for by name is drawn anew each time.
    """
    if asked.find:
        return _draw(competition, asked)
    what = [getattr(asked, name.name) for name in fields(asked)]
    return kept_piece(
        "standings",
        competition.pk,
        competition.version,
        *what,
        draw=lambda: _draw(competition, asked),
    )


def kept_piece(*key: object, draw: Callable[[], str]) -> SafeString:
    """Draw a piece for everybody who looks, unless it is kept under this key.

    The key names the piece and the versions of all that is on it but of players' names.
    """
    name = ":".join(str(part) for part in (*key, get_language()))
    drawn: str | None = cache.get(name)
    if drawn is None:
        drawn = draw()
        cache.set(name, drawn, SECONDS_KEPT)
    return SafeString(drawn)


def _draw(competition: Competition, asked: Asked) -> SafeString:
    overview = overview_of(competition, asked)
    context = {
        "competition": competition,
        "asked": asked,
        "overview": overview,
        "address": address_of(competition, asked),
        "whole": address_of(competition, replace(asked, page=1, find="")),
    }
    if (page := overview.page) is not None and page.has_other_pages():
        context |= {
            name: address_of(competition, replace(asked, page=number(), entry=None))
            for name, number, is_there in (
                ("earlier", page.previous_page_number, page.has_previous()),
                ("later", page.next_page_number, page.has_next()),
            )
            if is_there
        }
    return render_to_string("standings/_table.html", context)


def address_of(competition: Competition, asked: Asked) -> str:
    """Return the address of the standings as they are asked for."""
    wanted = {
        "stage": asked.stage,
        "after": asked.after,
        "settled": int(asked.is_settled),
        "page": asked.page if asked.page != 1 else None,
        "entry": asked.entry,
        "find": asked.find,
    }
    query = urlencode(
        {name: int(value) if value is True else value for name, value in wanted.items() if value}
    )
    address = reverse("standings:table", args=[competition.pk])
    return f"{address}?{query}" if query else address
