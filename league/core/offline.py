"""The installable app: service worker, manifest and offline pages."""

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


@require_safe
@cache_control(no_cache=True)
def show_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker, from the root that it controls."""
    text = WORKER.read_text(encoding="utf-8").replace("/static/js/queue.js", static("js/queue.js"))
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(max_age=3600)
def show_manifest(_request: HttpRequest) -> HttpResponse:
    """Return the app's manifest."""
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
    """Show the tables and hands saved on this phone."""
    return render(request, "offline/offline.html")


def _icon(name: str, size: int, purpose: str = "any") -> dict[str, str]:
    icon = {"src": static(f"img/{name}"), "sizes": f"{size}x{size}"}
    return {**icon, "type": "image/png", "purpose": purpose}
