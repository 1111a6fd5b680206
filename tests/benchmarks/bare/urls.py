"""Addresses that the site is measured by, beside all of its own."""

import time
from itertools import count, islice

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.competitions.queries import competitions
from league.competitions.writing import bump
from league.core import live
from league.urls import urlpatterns as site_urlpatterns
from tests.benchmarks.bare.models import Row


@require_POST
def write_row(request: HttpRequest) -> HttpResponse:
    """Write one row, behind the same middleware as a hand."""
    Row(text=request.POST.get("finish", "")).save()
    return HttpResponse(status=302)


@require_POST
def commit(_request: HttpRequest, pk: int) -> JsonResponse:
    """Give a competition a newer version; return the moment on the machine's clock."""
    moments: list[float] = []
    with transaction.atomic():
        # Before what the bump itself has called.
        transaction.on_commit(lambda: moments.append(time.perf_counter()))
        bump(competition_id=pk)
    return JsonResponse({"moment": moments[0]})


@csrf_exempt
@require_POST
def tell(_request: HttpRequest, pk: int) -> HttpResponse:
    """Write one row, and tell the screens that follow a bare topic of it; answer with its id."""
    with transaction.atomic():
        row = Row(text="x")
        row.save()
        live.publish({live.topic_name("bare", pk): row.pk})
    return HttpResponse(str(row.pk))


@require_safe
def show_page(request: HttpRequest, pk: int, size: int) -> HttpResponse:
    """Show so many letters in the site's frame, after reading the competition."""
    competition = get_object_or_404(competitions(), pk=pk)
    context = {"club": competition.club, "competition": competition, "body": "x" * size}
    return render(request, "bare/page.html", context)


@cache_page(600)
def show_cached(_request: HttpRequest, size: int) -> HttpResponse:
    """Show so many bytes that compress as a page does."""
    rows = (
        f"<tr><td>{number}</td><td>Player {number * 7919 % 1000}</td></tr>\n" for number in count()
    )
    return HttpResponse("".join(islice(rows, size // 30))[:size].ljust(size))


urlpatterns = [
    path("bare/cached/<int:size>/", show_cached),
    path("bare/page/<int:pk>/<int:size>/", show_page),
    path("bare/", write_row),
    path("bare/told/<int:pk>/", tell),
    path("bare/commit/<int:pk>/", commit),
    *site_urlpatterns,
]
