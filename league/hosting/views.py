"""How the site is doing: what machines ask, and what its owners read."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from league.hosting.metrics import all_figures
from league.hosting.queries import (
    backs_itself_up,
    backup_report,
    is_backup_overdue,
    is_up_to_date,
    seconds_since_backup,
    seconds_since_tick,
    waiting_deliveries,
)


@never_cache
@require_safe
def show_live(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers; it asks nobody else."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def show_ready(_request: HttpRequest) -> HttpResponse:
    """Say whether requests should come here: 503 without the database, or before its migrations.

    A clock that has stopped and a missing mail server are told too, but keep nobody from playing.
    """
    try:
        ready = is_up_to_date()
        now = timezone.now()
        ago = seconds_since_tick(now) if ready else None
        backup = seconds_since_backup(now) if ready else None
    except DatabaseError:
        return JsonResponse({"ready": False, "database": False}, status=503)
    told = {
        "ready": ready,
        "database": True,
        "migrations": ready,
        "seconds_since_tick": ago,
        "seconds_since_backup": backup,
        "mail_server": settings.SENDS_MAIL,
    }
    return JsonResponse(told, status=200 if ready else 503)


@never_cache
@login_required
@require_safe
def show_site(request: HttpRequest) -> HttpResponse:
    """Show the site's owners when it was backed up, and whether anything is late."""
    if not request.user.is_superuser:
        raise Http404
    now = timezone.now()
    report, seconds = backup_report(), seconds_since_tick(now)
    context = {
        "report": report,
        "is_overdue": is_backup_overdue(report, now),
        "folder": settings.BACKUP_DIR,
        "is_automatic": backs_itself_up(),
        "seconds": None if seconds is None else round(seconds),
        "waiting": waiting_deliveries(now)[0],
    }
    return render(request, "hosting/site.html", context)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures to who has the token; without one in the settings there are none."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(given, f"Bearer {token}"):
        raise Http404
    return HttpResponse(all_figures(), content_type=CONTENT_TYPE_LATEST)
