"""Set the environment of all tests, choose their database, and say which tests it leaves out.

SQLite unless TEST_DATABASE=postgres. Tests marked `browser` run with `-m browser` only.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.chromium import launch_chromium
from tests.emptying import empty_quickly
from tests.postgres import find_server
from tests.site import manage

IS_POSTGRES = os.environ.get("TEST_DATABASE") == "postgres"
# A machine that has much else to do fails no test by being slow. What lands is judged by the same
# examples each time; at a desk every run tries new ones.
settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# What takes minutes is begun first: one process would work at it while all others have ended.
SLOW_FILES = {
    Path(__file__).parent / name
    for name in (
        "faults/test_crashes.py",
        "faults/test_install.py",
        "faults/test_notices.py",
        "faults/test_online_kill.py",
        "faults/test_workers.py",
        "league/matrix/test_matrix.py",
        "league/online/test_secrets.py",
        "league/safety/test_stored_scripts.py",
        "league/safety/test_forged_requests.py",
        "league/rounds/test_changes_any_order.py",
        "league/standings/test_any_season.py",
        "league/hosting/test_backup.py",
        "league/test_who_sees_what.py",
        "browser/test_every_page.py",
        "browser/test_online_keys.py",
    )
}

DATA_DIR = Path(tempfile.mkdtemp(prefix="menagerie-tests-"))
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)
(DATA_DIR / "static").mkdir()

# Nothing of the developer's own site may leak into the tests, nor the other way round.
DATABASE_URL = find_server() if IS_POSTGRES else ""
for name in (
    "ACCOUNT_EVENT_DAYS",
    "ACT_DAYS",
    "ALLOWED_HOSTS",
    "BROKER_URL",
    "CACHE_URL",
    "CLAIM_DAYS",
    "DATABASE_URL",
    "DEBUG",
    "DEVICE_DAYS",
    "EMAIL_URL",
    "EMBEDDED",
    "GUEST_DAYS",
    "LINK_DAYS",
    "MERGE_DAYS",
    "NOTICE_DAYS",
    "OUTGOING_PRIVATE_HOSTS",
    "PORT",
    "REMARK_DAYS",
    "SENDING_DAYS",
    "SESSION_DAYS",
    "SITE_URL",
    "TRUSTED_PROXY_COUNT",
):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = str(DATA_DIR)
os.environ["SECRET_KEY"] = "a key for tests only, of the usual length"
if DATABASE_URL:
    os.environ["DATABASE_URL"] = DATABASE_URL
os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"


def pytest_configure() -> None:
    """Set Django up with this environment, before any test module is imported."""
    django.setup()
    empty_quickly()


def pytest_report_header() -> str:
    """Name the database at the head of the report."""
    return f"database: {'PostgreSQL' if IS_POSTGRES else 'SQLite'}"


def is_quick(item: pytest.Item) -> bool:
    """Say whether a test may be run when others are done."""
    return item.path not in SLOW_FILES


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, and so count, what belongs to another run; begin with what takes longest."""
    items.sort(key=is_quick)
    other_runs = set() if IS_POSTGRES else {"postgres"}
    if "browser" not in config.option.markexpr:
        other_runs.add("browser")
    left_out = [item for item in items if any(item.get_closest_marker(run) for run in other_runs)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Name the tests' database, one a process: a file, so that threads meet as on a site."""
    file = DATA_DIR / "tests.sqlite3"
    connection.settings_dict["TEST"]["NAME"] = (
        f"test_menagerie_{os.getpid()}" if IS_POSTGRES else str(file)
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the machine's Chromium."""
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the tests' database, and let no thread's last connection keep it from being dropped."""
    yield
    if IS_POSTGRES:
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data, on SQLite, of a site that was never started: most of a first start is migrating.

    The first process of a run that wants them makes them for all.
    """
    own = tmp_path_factory.getbasetemp()
    data = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "migrated"
    with data.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            made = tmp_path_factory.mktemp("migrated")
            manage(made, "migrate", "--no-input", "--verbosity=0")
            made.rename(data)
    return data
