"""Pages of a player's statistics, the hall of fame and the archive."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.access import get_club_or_404, get_visible_or_404
from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, players_visible_to, sees_private
from league.competitions.models import Competition
from league.competitions.queries import competitions_visible_to
from league.core.charts import Bar, Point, bar_chart, line_chart
from league.core.fragments import cache_if_named, cached_fragment
from league.core.games import site_game
from league.core.middleware import NotVisibleError
from league.core.requests import number_in
from league.results.queries import tables_with_hands
from league.standings.queries import standings_of
from league.standings.statistics import queries as fame
from league.standings.statistics.queries import Career, career_of, games_of, state_of

TABLES_DRAWN = 40
ROWS_A_PAGE = 100
RECAP_TABLES = 300


@require_safe
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the statistics of a player in a game, the first by default."""
    player = get_visible_or_404(request, players_visible_to(request.user), pk=pk)
    games = games_of(player, request.user)
    game = _game(request, games)
    state = (*state_of(player, game, request.user), sees_private(request.user, player.club))
    fragment = cached_fragment(
        *("player", player, game, *state),
        render=lambda: _render_player(player, request.user, game, games),
    )
    context = {"club": player.club, "player": player, "fragment": fragment}
    return render(request, "statistics/player.html", context)


def _game(request: HttpRequest, games: Sequence[str]) -> str:
    """Return the requested game, else the first; raises NotVisibleError."""
    game = request.GET.get("game", games[0] if games else "")
    if game and game not in games:
        raise NotVisibleError(_("There are no results for this game."))
    return game


def _render_player(player: Player, user: Visitor, game: str, games: Sequence[str]) -> str:
    titles = [(slug, site_game(slug).title) for slug in games]
    context = {"player": player, "game": game, "games": titles}
    if game:
        career = career_of(player, game, user)
        context |= {
            "career": career,
            "given_awards": fame.awards_of_player(player, game),
            **(_charts(career) if career.tables else {}),
        }
    return render_to_string("statistics/_player.html", context)


def _charts(career: Career) -> dict[str, Any]:
    places = [Bar(str(place), count) for place, count in enumerate(career.places, start=1)]
    latest = career.tables[-TABLES_DRAWN:]
    points = [Point(table.points) for table in latest]
    curve = [Point(change.after.shown, change.after.margin) for change in career.curve]
    return {
        "places_chart": bar_chart(places, _("Number of times in each place at a table")),
        "drawn": latest,
        "points_chart": line_chart(points, _("Ranking points per table, oldest first")),
        "curve": line_chart(curve, _("Rating, hand by hand")),
    }


@require_safe
def show_hall_of_fame(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the champions and awards of a club in a game, the first by default."""
    club = get_club_or_404(request, slug)
    games = fame.games_played(club, request.user)
    game = _game(request, games)
    state = (*fame.versions_of(club, game), sees_private(request.user, club))
    fragment = cached_fragment(
        *("fame", club, game, *state),
        render=lambda: _render_hall_of_fame(club, request.user, game, games),
    )
    return render(request, "statistics/hall_of_fame.html", {"club": club, "fragment": fragment})


def _render_hall_of_fame(club: Club, user: Visitor, game: str, games: Sequence[str]) -> str:
    context = {
        "club": club,
        "game": game,
        "games": [(each, site_game(each).title) for each in games],
        "champions": fame.champions_of(club, game, user),
        "given_awards": fame.awards_of_club(club, game),
    }
    return render_to_string("statistics/_hall_of_fame.html", context)


@require_safe
def show_archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a completed competition: standings, winners and awards."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    has_ended = fame.has_ended(competition)
    page = number_in(request.GET, "page") or 1
    state = fame.versions_of(competition.club, competition.game)
    fragment = cached_fragment(
        *("archive", competition, *state, page),
        render=lambda: _render_archive(competition, page, has_ended=has_ended),
    )
    context = {
        "club": competition.club,
        "competition": competition,
        "game": competition.site_game.engine,
        "has_ended": has_ended,
        "fragment": fragment,
    }
    return render(request, "statistics/archive.html", context)


def _render_archive(competition: Competition, number: int, *, has_ended: bool) -> str:
    page = Paginator(standings_of(competition), ROWS_A_PAGE).get_page(number)
    context = {
        "competition": competition,
        "has_ended": has_ended,
        "amounts": fame.amounts_of(competition),
        "page_obj": page,
        "given_awards": fame.awards_of(competition),
        "recap_tables": list(tables_with_hands(competition).reverse()[:RECAP_TABLES])[::-1],
    }
    fragment = render_to_string("statistics/_archive.html", context)
    return cache_if_named(fragment, is_named=page.number == number)
