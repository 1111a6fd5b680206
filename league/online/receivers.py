"""Receivers of signals: who signs in takes along what their browser has played as a guest."""

from typing import Any

from django.http import HttpRequest

from league.clubs.models import User
from league.online.services.match_results import take_along
from league.results.access import PHONE


def take_matches_along(*, request: HttpRequest | None, user: User, **_context: Any) -> None:
    """Give the account the tables, matches and ratings of the browser that signs in."""
    if request is not None:
        take_along(guest=str(request.session.get(PHONE, "")), user=user)
