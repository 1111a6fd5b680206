"""Say in one sentence what is wrong with a database, and what to do."""

import sqlite3
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.core.listen import connection_options

PATIENCE = 5
"""Seconds to wait for PostgreSQL to let us in."""

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
# By the codes of PostgreSQL's manual, appendix A; the words of its messages differ by language.
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
    """The database cannot be worked with; the words say why, and what to do."""


def connect_once(using: str = DEFAULT_DB_ALIAS) -> None:
    """Raise DatabaseTroubleError when the database cannot be reached.

    It asks PostgreSQL past the pool, which waits long and does not say why.
    """
    database = connections[using]
    try:
        if database.vendor == "sqlite":
            database.ensure_connection()
        else:
            options = {**connection_options(), "connect_timeout": PATIENCE}
            psycopg.connect(**options).close()
    except (DatabaseError, psycopg.Error) as error:
        raise DatabaseTroubleError(_words_of_connecting(error, database)) from error


def trouble_in_words(error: DatabaseError, using: str = DEFAULT_DB_ALIAS) -> str | None:
    """Return the sentence for an error of the database; None for what is a fault of the program."""
    database = connections[using]
    cause = _of_driver(error)
    if isinstance(cause, sqlite3.Error):
        return _words_of_sqlite(cause, database)
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
    """Return what the database itself has said, around which Django has put its own."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, (sqlite3.Error, psycopg.Error)):
        found = found.__cause__ or found.__context__
    return found


def _words_of_connecting(error: Exception, database: BaseDatabaseWrapper) -> str:
    cause = _of_driver(error)
    if isinstance(cause, sqlite3.Error):
        words = _words_of_sqlite(cause, database)
        return words or f"The database cannot be opened: {error}."
    said = " ".join(str(error).split()).partition(" Is the server running")[0]
    for sign, sentence in CONNECTING.items():
        if sign in said:
            return str(_filled_in(sentence, database))
    return f"The database does not answer, start it or check DATABASE_URL: {said}."


def _words_of_sqlite(cause: sqlite3.Error, database: BaseDatabaseWrapper) -> str | None:
    name = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_")
    for code, sentence in SQLITE.items():
        if name == code or name.startswith(f"{code}_"):
            return _filled_in(sentence, database)
    return ANOTHER_VERSION if str(cause).startswith("no such") else None


def _filled_in(sentence: str | None, database: BaseDatabaseWrapper) -> str | None:
    given: dict[str, Any] = database.settings_dict
    if sentence is None:
        return None
    return sentence.format(file=given["NAME"], name=given["NAME"], user=given["USER"])
