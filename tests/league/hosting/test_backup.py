import gzip
import json
import os
from collections.abc import Iterator
from hashlib import sha256
from io import StringIO
from pathlib import Path
from shutil import copy

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connections
from pytest_django import DjangoDbBlocker, Settings

from league.clubs.models import Club, User
from league.core.embedded import hold_data
from league.hosting.archive import count_on, read_backup, read_head, tables, write_backup
from league.hosting.copies import BackupError
from league.hosting.models import BackupReport
from tests.factories import NOW, make_club
from tests.league.hosting.commands import manage, sqlite_in
from tests.release import BACKUP


def backed_up(file: Path) -> list[str]:
    """Return the lines of a backup that do not tell when it was made."""
    return gzip.decompress(file.read_bytes()).decode().splitlines()[1:-1]


def changed(file: Path, lines: list[str]) -> Path:
    """Write lines as a backup without looking at them."""
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return file


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a site that was filled by a backup of the newest release."""
    here = {"DATA_DIR": str(tmp_path_factory.mktemp("site"))}
    restored = manage(here, "restore", str(BACKUP))
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.splitlines() == [f"{BACKUP} restored.", "Differences found: 0."]
    return here


@pytest.fixture(scope="module")
def backup(site: dict[str, str], django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Path:
    """Return a backup of that site."""
    here = Path(site["DATA_DIR"])
    with django_db_blocker.unblock(), sqlite_in(here / "menagerie.sqlite3", "site") as alias:
        write_backup(here / "one.jsonl.gz", using=alias, now=NOW)
    return here / "one.jsonl.gz"


@pytest.mark.long
def test_backup_restores_to_the_same_rows(
    backup: Path, template: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    again = tmp_path / "two.jsonl.gz"
    copy(template, tmp_path / "menagerie.sqlite3")
    with django_db_blocker.unblock(), sqlite_in(tmp_path / "menagerie.sqlite3", "other") as other:
        read_backup(backup, using=other)
        write_backup(again, using=other, now=NOW)
    assert backed_up(again) == backed_up(backup)
    assert [each.name for each in tmp_path.glob("*.unfinished")] == []


def test_backup_has_every_table_of_today(
    template: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "one.jsonl.gz"
    copy(template, tmp_path / "menagerie.sqlite3")
    with django_db_blocker.unblock(), sqlite_in(tmp_path / "menagerie.sqlite3", "empty") as alias:
        write_backup(file, using=alias, now=NOW)
        in_database = set(connections[alias].introspection.table_names())
    named = {line["table"] for line in map(json.loads, backed_up(file)) if isinstance(line, dict)}
    assert named == {model._meta.label_lower for model in tables(apps)}
    assert {model._meta.db_table for model in tables(apps)} == in_database - {"django_migrations"}


@pytest.fixture
def empty_database() -> Iterator[str]:
    """Make a database on the tests' own server."""
    url = str(os.environ["DATABASE_URL"])
    name = f"moved_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            place, _slash, rest = url.rpartition("/")
            yield f"{place}/{name}?{rest.partition('?')[2]}".rstrip("?")
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_next_key_comes_after_those_that_were_written() -> None:
    make_club(pk=1_000_000)
    count_on([Club], DEFAULT_DB_ALIAS)
    assert make_club().pk == 1_000_001


@pytest.mark.postgres
@pytest.mark.thorough
def test_site_moves_from_sqlite_to_postgresql(
    site: dict[str, str], backup: Path, empty_database: str, tmp_path: Path
) -> None:
    moved = manage(site, "move-to", empty_database)
    assert moved.returncode == 0, moved.stderr
    assert moved.stdout.splitlines()[0].endswith("rows copied. Differences found: 0.")
    there = {"DATA_DIR": str(tmp_path), "DATABASE_URL": empty_database}
    assert manage(there, "backup", str(tmp_path / "there.jsonl.gz")).returncode == 0
    assert values(tmp_path / "there.jsonl.gz") == values(backup)
    with psycopg.connect(empty_database) as database:
        # The next club gets a key that is free.
        following = database.execute("SELECT nextval('clubs_club_id_seq')").fetchone()
        highest = database.execute("SELECT max(id) FROM clubs_club").fetchone()
    assert following is not None
    assert highest is not None
    assert following[0] == highest[0] + 1
    again = manage(site, "move-to", empty_database)
    assert again.returncode == 1
    assert "This database holds data already." in again.stderr


