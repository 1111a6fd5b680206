"""Pages of statistics: what a player has done, a club's best, a competition looked back on."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.looking import find_club, find_shown
from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, players_seen_by, sees_inside
from league.competitions.models import Competition
from league.competitions.queries import competitions_seen_by
from league.core.charts import Bar, Point, bar_chart, line_chart
from league.core.games import site_game
from league.core.missing import NothingHereError
from league.core.numbers import read_numbers
from league.core.pieces import kept_if_named, kept_piece
from league.results.queries import tables_told
from league.standings.queries import standings_of
from league.standings.statistics import fame
from league.standings.statistics.career import Career, career_of, games_of, state_of

TABLES_DRAWN = 40
ROWS_A_PAGE = 100
TABLES_TOLD = 300


@require_safe
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a player has done in one game, the first unless told."""
    player = find_shown(request, players_seen_by(request.user), pk=pk)
    games = games_of(player, request.user)
    game = request.GET.get("game", games[0] if games else "")
    if game and game not in games:
        raise NothingHereError(_("There are no results of this game."))
    piece = kept_piece(
        "player",
        player.pk,
        game,
        *state_of(player, game, request.user),
        sees_inside(request.user, player.club),
        draw=lambda: _draw_player(player, request.user, game, games),
    )
    context = {"club": player.club, "player": player, "piece": piece}
    return render(request, "statistics/player.html", context)


def _draw_player(player: Player, user: Visitor, game: str, games: Sequence[str]) -> str:
    context = {
        "player": player,
        "game": game,
        "games": [(slug, site_game(slug).title) for slug in games],
    }
    if game:
        career = career_of(player, game, user)
        context |= {
            "career": career,
            "honours": fame.honours_of_player(player, game),
            **_charts(career),
        }
    return render_to_string("statistics/_player.html", context)


def _charts(career: Career) -> dict[str, Any]:
    places = [Bar(str(place), count) for place, count in enumerate(career.places, start=1)]
    latest = career.tables[-TABLES_DRAWN:]
    points = [Point(table.points) for table in latest]
    curve = [Point(change.after.shown, change.after.margin) for change in career.curve]
    return {
        "places_chart": bar_chart(places, _("How often each place was reached at a table")),
        "drawn": latest,
        "points_chart": line_chart(points, _("League points of each table, oldest first")),
        "curve": line_chart(curve, _("Rating, hand by hand")),
    }


@require_safe
def show_fame(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has won what in a club, in one game, the first unless told."""
    club = find_club(request, slug)
    games = fame.games_played(club, request.user)
    game = request.GET.get("game", games[0] if games else "")
    if game and game not in games:
        raise NothingHereError(_("There are no results of this game."))
    piece = kept_piece(
        "fame",
        club.pk,
        game,
        *fame.versions_of(club, game),
        sees_inside(request.user, club),
        draw=lambda: _draw_fame(club, request.user, game, games),
    )
    return render(request, "statistics/fame.html", {"club": club, "piece": piece})


def _draw_fame(club: Club, user: Visitor, game: str, games: Sequence[str]) -> str:
    context = {
        "club": club,
        "game": game,
        "games": [(each, site_game(each).title) for each in games],
        "champions": fame.champions_of(club, game, user),
        "honours": fame.honours_of_club(club, game),
    }
    return render_to_string("statistics/_fame.html", context)


@require_safe
def show_archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition on one page, as it is looked back on: table, winners, awards."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    has_ended = fame.has_ended(competition)
    page = next(iter(read_numbers(request.GET.get("page", ""))), 1)
    piece = kept_piece(
        "archive",
        competition.pk,
        *fame.versions_of(competition.club, competition.game),
        page,
        draw=lambda: _draw_archive(competition, page, has_ended=has_ended),
    )
    context = {
        "club": competition.club,
        "competition": competition,
        "game": site_game(competition.game).engine,
        "has_ended": has_ended,
        "piece": piece,
    }
    return render(request, "statistics/archive.html", context)


def _draw_archive(competition: Competition, number: int, *, has_ended: bool) -> str:
    page = Paginator(standings_of(competition), ROWS_A_PAGE).get_page(number)
    context = {
        "competition": competition,
        "has_ended": has_ended,
        "amounts": fame.amounts_of(competition),
        "page_obj": page,
        "honours": fame.honours_of(competition),
        "told": list(tables_told(competition).reverse()[:TABLES_TOLD])[::-1],
    }
    piece = render_to_string("statistics/_archive.html", context)
    return kept_if_named(piece, is_named=page.number == number)
