"""Pages of ratings: who is how strong, what made a rating, and the arithmetic of a hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.looking import find_club, find_shown, note_found
from league.clubs.models import Club
from league.clubs.queries import Visitor, is_seen, sees_inside
from league.core.charts import Point, line_chart
from league.core.games import site_game
from league.core.missing import NothingHereError
from league.core.numbers import read_numbers
from league.core.pieces import draw_rows, kept_if_named, kept_piece
from league.standings.models import PlayerRating, RatingBook
from league.standings.ratings import queries

ROWS_A_PAGE = 50


@require_safe
def show_ratings(request: HttpRequest, slug: str, game: str = "") -> HttpResponse:
    """List a club's players by rating; of the first game that has ratings unless told."""
    club = find_club(request, slug)
    books = queries.books_of(club)
    book = next((each for each in books if game in {"", each.game}), None)
    if book is None and game:
        raise NothingHereError(_("There are no ratings of this game."))
    number = _page_number(request)
    piece = kept_piece(
        "ratings",
        *(f"{each.pk}.{each.version}" for each in books),
        book.pk if book else 0,
        number,
        draw=lambda: _draw_ratings(club, book, books, number),
    )
    return render(request, "ratings/list.html", {"club": club, "piece": piece})


def _draw_ratings(
    club: Club, book: RatingBook | None, books: Sequence[RatingBook], number: int
) -> str:
    context: dict[str, Any] = {
        "club": club,
        "book": book,
        "games": [(each, site_game(each.game).title) for each in books],
        "least": queries.HANDS_TO_BE_LISTED,
    }
    if book is not None:
        page = Paginator(queries.leaderboard(book), ROWS_A_PAGE).get_page(number)
        context |= {
            "page_obj": page,
            "rows": draw_rows(
                "ratings/_row.html",
                (
                    RatedRow.of(rating, place, book)
                    for place, rating in enumerate(page, start=page.start_index())
                ),
            ),
            "newcomers": list(queries.newcomers(book)[:ROWS_A_PAGE]),
        }
    last = context["page_obj"].number if book is not None else 1
    return kept_if_named(render_to_string("ratings/_list.html", context), is_named=number == last)


class RatedRow(NamedTuple):
    """Hold all that a row of the list of ratings shows."""

    place: int
    player: int
    game: str
    name: str
    shown: int
    margin: int
    hands: int

    @classmethod
    def of(cls, rating: PlayerRating, place: int, book: RatingBook) -> "RatedRow":
        """Pick from a rating what is shown of it."""
        player, belief = rating.player, rating.belief
        shown, margin = belief.shown, belief.margin
        return cls(place, player.pk, book.game, player.name, shown, margin, rating.hands)


def _page_number(request: HttpRequest) -> int:
    return next(iter(read_numbers(request.GET.get("page", ""))), 1)


@require_safe
def show_player(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Show how a player's rating has come about, hand by hand."""
    ratings = PlayerRating.objects.select_related("player__club", "book")
    seen = ratings.filter(is_seen(request.user, "player__club__"))
    rating = find_shown(request, seen, player__pk=pk, book__game=game, hands__gt=0)
    note_found(request, rating.player)
    number = _page_number(request)
    piece = kept_piece(
        "rating",
        rating.player_id,
        rating.book_id,
        rating.book.version,
        sees_inside(request.user, rating.player.club),
        number,
        draw=lambda: _draw_player(rating, request.user, number),
    )
    context = {
        "club": rating.player.club,
        "player": rating.player,
        "rating": rating,
        "game": site_game(game).engine,
        "piece": piece,
    }
    return render(request, "ratings/player.html", context)


def _draw_player(rating: PlayerRating, user: Visitor, number: int) -> str:
    listed = queries.changes_of(rating, user)
    changes = listed.select_related("hand__table__round__stage__competition")
    page = Paginator(changes, ROWS_A_PAGE).get_page(number)
    context = {
        "rating": rating,
        "curve": draw_curve(rating, user),
        "page_obj": page,
    }
    piece = render_to_string("ratings/_player.html", context)
    return kept_if_named(piece, is_named=page.number == number)


@require_safe
def show_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the arithmetic by which a hand has changed ratings."""
    hand = find_shown(request, queries.rated_hands_seen_by(request.user), pk=pk)
    note_found(request, hand.table)
    competition = hand.table.round.stage.competition
    context = {
        "club": competition.club,
        "competition": competition,
        "hand": hand,
        "sums": queries.arithmetic_of(hand),
    }
    return render(request, "ratings/hand.html", context)


def draw_curve(rating: PlayerRating, user: Visitor) -> str:
    """Draw how a rating has moved."""
    curve = queries.curve_of(rating, user)
    values = [Point(change.after.shown, change.after.margin) for change in curve]
    label = _("Rating over %(hands)d hands, from 1500 to %(now)d") % {
        "hands": rating.hands,
        "now": rating.belief.shown,
    }
    return line_chart(values, label)
