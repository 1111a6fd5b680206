import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from kombu import Connection, Queue

from league.celery import app
from league.core.enqueue import MOST_WAITING, waiting

QUEUE = Queue("test-transport")


@pytest.fixture
def connection() -> Iterator[Connection]:
    with Connection("inprocess://") as connection:
        QUEUE(connection.default_channel).declare()
        yield connection
        QUEUE(connection.default_channel).purge()


def publish(connection: Connection, body: dict[str, int]) -> None:
    with connection.Producer() as producer:
        producer.publish(body, routing_key=QUEUE.name)


def test_app_speaks_in_process_without_a_broker() -> None:
    assert app.connection().transport.driver_name == "inprocess"


def test_message_arrives_within_milliseconds_at_a_waiting_consumer(connection: Connection) -> None:
    arrivals: list[tuple[int, float]] = []

    def consume() -> None:
        def note(body: dict[str, int], message: object) -> None:
            arrivals.append((body["number"], time.perf_counter()))

        with Connection("inprocess://") as own, own.Consumer(QUEUE, callbacks=[note], no_ack=True):
            for _ in range(20):
                own.drain_events(timeout=5)

    consumer = threading.Thread(target=consume)
    consumer.start()
    sent = []
    for number in range(20):
        time.sleep(0.01)
        sent.append(time.perf_counter())
        publish(connection, {"number": number})
    consumer.join(5)
    assert [number for number, _ in arrivals] == list(range(20))
    delays = sorted(arrival - start for (_, arrival), start in zip(arrivals, sent, strict=True))
    assert delays[10] < 0.05


def test_draining_nothing_times_out_when_it_said(connection: Connection) -> None:
    start = time.monotonic()
    with connection.Consumer(QUEUE, callbacks=[print]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.2)
    assert 0.2 <= time.monotonic() - start < 1


def test_interrupt_ends_a_wait_at_once(connection: Connection) -> None:
    threading.Timer(0.1, waiting.interrupt).start()
    start = time.monotonic()
    with connection.Consumer(QUEUE, callbacks=[print]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=30)
    assert time.monotonic() - start < 5


def test_queue_forgets_the_oldest_beyond_its_bound(connection: Connection) -> None:
    for number in range(MOST_WAITING + 5):
        publish(connection, {"number": number})
    channel: Any = connection.default_channel
    assert channel.queue_declare(QUEUE.name).message_count == MOST_WAITING
    oldest = QUEUE(channel).get(no_ack=True)
    assert oldest is not None
    assert oldest.payload == {"number": 5}


def test_message_is_taken_once(connection: Connection) -> None:
    publish(connection, {"number": 1})
    queue = QUEUE(connection.default_channel)
    assert queue.get(no_ack=True) is not None
    assert queue.get(no_ack=True) is None
