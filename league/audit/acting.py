"""Who acts at the moment: the visitor of the request that is being answered, if there is one.

Work that nobody asked for, such as a round that opens at its time, has no actor and is not in the
log. Which role somebody acts in says the app of clubs, which registers a function here:

    acting.register(standing_of)               # in AppConfig.ready
"""

from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from league.audit.models import Way


class Standing(NamedTuple):
    """As whom somebody acts in a club: the player's id, None for who is none, and the role."""

    player_id: int | None
    role: str


class Actor(NamedTuple):
    """Who acts, by which way, and since when."""

    user: Any
    way: Way
    at: datetime


FindStanding = Callable[[Any, int], Standing | None]
"""Say as whom a user acts in a club of an id; None for whoever does not help to run it."""

_request: ContextVar[HttpRequest | None] = ContextVar("acting", default=None)
_finders: list[FindStanding] = []


def register(find: FindStanding) -> None:
    """Have this asked for the standing of whoever acts; call it in `AppConfig.ready`."""
    if find not in _finders:
        _finders.append(find)


def note_who_acts(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Remember the request while it is answered; nothing is read from it before it is needed."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        token = _request.set(request)
        try:
            return get_response(request)
        finally:
            _request.reset(token)

    return answer


def current_actor() -> Actor | None:
    """Return who is signed in and acts now; None where nobody does."""
    request = _request.get()
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return Actor(user, current_way(), timezone.now())


def current_way() -> Way:
    """Return by which way whoever acts does so: a request with a token comes from a program."""
    return Way.API if getattr(_request.get(), "auth", None) is not None else Way.PAGE


def standing_of(user: Any, club_id: int) -> Standing | None:
    """Return as whom a user acts in a club, as the app that registered says."""
    return next(filter(None, (find(user, club_id) for find in _finders)), None)
