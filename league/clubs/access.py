"""Lookups of what a visitor may see, and the privacy headers of the response."""

from http import HTTPStatus
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_cache_control
from django.utils.translation import gettext as _

from league.clubs.models import Club, User, Visibility, narrower
from league.clubs.queries import clubs_visible_to
from league.core.middleware import NotVisibleError, Respond, middleware
from league.core.ratelimits import is_allowed, too_many_requests

KEY = "key"  # query parameter with the token of a share link
_VISIBILITY = "_league_visibility"
Found = TypeVar("Found", bound=Model)


class UserRequest(HttpRequest):
    """A request of a user who is signed in, as views behind `login_required` get it."""

    user: User


def key_of(request: HttpRequest) -> str:
    """Return the share link's token of a request, "" without one."""
    return request.GET.get(KEY, "")


def record_visibility(request: HttpRequest, found: object) -> None:
    """Store the narrowest visibility of what the response shows."""
    before = getattr(request, _VISIBILITY, Visibility.PUBLIC)
    setattr(request, _VISIBILITY, narrower(before, getattr(found, "visible_to", "")))


def get_visible_or_404(
    request: HttpRequest, visible: QuerySet[Found], text: str = "", **lookup: object
) -> Found:
    """Return the one object of a lookup and record its visibility; raise NotVisibleError."""
    found = visible.filter(**lookup).first()
    if found is None:
        raise NotVisibleError(text) if text else NotVisibleError()
    record_visibility(request, found)
    return found


def get_club_or_404(request: HttpRequest, slug: str, *, key: str = "") -> Club:
    """Return a club that the visitor may see; raise NotVisibleError."""
    visible = clubs_visible_to(request.user, key=key)
    return get_visible_or_404(request, visible, _("This club does not exist."), slug=slug)


@middleware
def privacy_headers(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Set the headers for search engines and caches by `record_visibility`."""
    response = get_response(request)
    visible_to = getattr(request, _VISIBILITY, Visibility.PUBLIC)
    if visible_to != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    depends_on_visitor = has_vary_header(response, "Cookie") and "Cache-Control" not in response
    if visible_to == Visibility.PRIVATE or depends_on_visitor:
        patch_cache_control(response, private=True)
    return response


@middleware
def throttle_guesses(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Limit the rate of share links that open nothing."""
    response = get_response(request)
    is_wrong = bool(key_of(request)) and response.status_code == HTTPStatus.NOT_FOUND
    if is_wrong and not is_allowed(request, "key"):
        return too_many_requests(request)
    return response
