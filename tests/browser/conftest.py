"""A new site for each test, and devices to open it on.

With NETWORK_DELAY in the environment the site is slow: see slow_settings.py.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.devices import Devices
from tests.site import Site

IS_SLOW = "NETWORK_DELAY" in os.environ
# ms; nothing at online tables is about speed: bots think, and the machine may be busy.
PATIENCE = 30_000
SETTINGS = "tests.browser.slow_settings" if IS_SLOW else "league.settings"


@contextmanager
def running(data: Path) -> Iterator[Site]:
    """Run a site on these data; it must stop cleanly in the end."""
    site = Site(data, settings=SETTINGS)
    try:
        yield site.wait_until_ready()
        assert site.stop() == 0
    finally:
        site.kill()


@pytest.fixture
def site(tmp_path: Path, migrated: Path) -> Iterator[Site]:
    """Run a new, empty site; it must stop cleanly in the end."""
    with running(shutil.copytree(migrated, tmp_path / "data")) as site:
        yield site


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    """Devices of their own; a script error on any page fails the test."""
    devices = Devices(browser)
    yield devices
    devices.close()
    assert devices.errors == []


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Site]:
    """Run one site for tests that leave each other alone: tables that people open to play now."""
    data = tmp_path_factory.mktemp("shared") / "data"
    with running(shutil.copytree(migrated, data)) as site:
        yield site


@pytest.fixture
def patience() -> Iterator[None]:
    """Wait for what comes over the network as long as it takes."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)
