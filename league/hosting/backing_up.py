"""Heartbeat, lease of the clock, and automatic backups."""

import logging
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    close_old_connections,
    connection,
    connections,
)
from django.db.models import Q
from django.utils import timezone

from league.core.database import has_expired
from league.hosting.copies import (
    UNFINISHED,
    BackupError,
    copies,
    copy_if_changed,
    made_at,
    superfluous,
)
from league.hosting.models import BackupReport, ClockLease, SchedulerHeartbeat

CLOCK_LEASE = timedelta(seconds=6)  # longest pause of the ticks after a kill
EVERY = timedelta(minutes=10)
logger = logging.getLogger(__name__)


def record_heartbeat(*, now: datetime) -> None:
    """Store that the scheduler reached a worker."""
    SchedulerHeartbeat.objects.update_or_create(pk=1, defaults={"at": now})


def record_backup(*, now: datetime) -> None:
    """Store that a backup succeeded."""
    report = {"succeeded_at": now, "failed_at": None, "reason": ""}
    BackupReport.objects.update_or_create(pk=1, defaults=report)


def record_failed_backup(*, reason: str, now: datetime) -> None:
    """Store that a backup failed."""
    BackupReport.objects.update_or_create(pk=1, defaults={"failed_at": now, "reason": reason})


def hold_clock(*, holder: str, now: datetime) -> bool:
    """Take or renew the lease of the clock; say whether this process has it."""
    lease = {"holder": holder, "until": now + CLOCK_LEASE}
    is_free = Q(holder=holder) | has_expired("until", life=CLOCK_LEASE, now=now)
    if ClockLease.objects.filter(is_free, pk=1).update(**lease):
        return True
    _lease, is_new = ClockLease.objects.get_or_create(pk=1, defaults=lease)
    return is_new


@contextmanager
def backing_up() -> Iterator[None]:
    """Back up an SQLite database in a thread, and once more at the end."""
    if connection.vendor != "sqlite":
        yield
        return
    backups = Backups()
    backups.start()
    try:
        yield
    finally:
        backups.stop()


class Backups:
    """Thread that makes the backups."""

    def __init__(self) -> None:
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._handed_over: Path | None = None

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Back up once more and wait for the thread."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        for unfinished in Path(settings.BACKUP_DIR).glob(f"*.sqlite3{UNFINISHED}*"):
            unfinished.unlink(missing_ok=True)
        pause = _pause(timezone.now())
        while not self._is_over.wait(pause.total_seconds()):
            self.back_up(now=timezone.now())
            close_old_connections()
            pause = EVERY
        self.back_up(now=timezone.now())
        connections.close_all()

    def back_up(self, *, now: datetime) -> None:
        """Copy a changed database, pass the copy on, remove old copies, store the outcome."""
        try:
            self._hand_over(copy_if_changed(using=DEFAULT_DB_ALIAS, now=now))
            for file in superfluous(copies(), now):
                file.unlink(missing_ok=True)
            record_backup(now=now)
        except (OSError, DatabaseError, BackupError) as error:
            _report_failure(str(error), now)

    def _hand_over(self, file: Path) -> None:
        """Pass a copy to BACKUP_COMMAND, once; raise BackupError."""
        if not settings.BACKUP_COMMAND or file == self._handed_over:
            return
        try:
            subprocess.run(  # noqa: S603
                [*settings.BACKUP_COMMAND, str(file)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=True,
                text=True,
                errors="replace",
                timeout=600,
            )
        except subprocess.CalledProcessError as error:
            reason = error.stderr.strip().rpartition("\n")[2] or f"it ended with {error.returncode}"
            raise BackupError(f"BACKUP_COMMAND did not take {file.name}: {reason}") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BackupError(f"BACKUP_COMMAND did not take {file.name}: {error}") from error
        self._handed_over = file


def _pause(now: datetime) -> timedelta:
    """Return how long the newest copy is new enough."""
    newest = copies()[-1:]
    at = made_at(newest[0]) if newest else None
    return min(max(at + EVERY - now, timedelta()), EVERY) if at else timedelta()


def _report_failure(reason: str, now: datetime) -> None:
    logger.error("The backup failed: %s", reason)
    try:
        record_failed_backup(reason=reason, now=now)
    except DatabaseError as error:
        logger.warning("That the backup failed could not be noted: %s", error)
