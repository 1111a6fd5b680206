"""Database errors in one sentence with a remedy."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader

from league.core.sse import connection_options
from league.hosting.copies import BackupError

ANOTHER_VERSION = (
    "The tables are not those of this version: bring the database up to date with `migrate`, or, "
    "if it already is, restore a backup."
)
SQLITE = {
    "NOTADB": "{file} is no SQLite database: move it away to begin anew, or restore a backup.",
    "CORRUPT": "{file} is damaged: restore the newest backup with `restore --replace`.",
    "FULL": "The disk of {file} is full: make room, then try again.",
    "IOERR": "The disk of {file} cannot be read or written: make room or mend it, then try again.",
    "READONLY": "{file} cannot be written: give it and its directory to the user who runs this.",
    "CANTOPEN": "{file} cannot be opened: give its directory to the user who runs this.",
    "PERM": "{file} cannot be opened: give it and its directory to the user who runs this.",
    "BUSY": "Another process writes to {file} and does not end: stop it, then try again.",
    "LOCKED": "Another process writes to {file} and does not end: stop it, then try again.",
}
# By the codes of PostgreSQL's manual, appendix A.
POSTGRESQL = {
    "53100": "The disk under PostgreSQL is full: make room, then try again.",
    "42501": (
        "PostgreSQL does not let “{user}” do that: make it the owner, ALTER DATABASE "
        '"{name}" OWNER TO "{user}".'
    ),
    "42P01": ANOTHER_VERSION,
    "42703": ANOTHER_VERSION,
    "25006": "PostgreSQL takes nothing new at this address: name the first server in DATABASE_URL.",
}
# What libpq says while it connects has no code.
CONNECTING = {
    "password": "PostgreSQL refuses “{user}”: check the user and the password in DATABASE_URL.",
    "pg_hba.conf": "PostgreSQL refuses “{user}” from here: allow it in pg_hba.conf.",
    'role "': "PostgreSQL has no user “{user}”: make it, or name another in DATABASE_URL.",
    'database "': (
        "PostgreSQL has no database “{name}”: make it, createdb -O {user} {name}, or name another "
        "in DATABASE_URL."
    ),
}


class DatabaseTroubleError(Exception):
    """A database problem, with its remedy."""


@contextmanager
def temporary_alias(alias: str, file: Path, *, like: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Let an alias stand for the SQLite database in a file."""
    connections.databases[alias] = {**connections[like].settings_dict, "NAME": str(file)}
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]


def connect_once(using: str = DEFAULT_DB_ALIAS) -> None:
    """Connect without the pool; raise DatabaseTroubleError."""
    database = connections[using]
    try:
        if database.vendor == "sqlite":
            database.ensure_connection()
        else:
            options = {**connection_options(), "connect_timeout": 5}
            psycopg.connect(**options).close()
    except (DatabaseError, psycopg.Error) as error:
        raise DatabaseTroubleError(_connection_error_text(error, database)) from error


def trouble_text(error: DatabaseError, using: str = DEFAULT_DB_ALIAS) -> str | None:
    """Return the text of a database error, None for a program's fault."""
    database = connections[using]
    cause = _of_driver(error)
    if isinstance(cause, sqlite3.Error):
        return _sqlite_error_text(cause, database)
    if isinstance(cause, psycopg.Error) and cause.sqlstate:
        return _filled_in(POSTGRESQL.get(cause.sqlstate), database)
    if isinstance(cause, psycopg.OperationalError):
        try:
            connect_once(using)
        except DatabaseTroubleError as trouble:
            return str(trouble)
        return "The database broke off: try again."
    return None


def _of_driver(error: BaseException) -> BaseException | None:
    """Return the driver's error behind Django's."""
    if isinstance(error, (sqlite3.Error, psycopg.Error)):
        return error
    cause = error.__cause__ or error.__context__
    return _of_driver(cause) if cause else None


def _connection_error_text(error: Exception, database: BaseDatabaseWrapper) -> str:
    cause = _of_driver(error)
    if isinstance(cause, sqlite3.Error):
        text = _sqlite_error_text(cause, database)
        return text or f"The database cannot be opened: {error}."
    reply = " ".join(str(error).split()).partition(" Is the server running")[0]
    for sign, sentence in CONNECTING.items():
        if sign in reply:
            return str(_filled_in(sentence, database))
    return f"The database does not answer, start it or check DATABASE_URL: {reply}."


def _sqlite_error_text(cause: sqlite3.Error, database: BaseDatabaseWrapper) -> str | None:
    code = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
    if code in SQLITE:
        return _filled_in(SQLITE[code], database)
    return ANOTHER_VERSION if str(cause).startswith("no such") else None


def _filled_in(sentence: str | None, database: BaseDatabaseWrapper) -> str | None:
    if sentence is None:
        return None
    config: dict[str, Any] = database.settings_dict
    return sentence.format(file=config["NAME"], name=config["NAME"], user=config["USER"])


def known_migrations(
    applied: set[tuple[str, str]], loader: MigrationLoader
) -> set[tuple[str, str]]:
    """Return the applied migrations of this version; raise BackupError for others."""
    found = set(applied)
    replaced: set[tuple[str, str]] = set()
    for key, migration in loader.disk_migrations.items():
        if migration.replaces and found.issuperset(migration.replaces):
            found.add(key)
            replaced.update(migration.replaces)
    if unknown := found - loader.disk_migrations.keys() - replaced:
        names = ", ".join(sorted(".".join(each) for each in unknown))
        raise BackupError(f"This backup was made by a newer Menagerie, which had also: {names}.")
    known: set[tuple[str, str]] = found & loader.graph.node_map.keys()
    return known


def refuse_other_history(using: str) -> None:
    """Raise DatabaseTroubleError for a database that cannot be updated."""
    database = connections[using]
    loader = MigrationLoader(database, ignore_no_migrations=True)
    applied = set(loader.applied_migrations)
    replaced = [each.replaces for each in loader.disk_migrations.values()]
    other = applied - loader.disk_migrations.keys() - set().union(*replaced)
    if any(name == "0001_first_release" for _app, name in other):
        raise DatabaseTroubleError(
            "This database was made by a Menagerie before 0.2.0, its first release, and cannot be "
            "brought up to date: begin with another one (DATA_DIR or DATABASE_URL)."
        )
    if other:
        raise DatabaseTroubleError(
            "This database is that of another version of Menagerie, which also had "
            f"{_some(other)}: start that version or a newer one, or restore a backup of this one."
        )
    try:
        loader.check_consistent_history(database)
    except InconsistentMigrationHistory as error:
        raise DatabaseTroubleError(
            f"The migrations of this database are not in order ({str(error).rstrip('.')}): "
            "restore a backup."
        ) from error


def _some(names: Iterable[tuple[str, str]]) -> str:
    text = sorted(".".join(each) for each in names)
    more = f" and {len(text) - 3} more" if len(text) > 3 else ""
    return ", ".join(text[:3]) + more
