"""Hear the statements that the site sends to its database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

AROUND = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


@contextmanager
def heard_statements() -> Iterator[list[str]]:
    """Yield the list to which each is added, but for what begins and ends a transaction."""
    from django.db import connection

    heard: list[str] = []

    def hear(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith(AROUND):
            heard.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(hear):
        yield heard
