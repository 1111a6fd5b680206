"""Addresses that measure the process, beside all of the site's own."""

import time
from collections.abc import Collection
from typing import Any

from celery.worker import state
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.template import RequestContext, Template
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from league.celery import app
from league.clubs.models import User
from league.core import live
from league.core.enqueue import enqueue
from league.core.middleware import takes_files
from league.urls import urlpatterns as site_urlpatterns

TASK = "tests.faults.note"
noted: list[float] = []


@app.task(name=TASK)
def note() -> None:
    """Remember when the task ran."""
    noted.append(time.perf_counter())


@app.task(name="tests.faults.dawdle")
def dawdle() -> None:
    """Say that it has begun, run for a while, then leave a row."""
    (settings.DATA_DIR / "dawdling").touch()
    time.sleep(1.5)
    User.objects.create_user(email="finished@example.org")


def versions(pks: Collection[int]) -> dict[int, int]:
    """Return the versions of probes: a user's name is its version; those without one are none."""
    probes = User.objects.filter(pk__in=pks).exclude(name="")
    return {pk: int(name) for pk, name in probes.values_list("pk", "name")}


live.register("probe", versions)


PAGE = """<!doctype html><title>Probe</title>{% load django_htmx live static %}{% htmx_script %}
<script src="{% static "js/live.js" %}" defer></script>
<body>{% for probe in probes %}{% include fragment %}{% endfor %}"""
FRAGMENT = """{% load live %}<p id="probe-{{ probe.pk }}" {% live "probe" probe.pk probe.name %}>
<output>{{ probe.name }}</output> <input data-live-keep> <a href="/?{{ probe.pk }}">On</a>
<button>Same</button> <button>Same</button></p>"""


def page(request: HttpRequest) -> HttpResponse:
    """Show every probe in a fragment of its own that keeps itself up to date."""
    probes = User.objects.order_by("pk")
    target = request.headers.get("HX-Target", "")
    if target:
        probe = probes.get(pk=target.removeprefix("probe-"))
        return HttpResponse(Template(FRAGMENT).render(RequestContext(request, {"probe": probe})))
    context = {"probes": probes, "fragment": Template(FRAGMENT)}
    return HttpResponse(Template(PAGE).render(RequestContext(request, context)))


@csrf_exempt
@transaction.atomic
def publish(request: HttpRequest, pk: int, version: int) -> HttpResponse:
    """Set a probe's version and publish it, as a service does; `?quiet` forgets to publish."""
    User.objects.update_or_create(pk=pk, defaults={"name": str(version)})
    if "quiet" not in request.GET:
        live.publish({live.topic_name("probe", pk): version})
    return HttpResponse()


def pool(_request: HttpRequest) -> JsonResponse:
    """Say how many connections this process's pool has, and how many of them are in use."""
    stats = connection.pool.get_stats()  # type: ignore[attr-defined]  # PostgreSQL alone has it
    return JsonResponse(
        {"size": stats["pool_size"], "in_use": stats["pool_size"] - stats["pool_available"]}
    )


@csrf_exempt
def wake_and_wait(_request: HttpRequest) -> JsonResponse:
    """Wake the task ten times; answer with the seconds each wake-up took."""
    seconds = []
    for _ in range(10):
        noted.clear()
        start = time.perf_counter()
        enqueue(TASK)
        while not noted and time.perf_counter() - start < 5:
            time.sleep(0.001)
        seconds.append(noted[0] - start)
    return JsonResponse({"seconds": seconds})


@csrf_exempt
def start_dawdling(_request: HttpRequest) -> HttpResponse:
    """Wake a task that takes a while."""
    enqueue("tests.faults.dawdle")
    return HttpResponse()


def slow(_request: HttpRequest) -> HttpResponse:
    """Say that it has begun, and answer after a second."""
    (settings.DATA_DIR / "slow").touch()
    time.sleep(1)
    return HttpResponse("finished")


def large(request: HttpRequest) -> StreamingHttpResponse:
    """Send so many mebibytes, in pieces, as large files are sent."""
    return StreamingHttpResponse(b"x" * 2**20 for _ in range(int(request.GET["mebibytes"])))


@takes_files
@csrf_exempt
def echo(request: HttpRequest) -> JsonResponse:
    """Say from where what came."""
    sent = {
        name: len(file.read())
        for name, file in request.FILES.items()
        if isinstance(file, UploadedFile)
    }
    return JsonResponse(
        {
            "address": request.META["REMOTE_ADDR"],
            "host": request.get_host(),
            "query": request.GET.dict(),
            "fields": request.POST.dict(),
            "sent": sent,
        }
    )


@csrf_exempt
def users(request: HttpRequest) -> JsonResponse:
    """Make a user of a form; list all."""
    if request.method == "POST":
        User.objects.create_user(email=request.POST["email"])
    return JsonResponse(
        {"emails": list(User.objects.order_by("pk").values_list("email", flat=True))}
    )


@csrf_exempt
def make_owner(_request: HttpRequest) -> HttpResponse:
    """Make an owner of the site."""
    User.objects.create_superuser("owner@example.org")
    return HttpResponse()


@csrf_exempt
def end_worker(_request: HttpRequest) -> HttpResponse:
    """Let the worker give up, as it does when it cannot go on."""
    worker_state: Any = state
    worker_state.should_stop = 1
    return HttpResponse()


urlpatterns = [
    path("probe/users/", users),
    path("probe/owner/", make_owner),
    path("probe/fail/", end_worker),
    path("probe/publish/<int:pk>/<int:version>/", publish),
    path("probe/pool/", pool),
    path("probe/page/", page),
    path("probe/wake/", wake_and_wait),
    path("probe/dawdle/", start_dawdling),
    path("probe/slow/", slow),
    path("probe/large/", large),
    path("probe/echo/", echo),
    *site_urlpatterns,
]
