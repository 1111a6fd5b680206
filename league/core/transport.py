"""Carry Celery's messages between the threads of one process.

What waits here are wake-ups: the work itself is rows in the database, swept by beat. So queues are
bounded and nothing is kept on disk. A consumer sleeps on a condition, not on a timer, which is what
lets a wake-up arrive within milliseconds.
"""

import threading
import time
from collections import defaultdict, deque
from queue import Empty
from typing import Any

from kombu.transport import virtual

# A process without a worker (a command, a test) wakes nobody: the oldest wake-ups are forgotten.
MOST_WAITING = 1000


class Waiting:
    """The messages that wait in this process, and the condition that guards them."""

    def __init__(self) -> None:
        self.queues: defaultdict[str, deque[dict[str, Any]]] = defaultdict(
            lambda: deque(maxlen=MOST_WAITING)
        )
        self.changed = threading.Condition()
        self.interruptions = 0

    def interrupt(self) -> None:
        """Let every waiting consumer look up at once, as a stopping worker must."""
        with self.changed:
            self.interruptions += 1
            self.changed.notify_all()


waiting = Waiting()


class Channel(virtual.Channel):
    """Put messages into the process's queues and take them out."""

    do_restore = False

    def _put(self, queue: str, message: dict[str, Any], **_options: Any) -> None:
        with waiting.changed:
            waiting.queues[queue].append(message)
            waiting.changed.notify_all()

    # kombu gives a timeout that no channel of its own heeds either.
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
    """Connect the threads of one process, asleep until something arrives."""

    Channel = Channel
    driver_type = "inprocess"
    driver_name = "inprocess"
    # Exchanges and bindings belong to the process, as they would to a broker.
    shared_state = virtual.BrokerState()

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.shared_state

    def drain_events(self, connection: Any, timeout: float | None = None, **_options: Any) -> None:
        """Deliver one message; raise TimeoutError after `timeout` seconds without one."""
        end = None if timeout is None else time.monotonic() + timeout
        with waiting.changed:
            interruptions = waiting.interruptions
            while (taken := take(connection)) is None:
                woken = waiting.changed.wait(None if end is None else end - time.monotonic())
                if not woken or interruptions != waiting.interruptions:
                    raise TimeoutError
        self._deliver(*taken)


def take(connection: Any) -> tuple[dict[str, Any], str] | None:
    """Take a message from the queues that the connection consumes, None when there is none."""
    taken: list[tuple[dict[str, Any], str]] = []
    try:
        connection.cycle.get(lambda message, queue: taken.append((message, queue)))
    except Empty:
        return None
    return taken[0]
