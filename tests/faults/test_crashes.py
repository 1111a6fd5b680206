"""What a site stands on is killed while hands are entered and rounds fall due.

In the end nothing is lost, nothing happened twice, and nobody had to lend a hand. What is done in
which moment comes from a seed; CRASHES says how often each is killed.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.faults.books import Books, Evening, make_evenings
from tests.faults.brokers import rabbitmq_queue
from tests.faults.clock import Clock
from tests.faults.gate import Gate
from tests.faults.hosted import Hosted, run
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import Postgres, RabbitMQ, Redis, Server, running, wait_until

pytestmark = pytest.mark.postgres

CRASHES = int(os.environ.get("CRASHES", "1"))
PATIENCE = 90
TABLES = 3
# What phones are answered meanwhile: of most nobody at the tables notices anything.
ANSWERS = {
    "web": {RECORDED, CUT_OFF},
    "worker": {RECORDED},
    "beat": {RECORDED},
    "redis": {RECORDED},
    "rabbitmq": {RECORDED},
    "postgres": {RECORDED, CUT_OFF, 500},
}
EVENINGS = 2 * (CRASHES * len(ANSWERS) + 1)  # each may be tried once more
JUMPS = [timedelta(hours=hours) for hours in (3, -3, 0, 3)]
"""How far the machine's clock is ahead of the right time while each of the rounds falls due. In the
end the hour of what was due while it was ahead comes once more."""
DELAY = 0.01
"""Seconds that a slow database takes more for each packet, there and back."""


class Database:
    """A database of the tests' own server, which the site sees through a gate."""

    def __init__(self, postgres: Postgres, gate: Gate, name: str, evenings: list[Evening]) -> None:
        self.url = postgres.url_of(name, gate.port)
        self.books = Books(postgres.url_of(name))
        self.evenings = iter(evenings)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running(Postgres) as server:
        yield server


@pytest.fixture(scope="module")
def gate(postgres: Postgres) -> Iterator[Gate]:
    """The way of the site to its database."""
    with closing(Gate(postgres.port)) as gate:
        yield gate


