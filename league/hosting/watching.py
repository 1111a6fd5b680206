"""Measure requests and tasks, and tie what is logged on their way to one number.

A request has the number that the proxy gave it (X-Request-ID), or a new one; the tasks that it
sets off carry it on. What is logged names views and tasks, never addresses: they carry the codes
by which phones and links are let in.
"""

import logging
import re
from collections.abc import Callable, MutableMapping
from time import perf_counter
from typing import Any
from uuid import uuid4

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import (
    bind_contextvars,
    bound_contextvars,
    clear_contextvars,
    get_contextvars,
)

from league.core.figures import REQUESTS, TASKS

logger = logging.getLogger("menagerie.requests")

GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
Answer = Callable[[HttpRequest], HttpResponseBase]


def watch_requests(get_response: Answer) -> Answer:
    """Make the middleware; the first of all, so that it sees what the others take."""

    def watch(request: HttpRequest) -> HttpResponseBase:
        number = request_number(request)
        with bound_contextvars(request_id=number):
            started = perf_counter()
            response = get_response(request)
            _tell(request, response.status_code, perf_counter() - started)
        response["X-Request-ID"] = number
        return response

    return watch


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    view = match.view_name if match else "none"
    REQUESTS.labels(view, request.method, status).observe(seconds)
    told = {"view": view, "status": status, "milliseconds": round(seconds * 1000)}
    logger.info("%s %s %s", request.method, view, status, extra=told)


def request_number(request: HttpRequest) -> str:
    """Return the number that the proxy gave the request, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    return given if GIVEN.fullmatch(given) else uuid4().hex


def watch_tasks() -> None:
    """Have Celery tell of every task; once in a process."""
    before_task_publish.connect(_carry_number, dispatch_uid="watch")
    task_prerun.connect(_begin, dispatch_uid="watch")
    task_postrun.connect(_end, dispatch_uid="watch")


def _carry_number(headers: MutableMapping[str, Any] | None = None, **_rest: Any) -> None:
    number = get_contextvars().get("request_id")
    if headers is not None and number:
        headers["request_id"] = number


def _begin(task_id: str, task: Any, **_rest: Any) -> None:
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    if number := task.request.get("request_id"):
        bind_contextvars(request_id=number)
    task.request.started = perf_counter()


def _end(task: Any, state: str | None = None, **_rest: Any) -> None:
    seconds = perf_counter() - task.request.started
    TASKS.labels(task.name, state or "UNKNOWN").observe(seconds)
    clear_contextvars()
