"""Send statements that come again and again: planned once a connection, several in one go."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg._queries import PostgresQuery


class PlannedCursor(psycopg.Cursor[Any]):
    """A cursor whose statements PostgreSQL plans once a connection."""

    def _send_query_prepared(
        self, name: bytes, pgq: PostgresQuery, *, binary: bool | None = None
    ) -> None:
        # Where Django looks for the words of what was executed.
        self._query = pgq
        super()._send_query_prepared(name, pgq, binary=binary)


def planned(database: BaseDatabaseWrapper) -> CursorWrapper:
    """Return a cursor for statements that come again: PostgreSQL plans them once a connection.

    Django's own writes the values into the statement, so that each is planned anew.
    """
    wrapped = database.cursor()
    if database.vendor == "postgresql":
        wrapped.cursor = PlannedCursor(database.connection)
    return wrapped


@contextmanager
def in_one_go(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Send what is asked in here at once, and wait for the answers when all is sent.

    PostgreSQL does one after the other, and each sees what is committed when its turn comes. It
    does nothing after a failure, which is raised at the latest when this ends. SQLite, which lies
    in the process itself, is asked as ever.
    """
    if database.vendor != "postgresql":
        yield
        return
    database.ensure_connection()
    with database.wrap_database_errors, database.connection.pipeline():
        yield
