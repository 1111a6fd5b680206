"""Health, metrics and the page of the site's operation."""

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

from league.hosting import metrics


@never_cache
@require_safe
def show_live(_request: HttpRequest) -> HttpResponse:
    """Say that this process answers."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def show_ready(_request: HttpRequest) -> HttpResponse:
    """Say whether to send requests here: 503 without the database or its migrations."""
    now = timezone.now()
    try:
        ready = metrics.is_up_to_date()
        state = {
            "ready": ready,
            "database": True,
            "migrations": ready,
            "seconds_since_tick": metrics.seconds_since_heartbeat(now) if ready else None,
            "seconds_since_backup": metrics.seconds_since_backup(now) if ready else None,
            "mail_server": settings.SENDS_MAIL,
        }
    except DatabaseError:
        return JsonResponse({"ready": False, "database": False}, status=503)
    return JsonResponse(state, status=200 if ready else 503)


@never_cache
@login_required
@require_safe
def show_site(request: HttpRequest) -> HttpResponse:
    """Show site administrators backups and delays."""
    if not request.user.is_superuser:
        raise Http404
    now = timezone.now()
    report, seconds = metrics.backup_report(), metrics.seconds_since_heartbeat(now)
    context = {
        "report": report,
        "is_overdue": metrics.is_backup_overdue(report, now),
        "folder": settings.BACKUP_DIR,
        "is_automatic": metrics.backs_itself_up(),
        "seconds": None if seconds is None else round(seconds),
        "waiting": metrics.waiting_deliveries(now)[0],
    }
    return render(request, "hosting/site.html", context)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics for the token."""
    token = settings.METRICS_TOKEN
    header = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(header, f"Bearer {token}"):
        raise Http404
    return HttpResponse(metrics.all_metrics(), content_type=CONTENT_TYPE_LATEST)
