"""Note that the site is running, and let one of several clocks tick."""

from datetime import datetime, timedelta

from django.db.models import Q

from league.core.leases import has_run_out
from league.hosting.models import BackupReport, ClockLease, Tick

CLOCK_LEASE = timedelta(seconds=6)
"""How long the ticks stay away at most when the process that sent them was killed."""


def note_tick(*, now: datetime) -> None:
    """Note that the clock came round to a worker."""
    Tick.objects.update_or_create(pk=1, defaults={"at": now})


def note_backup(*, now: datetime) -> None:
    """Note that all until now is in a backup."""
    report = {"succeeded_at": now, "failed_at": None, "reason": ""}
    BackupReport.objects.update_or_create(pk=1, defaults=report)


def note_failed_backup(*, reason: str, now: datetime) -> None:
    """Note that a backup failed; when the last one succeeded stays."""
    BackupReport.objects.update_or_create(pk=1, defaults={"failed_at": now, "reason": reason})


def hold_clock(*, holder: str, now: datetime) -> bool:
    """Let a beat process send the ticks for a while, or a while longer; say whether it may.

    Of two that ask at once one may; the other may when the first has not asked again in time.
    """
    lease = {"holder": holder, "until": now + CLOCK_LEASE}
    is_free = Q(holder=holder) | has_run_out("until", life=CLOCK_LEASE, now=now)
    if ClockLease.objects.filter(is_free, pk=1).update(**lease):
        return True
    _kept, is_new = ClockLease.objects.get_or_create(pk=1, defaults=lease)
    return is_new
