"""Note now and then that a session is in use, and lead on from players who were merged."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.device import device_of
from league.accounts.queries import kept_instead_of
from league.accounts.services import see_session
from league.clubs.models import User
from league.clubs.queries import players_seen_by

# Seconds: the list of sessions says by the hour when each was in use.
BETWEEN = 3600
SAFE = ("GET", "HEAD")


def mark_seen(session_key: str) -> bool:
    """Remember for an hour that a session was seen; False when that is remembered already."""
    digest = hashlib.sha256(session_key.encode()).hexdigest()
    return bool(cache.add(f"seen:{digest}", 1, timeout=BETWEEN))


def note_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Write at most once an hour that a session is in use."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        key = request.session.session_key
        if key and request.session.accessed and mark_seen(key):
            user = request.user
            if isinstance(user, User) and user.is_authenticated:
                see_session(
                    user=user,
                    session_key=key,
                    browser=device_of(request).browser,
                    now=timezone.now(),
                )
        return response

    return respond


PLAYERS_PAGES = "players/<int:pk>/"


def lead_to_kept(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Send whoever asks for a page of a player who was merged to that of the player who was kept.

    Only where the kept player may be seen; and no browser keeps the answer, as a merge is undone.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        found = request.resolver_match
        is_missing = response.status_code == HTTPStatus.NOT_FOUND and request.method in SAFE
        if not is_missing or found is None or not found.route.startswith(PLAYERS_PAGES):
            return response
        gone = found.kwargs["pk"]
        kept = kept_instead_of(gone)
        if kept is None or not players_seen_by(request.user).filter(pk=kept).exists():
            return response
        page = request.get_full_path().replace(f"/{gone}/", f"/{kept}/", 1)
        moved = HttpResponsePermanentRedirect(page)
        patch_cache_control(moved, private=True, no_cache=True)
        return moved

    return respond
