"""Pictures for links that are shared, each found as the page is found that it stands for."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from league.clubs.looking import find_club, find_shown
from league.clubs.queries import players_seen_by
from league.competitions.queries import (
    competitions_seen_by,
    rounds_seen_by,
)
from league.printing import pictures
from league.printing.views.answers import answer_with_picture
from league.results.access import tables_seen_by
from league.standings.opened import entries_seen_by
from league.standings.teams import team_of


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw who leads a competition."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    return answer_with_picture(request, pictures.standings_picture(competition))


@require_safe
def seating(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw who sits where in a round."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    return answer_with_picture(request, pictures.round_picture(round))


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw how the match of a table stands."""
    table = find_shown(request, tables_seen_by(request).select_related("score"), pk=pk)
    return answer_with_picture(request, pictures.table_picture(table))


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw what a player has done."""
    shown = find_shown(request, players_seen_by(request.user), pk=pk)
    return answer_with_picture(request, pictures.player_picture(shown))


@require_safe
def entry(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw where somebody stands in a competition."""
    shown = find_shown(request, entries_seen_by(request.user), pk=pk)
    return answer_with_picture(request, pictures.entry_picture(shown))


@require_safe
def team(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw where a team stands in a competition."""
    shown = team_of(
        find_shown(request, competitions_seen_by(request.user), pk=pk), request.GET.get("name", "")
    )
    if shown is None:
        raise Http404
    return answer_with_picture(request, pictures.team_picture(shown))


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Draw how large a club is, and what is played there."""
    shown = find_club(request, slug)
    return answer_with_picture(request, pictures.club_picture(shown))
