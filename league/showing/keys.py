"""The link for screens that stands in the addresses of what is private."""

from collections.abc import Mapping

from django.http import HttpRequest

from league.clubs.looking import KEY
from league.clubs.models import Visibility
from league.clubs.queries import is_organiser, screen_links_of
from league.competitions.models import Competition


def key_for_screens(request: HttpRequest, competition: Competition) -> dict[str, int | str]:
    """Return what an address asks with that is to be opened where nobody signs in.

    Organisers alone are given it, the newest, where what is shown is private.
    """
    if competition.shown_to != Visibility.PRIVATE:
        return {}
    if not is_organiser(request.user, competition.club):
        return {}
    newest = screen_links_of(competition.club).first()
    return {KEY: newest.token} if newest else {}


def needs_link(competition: Competition, query: Mapping[str, object]) -> bool:
    """Say whether an address shows nothing where nobody has signed in."""
    return competition.shown_to == Visibility.PRIVATE and KEY not in query
