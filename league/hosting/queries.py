"""Read how the site is doing."""

from datetime import datetime

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min

from league.competitions.models import RoundStatus, Table
from league.hosting.models import Tick
from league.notices.models import Delivery

_is_up_to_date = False


def is_up_to_date() -> bool:
    """Say whether all migrations were applied; asked of the database until it is so."""
    global _is_up_to_date  # noqa: PLW0603
    if not _is_up_to_date:
        executor = MigrationExecutor(connection)
        _is_up_to_date = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _is_up_to_date


def seconds_since_tick(now: datetime) -> float | None:
    """Return how long ago the clock last came round to a worker; None: never yet."""
    at = Tick.objects.filter(pk=1).values_list("at", flat=True).first()
    return None if at is None else (now - at).total_seconds()


def waiting_deliveries(now: datetime) -> tuple[int, float]:
    """Return how many rows of the outbox are overdue, and for how many seconds the oldest is."""
    overdue = Delivery.objects.unsent().filter(due_at__lte=now)
    found = overdue.aggregate(number=Count("pk"), oldest=Min("due_at"))
    oldest: datetime | None = found["oldest"]
    return found["number"], (now - oldest).total_seconds() if oldest else 0.0


def open_tables() -> int:
    """Return how many tables of open rounds are being played."""
    return Table.objects.filter(round__status=RoundStatus.OPEN, dissolved_at=None).count()
