"""Bringing a database up to date: it is backed up before, or refused in a sentence."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from shutil import copyfile
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from pytest_django import DjangoDbBlocker, Settings

from league.clubs.models import Club
from league.hosting.archive import read_head
from league.hosting.database import DatabaseTroubleError, connect_once, trouble_text
from tests.league.hosting.commands import manage, sqlite_in
from tests.portions import some_of
from tests.release import BACKUP
from tests.site import free_port

ALIAS = "visited"
LAST = ("hosting", "0001_release_0_2")
FILE = "menagerie.sqlite3"


def refusal(environment: dict[str, str], *arguments: str) -> str:
    """Return the one line in which a command is refused."""
    done = manage(environment, *(arguments or ("migrate", "--no-input")))
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.removeprefix("CommandError: ").strip()


@pytest.fixture(autouse=True)
def _open(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let tests reach databases: a mark would let them reach that of the tests alone."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Give the test a directory of its own for backups."""
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


@pytest.fixture
def site(tmp_path: Path, migrated: Path) -> Iterator[Callable[..., Path]]:
    """Make a site's database that is up to date but for some statements; return its file."""

    def make(*statements: str, has_user: bool = False) -> Path:
        copyfile(migrated / FILE, tmp_path / FILE)
        with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
            if has_user:
                columns = database.execute("PRAGMA table_info(clubs_user)").fetchall()
                wanted = [name for _at, name, _type, is_wanted, *_rest in columns if is_wanted]
                values = ", ".join("'1'" for _name in wanted)
                database.execute(f"INSERT INTO clubs_user ({', '.join(wanted)}) VALUES ({values})")
            for statement in statements:
                database.execute(statement)
        return tmp_path / FILE

    with sqlite_in(tmp_path / FILE, ALIAS):
        yield make


def migrate(*arguments: str) -> str:
    """Bring the database up to date as the command does, and return what it prints."""
    output = StringIO()
    call_command("migrate", "--no-input", f"--database={ALIAS}", *arguments, stdout=output)
    return output.getvalue()


def refused(*arguments: str) -> str:
    """Return the one line in which that is refused."""
    with pytest.raises(CommandError) as refusal:
        migrate(*arguments)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


ITS_TABLES = sorted(model._meta.db_table for model in apps.get_app_config(LAST[0]).get_models())
OLDER = (
    *(f"DROP TABLE {name}" for name in ITS_TABLES),
    f"DELETE FROM django_migrations WHERE app = '{LAST[0]}' AND name = '{LAST[1]}'",
)


Make = Callable[..., Path]


def test_update_is_preceded_by_a_backup_that_has_what_was_there(site: Make, folder: Path) -> None:
    site(*OLDER, has_user=True)
    said = migrate()
    [file] = folder.iterdir()
    assert f"Backup before the update: {file}" in said
    assert file.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM clubs_user").fetchone() == (1,)
        assert copy.execute(
            "SELECT count(*) FROM django_migrations WHERE app = ? AND name = ?", LAST
        ).fetchone() == (0,)
    migrate()
    assert list(folder.iterdir()) == [file]


@pytest.mark.thorough
def test_update_by_the_command_line_is_preceded_by_a_backup(site: Make, folder: Path) -> None:
    done = manage({"DATA_DIR": str(site(*OLDER, has_user=True).parent)}, "migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    [file] = folder.iterdir()
    assert f"Backup before the update: {file}" in done.stdout


@pytest.mark.parametrize(
    ("has_user", "argument"),
    [(False, "--no-input"), (True, "--no-backup"), (True, "--plan")],
    ids=["nothing to lose", "not wanted", "only asked"],
)
def test_no_backup_is_made_for_nothing(
    site: Make, folder: Path, has_user: bool, argument: str
) -> None:
    file = site(*OLDER, has_user=has_user)
    migrate(argument)
    assert not folder.exists()
    with closing(sqlite3.connect(file)) as database:
        assert has_its_table(database) == (argument != "--plan")


def has_its_table(database: sqlite3.Connection) -> bool:
    found = database.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", ITS_TABLES[:1])
    return bool(found.fetchone()[0])


def test_backup_that_cannot_be_written_keeps_the_database_as_it_is(
    site: Make, folder: Path
) -> None:
    file = site(*OLDER, has_user=True)
    folder.write_text("a file in the way")
    assert refused().startswith("No backup could be written before the update: ")
    with closing(sqlite3.connect(file)) as database:
        assert not has_its_table(database)


def test_database_of_a_newer_version_is_refused(site: Make) -> None:
    site(
        "INSERT INTO django_migrations (app, name, applied) "
        "VALUES ('clubs', '0999_moons', '2030-01-01')"
    )
    assert refused() == (
        "This database is that of another version of Menagerie, which also had clubs.0999_moons: "
        "start that version or a newer one, or restore a backup of this one."
    )


def test_database_from_before_the_first_release_is_refused(site: Make) -> None:
    site("UPDATE django_migrations SET name = '0001_first_release' WHERE app = 'clubs'")
    assert refused() == (
        "This database was made by a Menagerie before 0.2.0, its first release, and cannot be "
        "brought up to date: begin with another one (DATA_DIR or DATABASE_URL)."
    )


def test_table_that_no_migration_has_recorded_is_refused(site: Make) -> None:
    site(OLDER[-1])
    told = refused()
    assert told.startswith(f"The database holds what {'.'.join(LAST)} is about to make")
    assert told.endswith("use an empty one or restore a backup into one.")


def test_migrations_out_of_order_are_refused(site: Make) -> None:
    site("DELETE FROM django_migrations WHERE app = 'clubs' AND name LIKE '0001%'")
    assert refused().startswith("The migrations of this database are not in order (")


def test_migration_that_fails_is_named_and_so_is_the_backup(site: Make, folder: Path) -> None:
    site(
        *OLDER,
        "CREATE TRIGGER no_more BEFORE INSERT ON django_migrations "
        "BEGIN SELECT RAISE(ABORT, 'it is full moon'); END",
        has_user=True,
    )
    told = refused("--verbosity=0")
    [file] = folder.iterdir()
    assert told == (
        f"The update {'.'.join(LAST)} failed and was taken back (it is full moon): start "
        f"the version that ran before, or restore {file}."
    )


@pytest.mark.parametrize("command", some_of(["start", "rebuild", "migrate"], 0, 1))
def test_file_that_is_no_database_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / FILE).write_text("Friday's standings, all of them. " * 100)
    told = refusal({"DATA_DIR": str(tmp_path), "EMBEDDED": "1", "PORT": str(free_port())}, command)
    assert told == (
        f"{tmp_path / FILE} is no SQLite database: move it away to begin anew, or restore a backup."
    )


