"""A hosted site with all that it stands on, to be killed in the midst of an evening."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.databases import ROOT
from tests.faults.books import Books, Evening
from tests.faults.gate import Gate
from tests.faults.hosted import Hosted, serving
from tests.faults.phones import Room
from tests.faults.servers import Postgres, Redis, Server, running, wait_until

CRASHES = int(os.environ.get("CRASHES", "1"))
TABLES = 3
MOST_EVENINGS = 6 * CRASHES + 2
"""So many are there to be played on one site: one for each kill, and some."""


class Database:
    """A database of the tests' own server, which the site sees through a gate."""

    def __init__(self, postgres: Postgres, gate: Gate, name: str, evenings: list[Evening]) -> None:
        self.url = postgres.url_of(name, gate.port)
        self.books = Books(postgres.url_of(name))
        self.evenings = iter(evenings)


Copy = Callable[[str], Database]
"""Make a database of its own for a site."""


def hosted_on(
    redis: Redis,
    database: Database,
    directory: Path,
    *,
    code: str | Path = ROOT,
    **environment: str,
) -> Hosted:
    """Start a site whose messages and pieces of pages lie in a Redis."""
    return Hosted(
        directory,
        code=code,
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


@contextmanager
def grounds_on(postgres: Postgres, database: Database, directory: Path) -> Iterator[Grounds]:
    """Start a site on a Redis of its own."""
    with running(Redis) as redis, serving(hosted_on(redis, database, directory)) as hosted:
        yield Grounds(database, hosted, redis=redis, postgres=postgres)


def finish(books: Books, hosted: Hosted, evening: Evening, room: Room) -> None:
    """Let everything come to its end, and see that it is as it must be."""
    settle(books, hosted, evening, room)
    check_what_is_derived(hosted)


def settle(books: Books, hosted: Hosted, evening: Evening, room: Room) -> None:
    """Let everything come to its end, and see that all is there once."""
    hosted.wait_until_ready()
    wait_until(room.more(2), told=lambda: room.statuses)
    room.close()
    books.let_leases_run_out()
    books.wait_until_settled(evening)
    books.check(evening, room)


def check_what_is_derived(hosted: Hosted) -> None:
    """See that all that is counted from hands is what a count from the beginning makes of them."""
    assert hosted.run("manage.py", "rebuild", "--check") == "Differences found: 0.\n"