@pytest.fixture(scope="module")
def evenings(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> list[Evening]:
    """What is in every database to be copied."""
    environment = {
        **os.environ,
        "DATABASE_URL": postgres.url_of("postgres"),
        "DATA_DIR": str(tmp_path_factory.mktemp("made")),
    }
    run(environment, "manage.py", "migrate", "--no-input", "--verbosity=0")
    return make_evenings(environment, EVENINGS, TABLES)


@pytest.fixture(scope="module")
def copy(postgres: Postgres, gate: Gate, evenings: list[Evening]) -> Callable[[str], Database]:
    """Make a database of its own for a site."""

    def copy(name: str) -> Database:
        with psycopg.connect(postgres.url_of("template1"), autocommit=True) as connection:
            # It is there when a test is tried once more.
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
        return Database(postgres, gate, name, evenings)

    return copy


@contextmanager
def serving(hosted: Hosted) -> Iterator[Hosted]:
    """End its processes in any case."""
    try:
        hosted.wait_until_ready()
        yield hosted
    finally:
        hosted.kill_all()


def hosted_on(redis: Redis, database: Database, directory: Path, **environment: str) -> Hosted:
    """Start a site whose messages and pieces of pages lie in a Redis."""
    return Hosted(
        directory,
        DATABASE_URL=database.url,
        BROKER_URL=f"{redis.url}/0",
        CACHE_URL=f"{redis.url}/1",
        **environment,
    )


class Grounds:
    """A site with all that it stands on."""

    def __init__(self, database: Database, hosted: Hosted, **servers: Server) -> None:
        self.database = database
        self.hosted = hosted
        self._servers = servers

    def kill(self, name: str) -> None:
        """End one of them without a word of warning."""
        if name in self._servers:
            self._servers[name].kill()
        else:
            self.hosted.kill(name)

    def start_again(self, name: str) -> None:
        """Start it anew, as what keeps a server running does."""
        if name in self._servers:
            self._servers[name].start()
        else:
            self.hosted.start_again(name)


@pytest.fixture(scope="module")
def grounds(
    postgres: Postgres,
    copy: Callable[[str], Database],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Grounds]:
    database = copy("on_grounds")
    with (
        running(Redis) as redis,
        serving(hosted_on(redis, database, tmp_path_factory.mktemp("hosted"))) as hosted,
    ):
        yield Grounds(database, hosted, redis=redis, postgres=postgres)


def finish(books: Books, hosted: Hosted, evening: Evening, room: Room) -> None:
    """Let everything come to its end, and see that it is as it must be."""
    settle(books, hosted, evening, room)
    check_what_is_derived(hosted)


def settle(books: Books, hosted: Hosted, evening: Evening, room: Room) -> None:
    """Let everything come to its end, and see that all is there once."""
    hosted.wait_until_ready()
    wait_until(room.more(2), told=lambda: room.statuses)
    room.close(PATIENCE)
    books.let_leases_run_out()
    wait_until(lambda: books.is_settled(evening), told=lambda: books.state(evening))
    books.check(evening, room)


def check_what_is_derived(hosted: Hosted) -> None:
    """See that all that is counted from hands is what a count from the beginning makes of them."""
    assert hosted.run("manage.py", "rebuild", "--check") == "Differences found: 0.\n"


@pytest.mark.parametrize("crash", range(CRASHES))
@pytest.mark.parametrize("victim", sorted(set(ANSWERS) - {"rabbitmq"}))
def test_killed_under_load_it_loses_nothing_and_does_nothing_twice(
    victim: str, crash: int, grounds: Grounds
) -> None:
    survive(victim, crash, grounds)


def survive(victim: str, crash: int, grounds: Grounds) -> None:
    """Kill it in the midst of an evening, start it again, and see how the evening ends."""
    chance = random.Random(f"{victim} {crash}")
    books, hosted = grounds.database.books, grounds.hosted
    evening = next(grounds.database.evenings)
    room = Room(evening.tables, hosted.sites, f"{victim} {crash}")
    wait_until(room.more(2), told=lambda: room.statuses)
    books.let_fall_due(*evening.rounds[:2])
    time.sleep(chance.uniform(0, 0.6))  # the moment; not for anything to have happened
    grounds.kill(victim)
    if victim not in {"postgres", "web"}:
        wait_until(room.more(2), told=lambda: room.statuses)
    grounds.start_again(victim)
    books.let_fall_due(*evening.rounds[2:])
    finish(books, hosted, evening, room)
    assert set(room.statuses) <= ANSWERS[victim]


@pytest.mark.parametrize("crash", range(CRASHES))
def test_rabbitmq_killed_under_load_loses_nothing_and_does_nothing_twice(
    crash: int, copy: Callable[[str], Database], tmp_path: Path
) -> None:
    database = copy("on_killed_rabbitmq")
    with running(RabbitMQ) as rabbitmq:
        hosted = Hosted(tmp_path, DATABASE_URL=database.url, BROKER_URL=rabbitmq.url)
        with serving(hosted):
            survive("rabbitmq", crash, Grounds(database, hosted, rabbitmq=rabbitmq))


def test_clock_that_jumps_under_load_loses_nothing_and_does_nothing_twice(
    copy: Callable[[str], Database], tmp_path: Path
) -> None:
    database, clock = copy("on_jumping_clock"), Clock(tmp_path)
    books, evening = database.books, next(database.evenings)
    with (
        running(Redis) as redis,
        serving(hosted_on(redis, database, tmp_path, **clock.environment)) as hosted,
    ):
        room = Room(evening.tables, hosted.sites, "clock")
        for round_, ahead in zip(evening.rounds, JUMPS, strict=True):
            wait_until(room.more(2), told=lambda: room.statuses)
            books.let_fall_due(round_)
            clock.put(ahead)
            wait_until(partial(books.has_opened, round_), told=lambda: books.state(evening))
        finish(books, hosted, evening, room)
    assert set(room.statuses) == {RECORDED}


def test_slow_database_is_waited_for(grounds: Grounds, gate: Gate) -> None:
    books, hosted = grounds.database.books, grounds.hosted
    evening = next(grounds.database.evenings)
    gate.delay = DELAY
    try:
        room = Room(evening.tables, hosted.sites, "slow")
        books.let_fall_due(*evening.rounds)
        settle(books, hosted, evening, room)
    finally:
        gate.delay = 0
    check_what_is_derived(hosted)
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


@pytest.mark.parametrize("broker", BROKERS)
def test_broker_may_be_away_at_the_start_and_break_off_later(
    broker: str, copy: Callable[[str], Database], tmp_path: Path
) -> None:
    database = copy(f"on_{broker}")
    evening = next(database.evenings)
    with ExitStack() as stack:
        queue, url = stack.enter_context(BROKERS[broker]())
        address = urlsplit(url)
        way = stack.enter_context(closing(Gate(address.port or 0)))
        way.shut()
        there = address.netloc.replace(f":{address.port}", f":{way.port}")
        hosted = stack.enter_context(
            serving(
                Hosted(
                    tmp_path,
                    1,
                    DATABASE_URL=database.url,
                    BROKER_URL=address._replace(netloc=there).geturl(),
                    PROBE_QUEUE=queue,
                )
            )
        )
        room = Room(evening.tables, hosted.sites, broker)
        wait_until(room.more(2), told=lambda: room.statuses)
        way.open()
        database.books.let_fall_due(evening.rounds[0])
        wait_until(lambda: database.books.has_opened(evening.rounds[0]))
        way.shut()
        wait_until(room.more(2), told=lambda: room.statuses)
        database.books.let_fall_due(*evening.rounds[1:])
        way.open()
        finish(database.books, hosted, evening, room)
    assert set(room.statuses) == {RECORDED}
