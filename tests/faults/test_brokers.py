"""A broker that is killed, away when a site starts, or breaks off, while rounds fall due."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.faults.brokers import rabbitmq_queue
from tests.faults.gate import Gate
from tests.faults.grounds import CRASHES, Copy, finish
from tests.faults.hosted import Hosted, serving
from tests.faults.phones import RECORDED, Room
from tests.faults.servers import RabbitMQ, Redis, running, wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.thorough]


@pytest.mark.parametrize("crash", range(CRASHES))
def test_rabbitmq_killed_under_load_loses_nothing_and_does_nothing_twice(
    crash: int, copy: Copy, tmp_path: Path
) -> None:
    chance = random.Random(f"rabbitmq {crash}")
    database = copy(f"on_killed_rabbitmq_{crash}")
    books, evening = database.books, next(database.evenings)
    with ExitStack() as stack:
        rabbitmq = stack.enter_context(running(RabbitMQ))
        hosted = Hosted(tmp_path, 1, DATABASE_URL=database.url, BROKER_URL=rabbitmq.url)
        stack.enter_context(serving(hosted))
        room = stack.enter_context(Room(evening.tables, hosted.sites, f"rabbitmq {crash}"))
        wait_until(room.more(2), told=lambda: room.statuses)
        books.let_fall_due(*evening.rounds[:2])
        time.sleep(chance.uniform(0, 0.6))  # the moment; not for anything to have happened
        rabbitmq.kill()
        wait_until(room.more(2), told=lambda: room.statuses)
        rabbitmq.start()
        books.let_fall_due(*evening.rounds[2:])
        finish(books, hosted, evening, room)
    assert set(room.statuses) == {RECORDED}


@contextmanager
def own_redis() -> Iterator[tuple[str, str]]:
    """Yield a queue and the address of its broker."""
    with running(Redis) as redis:
        yield "probe", f"{redis.url}/0"


@contextmanager
def shared_rabbitmq() -> Iterator[tuple[str, str]]:
    """Yield the same of this machine's RabbitMQ, where the queue is the test's own."""
    with rabbitmq_queue() as environment:
        yield environment["PROBE_QUEUE"], environment["BROKER_URL"]


BROKERS = {"redis": own_redis, "rabbitmq": shared_rabbitmq}


@pytest.mark.parametrize("broker", ["redis", pytest.param("rabbitmq", marks=pytest.mark.long)])
def test_broker_may_be_away_at_the_start_and_break_off_later(
    broker: str, copy: Copy, tmp_path: Path
) -> None:
    database = copy(f"on_{broker}")
    books, evening = database.books, next(database.evenings)
    with ExitStack() as stack:
        queue, url = stack.enter_context(BROKERS[broker]())
        address = urlsplit(url)
        way = stack.enter_context(closing(Gate(address.port or 0)))
        way.shut()
        there = address.netloc.replace(f":{address.port}", f":{way.port}")
        hosted = Hosted(
            tmp_path,
            1,
            DATABASE_URL=database.url,
            BROKER_URL=address._replace(netloc=there).geturl(),
            PROBE_QUEUE=queue,
        )
        stack.enter_context(serving(hosted))
        room = stack.enter_context(Room(evening.tables, hosted.sites, broker))
        wait_until(room.more(2), told=lambda: room.statuses)
        way.open()
        books.let_fall_due(evening.rounds[0])
        books.wait_until_opened(evening, evening.rounds[0])
        way.shut()
        wait_until(room.more(2), told=lambda: room.statuses)
        books.let_fall_due(*evening.rounds[1:])
        way.open()
        finish(books, hosted, evening, room)
    assert set(room.statuses) == {RECORDED}
