"""Processes for the tests of faults, all of them ended afterwards."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import psycopg
import pytest

from tests.databases import postgres_copy, postgres_template
from tests.faults.books import Evening, make_evenings
from tests.faults.gate import Gate
from tests.faults.grounds import MOST_EVENINGS, TABLES, Copy, Database
from tests.faults.servers import Postgres, data_of_empty_site, running
from tests.site import Site

SETTINGS = "tests.faults.probe_settings"
METRICS_TOKEN = "a token"
MOST, MOST_OF_ONE_ADDRESS = 300, 100
"""How many connections the shared site takes."""
ITS_SETTINGS = {
    "CONNECTIONS": str(MOST),
    "CONNECTIONS_PER_ADDRESS": str(MOST_OF_ONE_ADDRESS),
    # Nobody who sends by halves is cut off, however slow the machine is.
    "HEAD_SECONDS": "600",
    "TRANSFER_SECONDS": "600",
    "LOG_LEVEL": "INFO",
    "METRICS_TOKEN": METRICS_TOKEN,
}


class Start(Protocol):
    """Start a process of the site."""

    def __call__(self, *, command: list[str] | None = None, **environment: str) -> Site: ...


@contextmanager
def new_database(copy_of: str = "template1") -> Iterator[dict[str, str]]:
    """Yield the environment of an empty database: on the tests' server, else SQLite's default.

    On a server it may begin as the copy of another that nobody is connected to.
    """
    server = os.environ.get("DATABASE_URL")
    if not server:
        yield {}
        return
    name = f"menagerie_faults_{secrets.token_hex(4)}"
    with postgres_copy(server, name, copy_of) as address:
        yield {"DATABASE_URL": address}


@pytest.fixture(scope="session")
def to_copy() -> str:
    """The name of a database to copy: on a server an empty site, else there is none."""
    server = os.environ.get("DATABASE_URL")
    return postgres_template(server) if server else "template1"


@pytest.fixture
def start(tmp_path: Path, migrated: Path, to_copy: str) -> Iterator[Start]:
    """Start processes of the site on the test's own data."""
    started: list[Site] = []
    shutil.copytree(migrated, tmp_path / "data")

    with new_database(copy_of=to_copy) as database:

        def start(*, command: list[str] | None = None, **environment: str) -> Site:
            site = Site(
                tmp_path / "data", settings=SETTINGS, command=command, **{**database, **environment}
            )
            started.append(site)
            return site

        yield start
        for site in started:
            site.kill()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Path, to_copy: str) -> Iterator[Site]:
    """A running site, for tests that neither stop it nor mind what others have left in it."""
    data = shutil.copytree(migrated, tmp_path_factory.mktemp("site") / "data")
    with new_database(copy_of=to_copy) as database:
        site = Site(data, settings=SETTINGS, command=None, **ITS_SETTINGS, **database)
        try:
            yield site.wait_until_ready()
        finally:
            site.kill()


@pytest.fixture(scope="session")
def own_postgres(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """A server that is killed and started again, with an empty site."""
    data = data_of_empty_site(request.config.cache.mkdir("databases"))
    with running(partial(Postgres, copy_of=data)) as server:
        yield server


@pytest.fixture(scope="session")
def gate(own_postgres: Postgres) -> Iterator[Gate]:
    """The way of the site to its database."""
    with closing(Gate(own_postgres.port)) as gate:
        yield gate


@pytest.fixture(scope="session")
def evenings(own_postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> list[Evening]:
    """What is in every database to be copied."""
    environment = {
        **os.environ,
        "DATABASE_URL": own_postgres.url_of("postgres"),
        "DATA_DIR": str(tmp_path_factory.mktemp("made")),
    }
    return make_evenings(environment, MOST_EVENINGS, TABLES)


@pytest.fixture(scope="session")
def copy(own_postgres: Postgres, gate: Gate, evenings: list[Evening]) -> Copy:
    """Make a database of its own for a site."""

    def copy(name: str) -> Database:
        with psycopg.connect(own_postgres.url_of("template1"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
        return Database(own_postgres, gate, name, evenings)

    return copy
