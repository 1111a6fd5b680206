"""Processes for the tests of faults, all of them ended afterwards."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.site import Site

SETTINGS = "tests.faults.probe_settings"


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
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copy_of}")
        try:
            yield {"DATABASE_URL": urlsplit(server)._replace(path=f"/{name}").geturl()}
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start processes of the site on the test's own data."""
    started: list[Site] = []

    with new_database() as database:

        def start(*, command: list[str] | None = None, **environment: str) -> Site:
            site = Site(
                tmp_path / "data",
                settings=SETTINGS,
                command=command,
                **{**database, **environment},
            )
            started.append(site)
            return site

        yield start
        for site in started:
            site.kill()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site, for tests that neither stop it nor mind what others have left in it."""
    with new_database() as database:
        site = Site(tmp_path_factory.mktemp("site"), settings=SETTINGS, command=None, **database)
        try:
            yield site.wait_until_ready()
        finally:
            site.kill()
