"""Draw the standings once a version, for everybody who looks."""

from dataclasses import fields, replace

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from league.competitions.models import Competition
from league.core.pieces import kept_piece
from league.standings.overview import Asked, overview_of


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
