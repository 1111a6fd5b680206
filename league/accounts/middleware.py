"""Note sessions and browsers that sign in, limit forms, and lead on from merged players."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.device import device_of
from league.accounts.known_devices import device_known, remember_device, write_device
from league.accounts.queries import kept_instead_of
from league.accounts.services import see_session
from league.clubs.models import User
from league.clubs.queries import players_seen_by
from league.core.ratelimits import is_allowed, too_many_requests

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
                if device_known(request) is None:
                    remember_device(request, user)
                    write_device(request, response)
        return response

    return respond


ACCOUNT_FORMS = "/accounts/"
SIGN_IN_FORMS = ("/accounts/login/", "/accounts/signup/")


def limit_forms(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Take only so many forms of accounts a minute: of a user, a known browser, or a network."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.path.startswith(ACCOUNT_FORMS):
            return get_response(request)
        device = device_known(request)
        who = f"device {device.id}" if device else ""
        if request.user.is_authenticated:
            who = f"user {request.user.pk}"
        action = "sign_in" if request.path in SIGN_IN_FORMS else "account"
        if not is_allowed(request, action, who):
            return too_many_requests(request, is_sign_in=True)
        return get_response(request)

    return respond


def know_devices(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give a browser its cookie once somebody has signed in with it."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        write_device(request, response)
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
