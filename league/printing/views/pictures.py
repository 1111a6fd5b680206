"""Pictures for links that are shared, each found as the page is found that it stands for."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.clubs.queries import club_seen_by, players_with_club
from league.competitions.queries import competitions, rounds, tables
from league.printing import pictures
from league.printing.views.answers import answer_with_picture


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw who leads a competition."""
    competition = get_object_or_404(competitions(), pk=pk)
    return answer_with_picture(request, pictures.standings_picture(competition))


@require_safe
def seating(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw who sits where in a round."""
    round = get_object_or_404(rounds(), pk=pk)
    return answer_with_picture(request, pictures.round_picture(round))


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw how the match of a table stands."""
    table = get_object_or_404(tables().select_related("score"), pk=pk)
    return answer_with_picture(request, pictures.table_picture(table))


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw what a player has done."""
    shown = get_object_or_404(players_with_club(), pk=pk)
    return answer_with_picture(request, pictures.player_picture(shown))


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Draw how large a club is, and what is played there."""
    shown = club_seen_by(request.user, slug)
    return answer_with_picture(request, pictures.club_picture(shown))
