"""A new site for each test, and devices to open it on.

With NETWORK_DELAY in the environment the site is slow: see slow_settings.py.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.devices import Devices
from tests.site import Site

IS_SLOW = "NETWORK_DELAY" in os.environ
SETTINGS = "tests.browser.slow_settings" if IS_SLOW else "league.settings"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site that was never started: its migrations are most of a first start."""
    data = tmp_path_factory.mktemp("migrated")
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
    subprocess.run(command, env={**os.environ, "DATA_DIR": str(data)}, check=True)
    return data


@pytest.fixture
def site(tmp_path: Path, migrated: Path) -> Iterator[Site]:
    """Run a new, empty site; it must stop cleanly in the end."""
    site = Site(shutil.copytree(migrated, tmp_path / "data"), settings=SETTINGS)
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
