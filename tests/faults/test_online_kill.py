"""Web processes and a worker that are killed while online tables are played: another goes on."""

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from league.online.models import Move, OnlineTable
from tests.faults.brokers import redis_database
from tests.faults.playing import Playing, Post
from tests.faults.servers import wait_until
from tests.faults.workers import NAMES, Workers
from tests.league.online.tables import make_table
from tests.site import SERVER, Environment, Site

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.thorough,
]

# The game, its seats, and how many hands are played.
GAMES = [("franks-zoo", 3, 1), ("zop-zoo", 3, 1), ("animal-poker", 4, 3)]
KILLS = 3
LOOK = 0.005
"""Seconds between two looks at what may pass quickly."""


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[Environment]:
    """The environment of processes on the tests' own database, and a broker that is empty."""
    name = connection.settings_dict["NAME"]
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    with redis_database() as broker:
        yield {
            **os.environ,
            **broker,
            "DATABASE_URL": address,
            "DATA_DIR": str(tmp_path),
            "EMAIL_URL": "dummymail://",
        }


@pytest.fixture
def workers(environment: Environment, tmp_path: Path) -> Iterator[Workers]:
    """A worker with its clock, as it is hosted, to be started."""
    workers = Workers(environment, tmp_path, "league.celery")
    yield workers
    workers.kill_all()


class Pair:
    """Two web processes, one of which may be dead."""

    def __init__(self, environment: Environment, directory: Path, chance: random.Random) -> None:
        self._environment, self._directory = environment, directory
        self._chance = chance
        self.alive: list[Site] = []
        self._starting = [self._start(), self._start()]

    def _start(self) -> Site:
        return Site(self._directory, command=SERVER, **self._environment)

    def wait_until_ready(self) -> None:
        """Return once all that were started answer."""
        while self._starting:
            self._starting[-1].wait_until_ready()
            self.alive.append(self._starting.pop())

    def any(self) -> Site:
        """Return one of those that answer."""
        return self._chance.choice(self.alive)

    def kill_within(self, post: Post) -> int | None:
        """Kill a process that a move was just posted to; return what it has answered."""
        victim = self.alive.pop(self._chance.randrange(2))
        told: list[int | None] = []
        sending = Thread(target=lambda: told.append(post.send(victim)))
        sending.start()
        time.sleep(self._chance.uniform(0, 0.04))
        victim.process.send_signal(signal.SIGKILL)
        victim.process.wait()
        sending.join()
        return told[0]

    def start_again(self) -> None:
        """Start another process in place of the one that is dead."""
        self._starting.append(self._start())

    def kill_all(self) -> None:
        """End all."""
        for site in [*self.alive, *self._starting]:
            site.kill()


@contextmanager
def serving(environment: Environment, directory: Path, chance: random.Random) -> Iterator[Pair]:
    """Start two web processes; end them in any case."""
    pair = Pair(environment, directory, chance)
    try:
        pair.wait_until_ready()
        yield pair
    finally:
        pair.kill_all()


class Evening:
    """A table of each game, and the people there, who send each move until it was answered."""

    def __init__(
        self, games: list[tuple[str, int, int]], pair: Pair, chance: random.Random
    ) -> None:
        self.tables = [Playing(*each) for each in games]
        self._pair, self._chance = pair, chance

    @property
    def going(self) -> list[Playing]:
        """The tables that are not through."""
        return [table for table in self.tables if not table.is_through]

    def next_post(self) -> tuple[Playing, Post] | None:
        """Return a move of somebody who is to act somewhere; None once all tables are through."""
        found: list[tuple[Playing, Post]] = []

        def look() -> bool:
            # A bot may have made the last move of all meanwhile.
            if not (going := self.going):
                return True
            table = self._chance.choice(going)
            table.get_ready(self._pair.any())
            post = table.next_post(self._chance)
            found.extend([] if post is None else [(table, post)])
            return bool(found)

        wait_until(look, pause=LOOK)
        return found[0] if found else None

    def play(self, moves: int) -> None:
        """Make so many moves, every fourth of them twice."""
        for number in range(moves):
            if (following := self.next_post()) is None:
                return
            table, post = following
            status = post.send(self._pair.any())
            table.note(post, status)
            if number % 4 == 0:
                assert post.send(self._pair.any()) == status

    def kill(self) -> None:
        """Let a process die in the midst of a move, which then goes to the other one."""
        following = self.next_post()
        assert following is not None
        table, post = following
        told = self._pair.kill_within(post)
        again = post.send(self._pair.any())
        assert told in {None, again}
        table.note(post, again)

    def check(self) -> None:
        """See that all processes show what the log tells, and whose time runs."""
        for table in self.tables:
            table.check_clocks()
            for site in self._pair.alive:
                table.check_views(site)


def test_tables_go_on_whichever_web_process_is_killed(
    environment: Environment,
    workers: Workers,
    tmp_path: Path,
) -> None:
    chance = random.Random("web processes")
    workers.start(NAMES[0])
    with serving(environment, tmp_path / "data", chance) as pair:
        evening = Evening(GAMES, pair, chance)
        for _ in range(KILLS):
            evening.play(chance.randrange(4, 12))
            evening.kill()
            pair.start_again()
            evening.play(4)
            pair.wait_until_ready()
            evening.check()
        evening.play(1000)
        assert evening.going == []
        workers.kill_all()
        evening.check()
        for table in evening.tables:
            table.check_log()
    assert "Traceback" not in workers.output
    call_command("rebuild", "--check")


@pytest.mark.long
def test_another_worker_moves_once_for_a_bot_whose_thinker_was_killed(workers: Workers) -> None:
    workers.start(NAMES[0])
    table = make_table("animal-poker", 4, bots="search", now=timezone.now())

    def moves() -> list[int]:
        return list(Move.objects.filter(hand__table=table).values_list("number", flat=True))

    wait_until(OnlineTable.objects.exclude(thinking_until=None).exists, pause=LOOK)
    workers.kill(NAMES[0])
    assert moves() == []
    # As time does.
    assert OnlineTable.objects.exclude(thinking_until=None).update(thinking_until=timezone.now())
    workers.start(NAMES[1])
    workers.start(NAMES[0])
    wait_until(lambda: len(moves()) == 3, pause=LOOK)
    table.refresh_from_db()
    assert (sorted(moves()), table.moves) == ([1, 2, 3], 3)
    assert (table.thinking_until, table.due_at) == (None, None)
