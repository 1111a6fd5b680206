"""Back up the site that runs in this process, every ten minutes, and tell how it went."""

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
from django.utils import timezone

from league.hosting.copies import (
    BackupError,
    copies,
    copy_if_changed,
    made_at,
    remove_unfinished,
    thin_out,
)
from league.hosting.services import note_backup, note_failed_backup

logger = logging.getLogger(__name__)

EVERY = timedelta(minutes=10)
COMMAND_PATIENCE = 600
"""Seconds that BACKUP_COMMAND may take."""


@contextmanager
def backing_up() -> Iterator[None]:
    """Back up beside what goes on here, and once more in the end; where that is to be done."""
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
    """A thread of its own: nobody waits for a slow disk, or for a command that hangs."""

    def __init__(self) -> None:
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._handed_over: Path | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Back up once more, and return when that is done."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        remove_unfinished()
        pause = _pause(timezone.now())
        while not self._is_over.wait(pause.total_seconds()):
            self.back_up(now=timezone.now())
            close_old_connections()
            pause = EVERY
        self.back_up(now=timezone.now())
        connections.close_all()

    def back_up(self, *, now: datetime) -> None:
        """Copy what has changed, hand it over, remove old copies, and note how it went."""
        try:
            copy = copy_if_changed(using=DEFAULT_DB_ALIAS, now=now)
            self._hand_over(copy)
            thin_out(now=now)
            note_backup(now=now)
        except (OSError, DatabaseError, BackupError) as error:
            _tell_failure(str(error), now)

    def _hand_over(self, file: Path) -> None:
        """Give a copy to BACKUP_COMMAND, until it has taken it; raise BackupError."""
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
                timeout=COMMAND_PATIENCE,
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.strip().rpartition("\n")[2] or f"it ended with {error.returncode}"
            raise BackupError(f"BACKUP_COMMAND did not take {file.name}: {said}") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BackupError(f"BACKUP_COMMAND did not take {file.name}: {error}") from error
        self._handed_over = file


def _pause(now: datetime) -> timedelta:
    """Return for how long the newest copy is new enough."""
    newest = copies()[-1:]
    at = made_at(newest[0]) if newest else None
    return min(max(at + EVERY - now, timedelta()), EVERY) if at else timedelta()


def _tell_failure(reason: str, now: datetime) -> None:
    """Put it in the log and before the owner's eyes; a disk that is full takes only the first."""
    logger.error("The backup failed: %s", reason)
    try:
        note_failed_backup(reason=reason, now=now)
    except DatabaseError as error:
        logger.warning("That the backup failed could not be noted: %s", error)
