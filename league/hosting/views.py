"""What machines ask of the site: is it there, can it work, how is it doing."""

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from league.hosting.metrics import all_figures
from league.hosting.queries import is_up_to_date, seconds_since_tick


@never_cache
@require_safe
def show_live(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers; it asks nobody else."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def show_ready(_request: HttpRequest) -> HttpResponse:
    """Say whether requests should come here: 503 without the database, or before its migrations.

    A clock that has stopped is told too, but does not keep people from playing.
    """
    try:
        ready = is_up_to_date()
        ago = seconds_since_tick(timezone.now()) if ready else None
    except DatabaseError:
        return JsonResponse({"ready": False, "database": False}, status=503)
    told = {"ready": ready, "database": True, "migrations": ready, "seconds_since_tick": ago}
    return JsonResponse(told, status=200 if ready else 503)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures to who has the token; without one in the settings there are none."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(given, f"Bearer {token}"):
        raise Http404
    return HttpResponse(all_figures(), content_type=CONTENT_TYPE_LATEST)
