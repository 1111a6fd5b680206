"""The search: in a club, and over the clubs of a person."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.clubs.looking import find_club
from league.clubs.models import Club
from league.clubs.queries import clubs_listed_for, clubs_of
from league.core.requests import HtmxRequest
from league.showing.finding import find

LONGEST = 80
MOST_ON_PAGE, MOST_IN_MENU = 12, 4


@vary_on_headers("HX-Target")
@require_safe
def search_club(request: HtmxRequest, slug: str) -> HttpResponse:
    """Find players, competitions, rounds and tables of a club."""
    club = find_club(request, slug)
    return _answer(request, [club], club, reverse("showing:search", args=[slug]))


@vary_on_headers("HX-Target")
@require_safe
def search_clubs(request: HtmxRequest) -> HttpResponse:
    """Find the same in all clubs in which somebody plays, in all there are for anybody else."""
    mine = list(clubs_of(request.user))
    clubs = mine or list(clubs_listed_for(request.user))
    return _answer(request, clubs, None, reverse("showing:search_clubs"))


def _answer(
    request: HtmxRequest, clubs: Sequence[Club], club: Club | None, address: str
) -> HttpResponse:
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    is_menu = request.htmx.target == "menu-found"
    organised = [each for each in clubs if getattr(each, "is_organised", False)]
    groups = find(
        wanted, request.user, clubs, organised, most=MOST_IN_MENU if is_menu else MOST_ON_PAGE
    )
    context = {
        "club": club,
        "wanted": wanted,
        "groups": groups,
        "count": sum(len(group.found) + group.more for group in groups),
        "address": address,
        "is_menu": is_menu,
    }
    is_piece = is_menu or request.htmx.target == "found"
    return render(request, "showing/_found.html" if is_piece else "showing/search.html", context)