def values(file: Path) -> list[object]:
    """Return what the lines say: PostgreSQL keeps an object's keys in an order of its own.

    How the latest backups went is left out, which each of them changes.
    """
    told: list[object] = []
    table = ""
    for line in map(json.loads, backed_up(file)):
        table = line["table"] if isinstance(line, dict) else table
        if table != "hosting.backupreport":
            told.append(line)
    return told


def test_moving_needs_an_address() -> None:
    with pytest.raises(CommandError, match="no address of a database"):
        call_command("move-to", "nonsense")


def test_running_site_is_neither_moved_nor_restored(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    with hold_data(tmp_path, address="http://club.example/"):
        with pytest.raises(CommandError, match=r"^The site runs, at http://club\.example/\."):
            call_command("move-to", "postgres://127.0.0.1/nothing")
        with pytest.raises(CommandError, match=r"runs on this data, at http://club\.example/\."):
            call_command("restore", str(BACKUP))


@pytest.mark.django_db
def test_restoring_refuses_a_database_with_a_club() -> None:
    make_club()
    with pytest.raises(CommandError, match="holds data already"):
        call_command("restore", str(BACKUP))
    assert (Club.objects.count(), User.objects.count()) == (1, 0)


def test_what_is_no_whole_backup_is_refused(tmp_path: Path) -> None:
    lines = gzip.decompress(BACKUP.read_bytes()).decode().splitlines()
    broken = {
        "no text": tmp_path / "text",
        "short": changed(tmp_path / "short", lines[:-1]),
        "changed": changed(tmp_path / "changed", [*lines[:40], lines[41], *lines[41:]]),
        "something else": changed(tmp_path / "else", ["{}"]),
        "empty": changed(tmp_path / "empty", []),
    }
    broken["no text"].write_text("Friday's standings")
    for file in broken.values():
        with pytest.raises(BackupError):
            read_head(file)
    torn = tmp_path / "torn"
    torn.write_bytes(BACKUP.read_bytes()[:5000])
    with pytest.raises(BackupError, match="no whole backup"):
        read_head(torn)


def test_backup_of_a_newer_version_names_what_is_missing(
    tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    lines = gzip.decompress(BACKUP.read_bytes()).decode().splitlines()
    head = json.loads(lines[0])
    head["migrations"]["clubs"].append("0999_moons")
    whole = [json.dumps(head), *lines[1:-1]]
    checksum = sha256("".join(whole).encode()).hexdigest()
    end = json.dumps({"rows": 1, "sha256": checksum})
    newer = changed(tmp_path / "newer", [*whole, end])
    refused = pytest.raises(
        CommandError, match=r"newer Menagerie, which had also: clubs\.0999_moons"
    )
    with django_db_blocker.unblock(), refused:
        call_command("restore", str(newer))


def write_nothing(file: Path, **_rest: object) -> int:
    """Stand in for a backup: SQLite copies nothing from within a test's transaction."""
    file.touch()
    return 0


@pytest.fixture
def umask() -> Iterator[None]:
    """Set the process's own umask, and set it again when a command has changed it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.django_db
def test_only_the_newest_backups_are_kept_and_their_owner_alone_reads_them(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, umask: None
) -> None:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr("league.hosting.management.commands.backup.write_backup", write_nothing)
    names = [f"menagerie-2026-01-0{day}-000000.jsonl.gz" for day in (1, 2, 3)]
    for name in [*names, "mine.txt"]:
        (tmp_path / name).touch()
    call_command("backup", "--keep=2", stdout=StringIO())
    assert BackupReport.objects.get().failed_at is None
    kept = {each.name: each for each in tmp_path.iterdir()}
    assert {"mine.txt", names[2]} < kept.keys()
    [new] = kept.keys() - {"mine.txt", names[2]}
    assert kept[new].stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_backup_is_checked_by_restoring_it(site: dict[str, str]) -> None:
    written = manage(site, "backup", "--check")
    assert written.returncode == 0, written.stderr
    [file] = Path(site["DATA_DIR"], "backups").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (
        written.stdout.splitlines()[1] == "Restored into a copy and compared. Differences found: 0."
    )
