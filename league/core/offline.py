"""What makes the site an app that opens without network: service worker, manifest, kept pages."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

WORKER = Path(settings.BASE_DIR) / "league" / "static" / "js" / "worker.js"
MARK = "X-Keep-Offline"
# The only pages that a phone may keep. Whatever else a page shows stays between site and reader.
KEPT_PAGES = frozenset({"core:offline", "results:table", "results:enter", "results:handover"})


def mark_kept_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Mark the pages that the service worker may keep: whole, and changing no cookie.

    It cannot see cookies itself, so it keeps marked answers only. A message that is shown once
    changes a cookie, and so keeps its page from being kept; the token against forgery is renewed
    with every page, and says nothing. Stands outside of all middleware that sets cookies.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        found = request.resolver_match
        is_page = found is not None and found.view_name in KEPT_PAGES
        if is_page and request.method == "GET" and response.status_code == 200:
            is_piece = "HX-Request" in request.headers
            if not is_piece and not response.cookies.keys() - {settings.CSRF_COOKIE_NAME}:
                response[MARK] = "1"
        return response

    return respond


@require_safe
@cache_control(no_cache=True)
def show_worker(_request: HttpRequest) -> HttpResponse:
    """Give the service worker from the root, as it may look after the addresses below its own."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=3600)
def show_manifest(_request: HttpRequest) -> HttpResponse:
    """Say how the site looks as an app on somebody's home screen."""
    manifest = {
        "id": "/",
        "name": "Menagerie",
        "short_name": "Menagerie",
        "description": _("Game nights, leagues and tournaments for card-game clubs."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f5f1",
        "theme_color": "#0d3128",
        "icons": [
            _icon("app-192.png", 192),
            _icon("app-512.png", 512),
            _icon("app-maskable-512.png", 512, "maskable"),
        ],
        "shortcuts": [
            {"name": _("Your table"), "url": reverse("rounds:mine")},
            {"name": _("Hands on this phone"), "url": reverse("core:offline")},
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show what this phone has kept: tables to enter hands at, hands that are not sent yet."""
    return render(request, "offline/offline.html")


def _icon(name: str, size: int, purpose: str = "any") -> dict[str, str]:
    return {
        "src": static(f"img/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
