"""Put together what Prometheus reads."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from league.hosting.queries import (
    mails_not_sent,
    open_tables,
    seconds_since_backup,
    seconds_since_tick,
    waiting_deliveries,
)


class SiteCollector(Collector):
    """What the database knows, the same whichever process is asked."""

    def collect(self) -> Iterable[Metric]:
        """Ask it."""
        now = timezone.now()
        number, seconds = waiting_deliveries(now)
        yield gauge("menagerie_outbox_waiting", "Messages that are overdue.", number)
        yield gauge("menagerie_outbox_waiting_seconds", "How long the oldest is overdue.", seconds)
        yield gauge("menagerie_mail_server", "Whether mail leaves.", settings.SENDS_MAIL)
        yield gauge("menagerie_mails_not_sent", "For want of a mail server.", mails_not_sent())
        yield gauge("menagerie_open_tables", "Tables of open rounds.", open_tables())
        ago = seconds_since_tick(now)
        if ago is not None:
            yield gauge("menagerie_clock_seconds", "Since the clock came round to a worker.", ago)
        ago = seconds_since_backup(now)
        if ago is not None:
            yield gauge("menagerie_backup_seconds", "Since the last backup succeeded.", ago)


def gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    """Return a figure of one value."""
    return GaugeMetricFamily(name, words, value=value)


def all_figures() -> bytes:
    """Return what this process, or all of the machine, counts, and what the database knows."""
    site = CollectorRegistry()
    site.register(SiteCollector())
    return count_of_processes() + generate_latest(site)


def count_of_processes() -> bytes:
    """Return what this process counts, or where they count together, all of them."""
    directory = settings.PROMETHEUS_MULTIPROC_DIR
    if not directory:
        return generate_latest(REGISTRY)
    forget_the_dead(Path(directory))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def forget_the_dead(directory: Path) -> None:
    """Take the open pages of processes that were killed out of the count."""
    for file in directory.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if process.isdecimal() and not Path(f"/proc/{process}").exists():
            mark_process_dead(int(process), str(directory))  # type: ignore[no-untyped-call]
