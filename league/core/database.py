"""Snapshots of the database, leases of rows, and deleting many."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Q, QuerySet

ROWS_AT_ONCE: Final = 500


@contextmanager
def repeatable_read(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Let all queries within see one snapshot, unless a transaction is open; read-only."""
    connection = connections[using]
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django's own transactions are made for writing, and would keep writers out.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(using=using):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def has_expired(field: str, *, life: timedelta, now: datetime) -> Q:
    """Return the condition for rows without a lease, or one from before the clock was set back."""
    to_come = Q(**{f"{field}__gt": now + 2 * life})
    return Q(**{field: None}) | Q(**{f"{field}__lte": now}) | to_come


def delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete rows, some at once in a transaction each; return how many."""
    count = 0
    while ids := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=ids).delete()
        count += len(ids)
    return count
