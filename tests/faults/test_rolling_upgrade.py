"""A newer version takes the place of the release, one process after the other, under load.

And the release takes its place back, on the database of the newer one: see docs/operating.md.
"""

import os
import shutil
from pathlib import Path

import psycopg
import pytest

from tests.databases import ROOT
from tests.faults.books import make_evenings
from tests.faults.gate import Gate
from tests.faults.grounds import TABLES, Database, finish, hosted_on
from tests.faults.hosted import serving
from tests.faults.phones import CUT_OFF, RECORDED, Room
from tests.faults.servers import Postgres, Redis, running, wait_until
from tests.release import write_source
from tests.site import run

pytestmark = [pytest.mark.postgres, pytest.mark.thorough]

PROGRAM = ("games", "league", "templates", "tests", "manage.py", "pyproject.toml")
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", {newest!r})]
    operations = [
        migrations.AddField("hand", "colour", models.TextField(null=True)),
        migrations.AddField("submission", "weight", models.IntegerField(db_default=1)),
    ]
"""


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """The source of the newest release."""
    write_source(tmp_path / "release")
    return tmp_path / "release"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The source as it is here, with one migration more."""
    newer = tmp_path / "newer"
    newer.mkdir()
    for name in PROGRAM:
        here = ROOT / name
        if here.is_dir():
            shutil.copytree(here, newer / name, ignore=shutil.ignore_patterns("node_modules"))
        else:
            shutil.copy(here, newer / name)
    migrations = newer / "league" / "results" / "migrations"
    newest = max(each.stem for each in migrations.glob("0*.py"))
    (migrations / "9999_newer.py").write_text(MIGRATION.format(newest=newest))
    return newer


def test_newer_version_takes_over_and_gives_back_under_load(
    own_postgres: Postgres, gate: Gate, release: Path, newer: Path, tmp_path: Path
) -> None:
    with psycopg.connect(own_postgres.url_of("template1"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE upgraded TEMPLATE template0")
    data = tmp_path / "data"
    environment = {
        **os.environ,
        "DATABASE_URL": own_postgres.url_of("upgraded"),
        "DATA_DIR": str(data),
    }
    run(environment, "manage.py", "migrate", "--no-input", code=release)
    [evening] = evenings = make_evenings(environment, 1, TABLES, code=release)
    database = Database(own_postgres, gate, "upgraded", evenings)
    with (
        running(Redis) as redis,
        serving(hosted_on(redis, database, data, code=release)) as hosted,
        Room(evening.tables, hosted.sites, "upgrade") as room,
    ):
        wait_until(room.more(2), told=lambda: room.statuses)
        database.books.let_fall_due(evening.rounds[0])
        hosted.run("manage.py", "migrate", "--no-input", code=newer)
        assert database.books.ask(
            "SELECT count(colour), min(weight) FROM results_hand, results_submission"
        ) == [(0, 1)]
        wait_until(room.more(2), told=lambda: room.statuses)
        database.books.let_fall_due(evening.rounds[1])
        hosted.switch_to(newer)
        wait_until(room.more(2), told=lambda: room.statuses)
        database.books.let_fall_due(evening.rounds[2])
        hosted.switch_to(release)
        database.books.let_fall_due(evening.rounds[3])
        finish(database.books, hosted, evening, room)
    assert set(room.statuses) <= {RECORDED, CUT_OFF}
