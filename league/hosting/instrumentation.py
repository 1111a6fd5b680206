"""Metrics of tasks, and the number of the request that set each off."""

from collections.abc import MutableMapping
from time import perf_counter
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from structlog import contextvars

from league.core.live import TASKS


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
