"""Pages of ratings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.access import get_club_or_404, get_visible_or_404, record_visibility
from league.clubs.models import Club
from league.clubs.queries import Visitor, is_visible, sees_private
from league.core.charts import Point, line_chart
from league.core.fragments import cache_if_named, cached_fragment, render_rows
from league.core.games import site_game
from league.core.middleware import NotVisibleError
from league.core.requests import number_in
from league.standings.models import PlayerRating, RatingList
from league.standings.ratings import queries

ROWS_A_PAGE = 50


@require_safe
def show_ratings(request: HttpRequest, slug: str, game: str = "") -> HttpResponse:
    """Show the ratings of a club in a game, the first by default."""
    club = get_club_or_404(request, slug)
    rating_lists = queries.rating_lists_of(club)
    rating_list = next((each for each in rating_lists if game in {"", each.game}), None)
    if rating_list is None and game:
        raise NotVisibleError(_("This game has no ratings."))
    number = number_in(request.GET, "page") or 1
    fragment = cached_fragment(
        "ratings",
        club,
        *(f"{each.pk}.{each.version}" for each in rating_lists),
        rating_list.pk if rating_list else 0,
        number,
        render=lambda: _render_ratings(club, rating_list, rating_lists, number),
    )
    return render(request, "ratings/list.html", {"club": club, "fragment": fragment})


def _render_ratings(
    club: Club, rating_list: RatingList | None, rating_lists: Sequence[RatingList], number: int
) -> str:
    context: dict[str, Any] = {
        "club": club,
        "rating_list": rating_list,
        "games": [(each, site_game(each.game).title) for each in rating_lists],
        "least": queries.HANDS_TO_BE_LISTED,
    }
    if rating_list is not None:
        page = Paginator(queries.leaderboard(rating_list), ROWS_A_PAGE).get_page(number)
        context |= {
            "page_obj": page,
            "rows": render_rows(
                "ratings/_row.html",
                (RatedRow.of(*each, rating_list) for each in enumerate(page, page.start_index())),
            ),
            "newcomers": list(queries.newcomers(rating_list)[:ROWS_A_PAGE]),
        }
    last = context["page_obj"].number if rating_list is not None else 1
    return cache_if_named(render_to_string("ratings/_list.html", context), is_named=number == last)


class RatedRow(NamedTuple):
    """A row of the ratings."""

    place: int
    player: int
    game: str
    name: str
    shown: int
    margin: int
    hands: int

    @classmethod
    def of(cls, place: int, rating: PlayerRating, rating_list: RatingList) -> "RatedRow":
        """Return the row of a rating."""
        player, skill = rating.player, rating.skill
        who = (player.pk, rating_list.game, player.name)
        return cls(place, *who, skill.shown, skill.margin, rating.hands)


@require_safe
def show_player(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Show the changes of a player's rating."""
    ratings = PlayerRating.objects.select_related("player__club", "rating_list")
    seen = ratings.filter(is_visible(request.user, "player__club__"))
    rating = get_visible_or_404(request, seen, player__pk=pk, rating_list__game=game, hands__gt=0)
    record_visibility(request, rating.player)
    number = number_in(request.GET, "page") or 1
    state = (rating.rating_list.version, sees_private(request.user, rating.player.club))
    fragment = cached_fragment(
        *("rating", rating.player, rating.rating_list_id, *state, number),
        render=lambda: _render_player(rating, request.user, number),
    )
    context = {
        "club": rating.player.club,
        "player": rating.player,
        "rating": rating,
        "game": site_game(game).engine,
        "fragment": fragment,
    }
    return render(request, "ratings/player.html", context)


def _render_player(rating: PlayerRating, user: Visitor, number: int) -> str:
    listed = queries.changes_of(rating, user)
    changes = listed.select_related("hand__table__round__stage__competition")
    page = Paginator(changes, ROWS_A_PAGE).get_page(number)
    context = {"rating": rating, "curve": render_curve(rating, user), "page_obj": page}
    fragment = render_to_string("ratings/_player.html", context)
    return cache_if_named(fragment, is_named=page.number == number)


@require_safe
def show_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the arithmetic of a rated hand."""
    hand = get_visible_or_404(request, queries.rated_hands_seen_by(request.user), pk=pk)
    record_visibility(request, hand.table)
    competition = hand.table.round.stage.competition
    context = {
        "club": competition.club,
        "competition": competition,
        "hand": hand,
        "sums": queries.arithmetic_of(hand),
    }
    return render(request, "ratings/hand.html", context)


def render_curve(rating: PlayerRating, user: Visitor) -> str:
    """Render the chart of a rating."""
    curve = queries.thin_out(list(queries.changes_of(rating, user).order_by("position")))
    values = [Point(change.after.shown, change.after.margin) for change in curve]
    label = _("Rating over %(hands)d hands, from 1500 to %(now)d") % {
        "hands": rating.hands,
        "now": rating.skill.shown,
    }
    return line_chart(values, label)