def test_damaged_database_is_named(site: Make) -> None:
    file = site()
    whole = bytearray(file.read_bytes())
    whole[100:4096] = os.urandom(3996)
    file.write_bytes(whole)
    assert refused() == (f"{file} is damaged: restore the newest backup with `restore --replace`.")


NOT_UP_TO_DATE = (
    "The tables are not those of this version: bring the database up to date with `migrate`"
)


def test_empty_database_is_said_not_to_be_up_to_date(tmp_path: Path) -> None:
    with sqlite_in(tmp_path / FILE, ALIAS), pytest.raises(DatabaseError) as error:
        Club.objects.using(ALIAS).exists()
    assert str(trouble_text(error.value)).startswith(NOT_UP_TO_DATE)


@pytest.mark.thorough
def test_command_on_an_empty_database_says_that_it_is_not_up_to_date(tmp_path: Path) -> None:
    assert refusal({"DATA_DIR": str(tmp_path)}, "rebuild").startswith(NOT_UP_TO_DATE)


def test_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with sqlite_in(tmp_path / "no directory" / FILE, ALIAS):
        told = refused()
    assert told.endswith("cannot be opened: give its directory to the user who runs this.")


@pytest.mark.thorough
def test_data_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = refusal({"DATA_DIR": str(tmp_path / "file" / "data"), "EMBEDDED": "1"}, "start")
    assert told.startswith(f"{tmp_path / 'file' / 'data'} cannot be used (Not a directory): ")


def other(url: str, **changes: str) -> dict[str, str]:
    return {"DATABASE_URL": urlsplit(url)._replace(**changes).geturl()}


@pytest.fixture
def stranger() -> Iterator[str]:
    """Make somebody on the tests' own server who may sign in with a password and nothing else."""
    name = f"stranger_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'right'")
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield name
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
            server.execute(f"DROP ROLE {name}")


@pytest.mark.postgres
@pytest.mark.thorough
def test_commands_name_a_postgresql_that_is_not_there(tmp_path: Path) -> None:
    here = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "postgres://ada:hidden@127.0.0.1:1/club"}
    words = "The database does not answer, start it or check DATABASE_URL: "
    told = refusal(here)
    assert told.startswith(words)
    assert told.endswith("Connection refused.")
    done = manage(here, "rebuild")
    assert done.stderr.splitlines()[-1].startswith(words)
    for said in (told, done.stderr):
        assert "hidden" not in said
        assert "Traceback" not in said


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"HOST": "127.0.0.1", "PORT": 1}, "The database does not answer, start it or check "),
        ({"NAME": "nowhere"}, "PostgreSQL has no database “nowhere”: make it, "),
    ],
    ids=["server", "database"],
)
def test_postgresql_that_is_not_there_is_named(
    changed: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in changed.items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    with pytest.raises(DatabaseTroubleError, match=told):
        connect_once()


@pytest.mark.postgres
@pytest.mark.thorough
def test_user_who_may_make_no_tables_is_named(tmp_path: Path, stranger: str) -> None:
    server = urlsplit(os.environ["DATABASE_URL"])
    place = f"{stranger}:right@{server.hostname}:{server.port or 5432}"
    there = other(os.environ["DATABASE_URL"], netloc=place, path=f"/{stranger}")
    assert refusal({"DATA_DIR": str(tmp_path), **there}) == (
        f"PostgreSQL does not let “{stranger}” do that: make it the owner, ALTER DATABASE "
        f'"{stranger}" OWNER TO "{stranger}".'
    )


@pytest.mark.postgres
@pytest.mark.thorough
def test_postgresql_is_backed_up_before_an_update(
    tmp_path: Path, folder: Path, stranger: str
) -> None:
    server = urlsplit(os.environ["DATABASE_URL"])
    here = {
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": server._replace(path=f"/{stranger}").geturl(),
    }
    assert manage(here, "restore", str(BACKUP)).returncode == 0
    with psycopg.connect(here["DATABASE_URL"]) as database:
        for statement in OLDER:
            database.execute(statement.encode())
    done = manage(here, "migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    [file] = folder.iterdir()
    assert f"Backup before the update: {file}" in done.stdout
    assert file.stat().st_mode & 0o777 == 0o600
    assert LAST[0] not in read_head(file).migrations
