"""Metrics and request ids of requests and their tasks; logs name views, not addresses."""

import logging
import re
from collections.abc import Callable, MutableMapping
from time import perf_counter
from typing import Any
from uuid import uuid4

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponseBase
from structlog import contextvars

from league.core.live import REQUESTS, TASKS

logger = logging.getLogger("menagerie.requests")
Answer = Callable[[HttpRequest], HttpResponseBase]


def instrument_requests(get_response: Answer) -> Answer:
    """Return the middleware, which comes first."""

    def watch(request: HttpRequest) -> HttpResponseBase:
        number = request_number(request)
        with contextvars.bound_contextvars(request_id=number):
            started = perf_counter()
            response = get_response(request)
            seconds, status = perf_counter() - started, response.status_code
            view = request.resolver_match.view_name if request.resolver_match else "none"
            REQUESTS.labels(view, request.method, status).observe(seconds)
            fields = {"view": view, "status": status, "milliseconds": round(seconds * 1000)}
            logger.info("%s %s %s", request.method, view, status, extra=fields)
        response["X-Request-ID"] = number
        return response

    return watch


def request_number(request: HttpRequest) -> str:
    """Return the proxy's request id, or a new one."""
    number = request.headers.get("X-Request-ID", "")
    return number if re.fullmatch(r"[A-Za-z0-9_-]{8,64}", number) else uuid4().hex


def instrument_tasks() -> None:
    """Connect Celery's signals, once."""
    before_task_publish.connect(_carry_number, dispatch_uid="watch")
    task_prerun.connect(_begin, dispatch_uid="watch")
    task_postrun.connect(_end, dispatch_uid="watch")


def _carry_number(headers: MutableMapping[str, Any] | None = None, **_rest: Any) -> None:
    number = contextvars.get_contextvars().get("request_id")
    if headers is not None and number:
        headers["request_id"] = number


def _begin(task_id: str, task: Any, **_rest: Any) -> None:
    contextvars.clear_contextvars()
    contextvars.bind_contextvars(task=task.name, task_id=task_id)
    if number := task.request.get("request_id"):
        contextvars.bind_contextvars(request_id=number)
    task.request.started = perf_counter()


def _end(task: Any, state: str | None = None, **_rest: Any) -> None:
    TASKS.labels(task.name, state or "UNKNOWN").observe(perf_counter() - task.request.started)
    contextvars.clear_contextvars()
