"""Find what an address names among what a visitor may see, and see that it spreads no further.

What may not be seen is not found, exactly as if it were not there. What only some may see, or looks
different to each, is kept by no cache that others share, and what is not listed is left alone by
search engines.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_cache_control
from django.utils.translation import gettext as _

from league.clubs.models import Club, Visibility, narrower
from league.clubs.queries import clubs_seen_by
from league.core.missing import NothingHereError
from league.core.ratelimits import is_allowed, too_many_requests

KEY = "key"
"""The part of an address that holds one of a club's links for screens."""
_FOUND = "_league_shown_to"


Found = TypeVar("Found", bound=Model)


def key_of(request: HttpRequest) -> str:
    """Return the link for screens that a visitor shows, the empty text without one."""
    return request.GET.get(KEY, "")


def note_found(request: HttpRequest, found: object) -> None:
    """Note who may look at what an answer shows; the narrowest counts."""
    shown_to = getattr(found, "shown_to", "")
    setattr(request, _FOUND, narrower(getattr(request, _FOUND, Visibility.PUBLIC), shown_to))


def find_shown(request: HttpRequest, seen: QuerySet[Found], **named: object) -> Found:
    """Return the one of these that is named; raise Http404 when there is none."""
    found = seen.filter(**named).first()
    if found is None:
        raise NothingHereError
    note_found(request, found)
    return found


def find_club(request: HttpRequest, slug: str, *, key: str = "") -> Club:
    """Return the club of an address if the visitor may look at it; raise Http404 otherwise."""
    club = clubs_seen_by(request.user, key=key).filter(slug=slug).first()
    if club is None:
        raise NothingHereError(_("There is no such club."))
    note_found(request, club)
    return club


def bound_spreading(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Say of an answer how far it may be spread, by what it shows; see `note_found`."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        shown_to = getattr(request, _FOUND, Visibility.PUBLIC)
        if shown_to != Visibility.PUBLIC:
            response["X-Robots-Tag"] = "noindex"
        depends_on_visitor = has_vary_header(response, "Cookie") and "Cache-Control" not in response
        if shown_to == Visibility.PRIVATE or depends_on_visitor:
            patch_cache_control(response, private=True)
        return response

    return respond


def slow_guesses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Limit links for screens that open nothing; those that do open it, whatever others try."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_wrong = bool(key_of(request)) and response.status_code == HTTPStatus.NOT_FOUND
        if is_wrong and not is_allowed(request, "key"):
            return too_many_requests(request)
        return response

    return respond
