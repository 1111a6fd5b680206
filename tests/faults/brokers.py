"""Find the brokers that workers are tested on, and leave nothing in them."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest
import redis
from kombu import Connection
from kombu.exceptions import OperationalError

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
# The databases of a Redis as it comes; the site of somebody at a desk has the first of them.
REDIS_DATABASES = range(15, 3, -1)


@contextmanager
def redis_database() -> Iterator[dict[str, str]]:
    """Yield the environment of workers on a Redis database that was empty, and is again."""
    for number in REDIS_DATABASES:
        database = redis.Redis.from_url(f"{REDIS}/{number}", socket_connect_timeout=2)
        try:
            is_ours = database.dbsize() == 0 and database.set("menagerie-tests", 1, nx=True)
        except redis.ConnectionError:
            missing(f"Redis at {REDIS}", "redis-server")
        if is_ours:
            break
    else:
        pytest.fail(f"No database of the Redis at {REDIS} is empty.")
    try:
        yield {"BROKER_URL": f"{REDIS}/{number}", "PROBE_QUEUE": "probe"}
    finally:
        database.flushdb()
        database.close()


@contextmanager
def rabbitmq_queue() -> Iterator[dict[str, str]]:
    """Yield the environment of workers on a RabbitMQ queue of their own, gone afterwards."""
    queue = f"menagerie-tests-{secrets.token_hex(4)}"
    with Connection(RABBITMQ, connect_timeout=2) as connection:
        try:
            connection.ensure_connection(max_retries=1, interval_start=0)
        except (OSError, OperationalError):
            missing(f"RabbitMQ at {RABBITMQ}", "rabbitmq-server")
    try:
        yield {"BROKER_URL": RABBITMQ, "PROBE_QUEUE": queue}
    finally:
        with Connection(RABBITMQ) as connection:
            # The parts of AMQP that kombu's own types leave out; what is not there is no fault.
            channel: Any = connection.channel()
            channel.queue_delete(queue)
            channel.exchange_delete(queue)


def missing(service: str, package: str) -> NoReturn:
    """Leave the test out where a broker is not there; fail where everything has to be proven."""
    words = f"{service} is not there. On Debian or Ubuntu: sudo apt install {package}"
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


BROKERS = {"redis": redis_database, "rabbitmq": rabbitmq_queue}
