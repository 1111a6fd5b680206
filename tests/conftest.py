"""Set the environment of all tests, choose their database, and say which tests it leaves out.

SQLite unless TEST_DATABASE=postgres. Tests marked `browser` run with `-m browser` only, those
marked `long` with `-m long`.
"""

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from django.conf import settings as site_settings
from django.db import connection
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.chromium import launch_chromium
from tests.collected import collected_files
from tests.databases import postgres_copy, postgres_template, sqlite_template
from tests.emptying import empty_quickly
from tests.postgres import find_server

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
        "faults/test_brokers.py",
        "faults/test_crashes.py",
        "faults/test_install.py",
        "faults/test_jumping_clock.py",
        "faults/test_offline_queue.py",
        "faults/test_online_kill.py",
        "faults/test_recovery.py",
        "faults/test_workers.py",
        "league/matrix/test_matrix.py",
        "league/online/test_secrets.py",
        "league/safety/test_stored_scripts.py",
        "league/safety/test_forged_requests.py",
        "league/rounds/test_changes_any_order.py",
        "league/standings/test_any_season.py",
        "league/hosting/test_backup.py",
        "league/test_who_sees_what.py",
        "browser/test_club_night_of_seventeen.py",
        "browser/test_cup_with_a_cut.py",
        "browser/test_league_of_four_weeks.py",
        "browser/test_every_page.py",
        "browser/test_fitting.py",
        "browser/test_online_keys.py",
        "browser/test_screen.py",
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
    "BACKUP_COMMAND",
    "BACKUP_DIR",
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
    gc.disable()  # until all is collected: hardly anything of it is garbage
    django.setup()
    # Django's own outbox for tests takes mail as a mail server does.
    site_settings.SENDS_MAIL = True
    site_settings.PASSWORD_HASHERS = ["tests.passwords.QuickHasher"]
    empty_quickly()


def pytest_report_header() -> str:
    """Name the database at the head of the report."""
    return f"database: {'PostgreSQL' if IS_POSTGRES else 'SQLite'}"


def is_quick(item: pytest.Item) -> bool:
    """Say whether a test may be run when others are done."""
    return item.path not in SLOW_FILES


def depends_on_database(item: pytest.Item) -> bool:
    """Say whether a test meets threads or counts statements, which databases answer differently."""
    database = item.get_closest_marker("django_db")
    return bool(
        "transactional_db" in item.fixturenames  # type: ignore[attr-defined]  # of functions
        or "django_assert_num_queries" in item.fixturenames  # type: ignore[attr-defined]
        or (database and database.kwargs.get("transaction"))
        or item.get_closest_marker("postgres")
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what depends on the database."""
    if depends_on_database(item):
        item.add_marker("databases")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, and so count, what belongs to another run; begin with what takes longest."""
    items.sort(key=is_quick)
    other_runs = {run for run in ("browser", "long") if run not in config.option.markexpr}
    if not IS_POSTGRES:
        other_runs.add("postgres")
    left_out = {item for item in items if any(item.get_closest_marker(run) for run in other_runs)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Let what stays to the end, all modules and tests, be no more looked at for garbage."""
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start what drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Start the machine's Chromium."""
    browser = launch_chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def template(request: pytest.FixtureRequest) -> Path:
    """The database file of an empty site, kept from run to run while the models stay the same."""
    return sqlite_template(request.config.cache.mkdir("databases"))


@pytest.fixture(scope="session")
def migrated(
    template: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The data, on SQLite, of a site that was never started but has collected its files."""
    data = tmp_path_factory.mktemp("migrated")
    shutil.copy(template, data / "menagerie.sqlite3")
    static = collected_files(request.config.cache.mkdir("static"))
    shutil.copytree(static, data / "static")
    return data


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Give each process a database of its own: a file or on a server, so that threads meet."""
    with django_db_blocker.unblock():
        if not IS_POSTGRES:
            connection.settings_dict["NAME"] = str(DATA_DIR / "tests.sqlite3")
            options = connection.settings_dict["OPTIONS"]
            # Nothing here has to outlast the tests: no commit waits for the disk.
            quickly = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
            connection.settings_dict["OPTIONS"] = {**options, "init_command": quickly}
            shutil.copy(request.getfixturevalue("template"), connection.settings_dict["NAME"])
            yield
            return
        name = f"test_menagerie_{os.getpid()}"
        copied = postgres_template(DATABASE_URL)
        with postgres_copy(DATABASE_URL, name, copied, is_lasting=False):
            connection.settings_dict["NAME"] = name
            yield
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL alone has it
