"""A new site for each test, and devices to open it on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.devices import Devices
from tests.site import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a new, empty site; it must stop cleanly in the end."""
    site = Site(tmp_path / "data")
    try:
        yield site.wait_until_ready()
        assert site.stop() == 0
    finally:
        site.kill()


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    """Devices of their own; a script error on any page fails the test."""
    devices = Devices(browser)
    yield devices
    devices.close()
    assert devices.errors == []
