"""Read how the site is doing."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min

from league.competitions.models import RoundStatus, Table
from league.hosting.models import BackupReport, Tick
from league.notices.models import Delivery, NotSent

_is_up_to_date = False
OVERDUE, OVERDUE_NIGHTLY = timedelta(hours=1), timedelta(days=2)


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


def backup_report() -> BackupReport:
    """Return how the latest backups went; an empty report where none was made yet."""
    return BackupReport.objects.filter(pk=1).first() or BackupReport()


def is_backup_overdue(report: BackupReport, now: datetime) -> bool:
    """Say whether a site that backs itself up has not done so, or the nightly one is missing."""
    if report.succeeded_at is None:
        return False
    return now - report.succeeded_at > (OVERDUE if backs_itself_up() else OVERDUE_NIGHTLY)


def backs_itself_up() -> bool:
    """Say whether this process copies its own database."""
    return bool(settings.EMBEDDED and connection.vendor == "sqlite")


def seconds_since_backup(now: datetime) -> float | None:
    """Return how long ago the last backup succeeded; None: never yet."""
    at = backup_report().succeeded_at
    return None if at is None else (now - at).total_seconds()


def waiting_deliveries(now: datetime) -> tuple[int, float]:
    """Return how many rows of the outbox are overdue, and for how many seconds the oldest is."""
    overdue = Delivery.objects.unsent().filter(due_at__lte=now)
    found = overdue.aggregate(number=Count("pk"), oldest=Min("due_at"))
    oldest: datetime | None = found["oldest"]
    return found["number"], (now - oldest).total_seconds() if oldest else 0.0


def mails_not_sent() -> int:
    """Return how many rows of the outbox were not sent as there was no mail server."""
    return Delivery.objects.filter(not_sent=NotSent.NO_SERVER).count()


def open_tables() -> int:
    """Return how many tables of open rounds are being played."""
    return Table.objects.filter(round__status=RoundStatus.OPEN, dissolved_at=None).count()
