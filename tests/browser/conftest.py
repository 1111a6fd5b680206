"""A site that runs, and devices to open it on.

With NETWORK_DELAY in the environment the site is slow: see slow_settings.py.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.devices import PATIENCE, Devices
from tests.site import Site

IS_SLOW = "NETWORK_DELAY" in os.environ
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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Site]:
    """Run one site for all tests that leave each other alone: each makes a club of its own."""
    data = tmp_path_factory.mktemp("shared") / "data"
    with running(shutil.copytree(migrated, data)) as site:
        yield site


@pytest.fixture
def new_site(tmp_path: Path, migrated: Path) -> Iterator[Site]:
    """Run a new, empty site."""
    with running(shutil.copytree(migrated, tmp_path / "data")) as site:
        yield site


@contextmanager
def opened(browser: Browser, *, keeps_pages: bool) -> Iterator[Devices]:
    """Open devices of their own; a script error on any page fails the test."""
    devices = Devices(browser, keeps_pages=keeps_pages)
    yield devices
    devices.close()
    assert devices.errors == []


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    """Devices that show what the site sends."""
    with opened(browser, keeps_pages=False) as devices:
        yield devices


@pytest.fixture
def keeping_devices(browser: Browser) -> Iterator[Devices]:
    """Devices that keep pages for when there is no network."""
    with opened(browser, keeps_pages=True) as devices:
        yield devices


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Wait for what comes over the network as long as it takes."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)
