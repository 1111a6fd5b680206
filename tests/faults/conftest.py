"""Processes for the tests of faults, all of them ended afterwards."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from tests.databases import postgres_copy, postgres_template
from tests.site import Site

SETTINGS = "tests.faults.probe_settings"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try once more what failed here: whole sites with real deadlines feel the machine's mood."""
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


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
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Path, to_copy: str) -> Iterator[Site]:
    """A running site, for tests that neither stop it nor mind what others have left in it."""
    data = shutil.copytree(migrated, tmp_path_factory.mktemp("site") / "data")
    with new_database(copy_of=to_copy) as database:
        site = Site(data, settings=SETTINGS, command=None, **database)
        try:
            yield site.wait_until_ready()
        finally:
            site.kill()
