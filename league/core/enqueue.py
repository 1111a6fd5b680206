"""Enqueued tasks, and Celery's in-process transport; messages only wake tasks up."""

import logging
import threading
import time
from collections import defaultdict, deque
from functools import partial
from queue import Empty
from typing import Any

from django.db import transaction
from kombu.exceptions import OperationalError
from kombu.transport import virtual

from league.celery import app

MOST_WAITING = 1000


class Waiting:
    """Messages of this process and the condition that guards them."""

    def __init__(self) -> None:
        # Bounded, as a process without a worker empties none.
        self.queues: defaultdict[str, deque[dict[str, Any]]] = defaultdict(
            partial(deque, maxlen=MOST_WAITING)
        )
        self.changed = threading.Condition()
        self.interruptions = 0

    def interrupt(self) -> None:
        """Wake all waiting consumers."""
        with self.changed:
            self.interruptions += 1
            self.changed.notify_all()


waiting = Waiting()


class Channel(virtual.Channel):
    """Channel of the in-process queues."""

    do_restore = False

    def _put(self, queue: str, message: dict[str, Any], **_options: Any) -> None:
        with waiting.changed:
            waiting.queues[queue].append(message)
            waiting.changed.notify_all()

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:  # noqa: ARG002
        with waiting.changed:
            if not waiting.queues[queue]:
                raise Empty
            return waiting.queues[queue].popleft()

    def _size(self, queue: str) -> int:
        return len(waiting.queues[queue])

    def _purge(self, queue: str) -> int:
        with waiting.changed:
            size = len(waiting.queues[queue])
            waiting.queues[queue].clear()
            return size


class Transport(virtual.Transport):
    """Transport between threads of one process, which sleeps until a message arrives."""

    Channel = Channel
    driver_type = "inprocess"
    driver_name = "inprocess"
    shared_state = virtual.BrokerState()

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.shared_state

    def drain_events(self, connection: Any, timeout: float | None = None, **_options: Any) -> None:
        """Deliver one message; raise TimeoutError after `timeout` seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        with waiting.changed:
            interruptions = waiting.interruptions
            while (taken := take(connection)) is None:
                woken = waiting.changed.wait(None if end is None else end - time.monotonic())
                if not woken or interruptions != waiting.interruptions:
                    raise TimeoutError
        self._deliver(*taken)


def take(connection: Any) -> tuple[dict[str, Any], str] | None:
    """Return a message of the connection's queues, or None."""
    taken: list[tuple[dict[str, Any], str]] = []
    try:
        connection.cycle.get(lambda message, queue: taken.append((message, queue)))
    except Empty:
        return None
    return taken[0]


logger = logging.getLogger(__name__)


def enqueue(name: str) -> None:
    """Send a task without arguments after the commit; a broker's failure is only logged."""

    def send_or_log() -> None:
        try:
            send(name)
        except OperationalError as error:
            logger.warning("The wake-up %s was not sent: %s", name, error)

    transaction.on_commit(send_or_log, robust=True)


def send(name: str) -> None:
    """Send a task now; raise kombu's OperationalError."""
    app.send_task(name)
