"""Pages of ratings: who is how strong, what made a rating, and the arithmetic of a hand."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.registry import game as find_game
from league.clubs.queries import club_seen_by
from league.core.charts import Point, line_chart
from league.standings.models import PlayerRating
from league.standings.ratings import queries

ROWS_A_PAGE = 50


@require_safe
def show_ratings(request: HttpRequest, slug: str, game: str = "") -> HttpResponse:
    """List a club's players by rating; of the first game that has ratings unless told."""
    club = club_seen_by(request.user, slug)
    books = queries.books_of(club)
    book = next((each for each in books if game in {"", each.game}), None)
    if book is None and game:
        raise Http404(_("There are no ratings of this game."))
    context: dict[str, Any] = {
        "club": club,
        "book": book,
        "games": [(each, find_game(each.game).title) for each in books],
        "least": queries.HANDS_TO_BE_LISTED,
    }
    if book is not None:
        page = Paginator(queries.leaderboard(book), ROWS_A_PAGE).get_page(request.GET.get("page"))
        context |= {"page_obj": page, "newcomers": list(queries.newcomers(book)[:ROWS_A_PAGE])}
    return render(request, "ratings/list.html", context)


@require_safe
def show_player(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Show how a player's rating has come about, hand by hand."""
    ratings = PlayerRating.objects.select_related("player__club", "book")
    rating = get_object_or_404(ratings, player=pk, book__game=game, hands__gt=0)
    changes = queries.changes_of(rating).select_related("hand__table__round__stage__competition")
    page = Paginator(changes, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": rating.player.club,
        "player": rating.player,
        "rating": rating,
        "game": find_game(game),
        "curve": draw_curve(rating),
        "page_obj": page,
    }
    return render(request, "ratings/player.html", context)


@require_safe
def show_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the arithmetic by which a hand has changed ratings."""
    hand = get_object_or_404(queries.rated_hands().distinct(), pk=pk)
    competition = hand.table.round.stage.competition
    context = {
        "club": competition.club,
        "competition": competition,
        "hand": hand,
        "sums": queries.arithmetic_of(hand),
    }
    return render(request, "ratings/hand.html", context)


def draw_curve(rating: PlayerRating) -> str:
    """Draw how a rating has moved."""
    curve = queries.curve_of(rating)
    values = [Point(change.after.shown, change.after.margin) for change in curve]
    label = _("Rating over %(hands)d hands, from 1500 to %(now)d") % {
        "hands": rating.hands,
        "now": rating.belief.shown,
    }
    return line_chart(values, label)
