"""Middleware: sessions in use, known devices, rate limits of forms, merged players."""

import hashlib
from http import HTTPStatus

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.device import device_known, device_of, remember_device, write_device
from league.accounts.queries import merged_into
from league.accounts.services.sessions import see_session
from league.clubs.models import User
from league.clubs.queries import players_visible_to
from league.core.middleware import Respond, middleware
from league.core.ratelimits import is_allowed, too_many_requests


def mark_seen(session_key: str) -> bool:
    """Say whether a session was not seen within the last hour."""
    digest = hashlib.sha256(session_key.encode()).hexdigest()
    return bool(cache.add(f"seen:{digest}", 1, timeout=3600))


@middleware
def track_sessions(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Store that a session is in use, at most once an hour."""
    response = get_response(request)
    key, user = request.session.session_key, request.user
    is_due = key and request.session.accessed and mark_seen(key)
    if key and is_due and isinstance(user, User):
        browser = device_of(request).browser
        see_session(user=user, session_key=key, browser=browser, now=timezone.now())
        if device_known(request) is None:
            remember_device(request, user)
            write_device(request, response)
    return response


@middleware
def limit_forms(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Limit the rate of account forms by user, known browser or network."""
    if request.method != "POST" or not request.path.startswith("/accounts/"):
        return get_response(request)
    device = device_known(request)
    who = f"device {device.id}" if device else ""
    if request.user.is_authenticated:
        who = f"user {request.user.pk}"
    is_sign_in = request.path in ("/accounts/login/", "/accounts/signup/")
    if not is_allowed(request, "sign_in" if is_sign_in else "account", who):
        return too_many_requests(request, is_sign_in=True)
    return get_response(request)


@middleware
def know_devices(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Set the cookie of a known device after a sign-in."""
    response = get_response(request)
    write_device(request, response)
    return response


@middleware
def redirect_merged_players(request: HttpRequest, get_response: Respond) -> HttpResponse:
    """Redirect, uncached, from pages of a merged player to those of the visible target."""
    response = get_response(request)
    found = request.resolver_match
    is_missing = response.status_code == HTTPStatus.NOT_FOUND and request.method in ("GET", "HEAD")
    if not is_missing or found is None or not found.route.startswith("players/<int:pk>/"):
        return response
    source = found.kwargs["pk"]
    target = merged_into(source)
    if target is None or not players_visible_to(request.user).filter(pk=target).exists():
        return response
    page = request.get_full_path().replace(f"/{source}/", f"/{target}/", 1)
    moved = HttpResponsePermanentRedirect(page)
    patch_cache_control(moved, private=True, no_cache=True)
    return moved
