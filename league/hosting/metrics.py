"""Metrics for Prometheus and for the site's administrators."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from league.competitions.models import RoundStatus, Table
from league.hosting.models import BackupReport, SchedulerHeartbeat
from league.notifications.models import Delivery, NotSent


class SiteCollector(Collector):
    """Metrics of the database."""

    def collect(self) -> Iterable[Metric]:
        """Yield the metrics."""
        now = timezone.now()
        number, seconds = waiting_deliveries(now)
        unsent = Delivery.objects.filter(not_sent=NotSent.NO_SERVER).count()
        tables = Table.objects.filter(round__status=RoundStatus.OPEN, dissolved_at=None).count()
        clock, backup = seconds_since_heartbeat(now), seconds_since_backup(now)
        for name, text, value in (
            ("menagerie_outbox_waiting", "Messages that are overdue.", number),
            ("menagerie_outbox_waiting_seconds", "How long the oldest is overdue.", seconds),
            ("menagerie_mail_server", "Whether mail leaves.", settings.SENDS_MAIL),
            ("menagerie_mails_not_sent", "For want of a mail server.", unsent),
            ("menagerie_open_tables", "Tables of open rounds.", tables),
            ("menagerie_clock_seconds", "Since the clock came round to a worker.", clock),
            ("menagerie_backup_seconds", "Since the last backup succeeded.", backup),
        ):
            if value is not None:
                yield GaugeMetricFamily(name, text, value=value)


def all_metrics() -> bytes:
    """Return the metrics of this process, or of the machine's, and of the database."""
    site = CollectorRegistry()
    site.register(SiteCollector())
    return count_of_processes() + generate_latest(site)


def count_of_processes() -> bytes:
    """Return the metrics of this process, or of all of the machine."""
    directory = settings.PROMETHEUS_MULTIPROC_DIR
    if not directory:
        return generate_latest(REGISTRY)
    forget_the_dead(Path(directory))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def forget_the_dead(directory: Path) -> None:
    """Remove the gauges of killed processes."""
    for file in directory.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if process.isdecimal() and not Path(f"/proc/{process}").exists():
            mark_process_dead(int(process), str(directory))  # type: ignore[no-untyped-call]


_is_up_to_date = False
OVERDUE, OVERDUE_NIGHTLY = timedelta(hours=1), timedelta(days=2)


def is_up_to_date() -> bool:
    """Say whether all migrations are applied; cached once true."""
    global _is_up_to_date  # noqa: PLW0603
    if not _is_up_to_date:
        executor = MigrationExecutor(connection)
        _is_up_to_date = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _is_up_to_date


def seconds_since_heartbeat(now: datetime) -> float | None:
    """Return the age of the heartbeat, or None."""
    at = SchedulerHeartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    return (now - at).total_seconds() if at else None


def backup_report() -> BackupReport:
    """Return the outcome of the latest backups, perhaps an empty one."""
    return BackupReport.objects.filter(pk=1).first() or BackupReport()


def is_backup_overdue(report: BackupReport, now: datetime) -> bool:
    """Say whether a backup is overdue on a site that had one."""
    if report.succeeded_at is None:
        return False
    return now - report.succeeded_at > (OVERDUE if backs_itself_up() else OVERDUE_NIGHTLY)


def backs_itself_up() -> bool:
    """Say whether this process copies its own database."""
    return bool(settings.EMBEDDED and connection.vendor == "sqlite")


def seconds_since_backup(now: datetime) -> float | None:
    """Return the age of the last backup, or None."""
    at = backup_report().succeeded_at
    return None if at is None else (now - at).total_seconds()


def waiting_deliveries(now: datetime) -> tuple[int, float]:
    """Return the number of overdue deliveries, and the seconds of the oldest."""
    overdue = Delivery.objects.unsent().filter(due_at__lte=now)
    found = overdue.aggregate(number=Count("pk"), oldest=Min("due_at"))
    oldest: datetime | None = found["oldest"]
    return found["number"], (now - oldest).total_seconds() if oldest else 0.0
