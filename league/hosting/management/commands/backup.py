"""Command that writes a backup."""

import os
import tempfile
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from league.hosting.archive import write_backup
from league.hosting.backing_up import record_backup, record_failed_backup
from league.hosting.copies import BackupError, new_file
from league.hosting.restoring import restore_into


class Command(BaseCommand):
    """Back up the site."""

    help = "Write everything the site holds into one file, as it is at this moment."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="where to; else a new file in BACKUP_DIR that carries the time",
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="restore it into a database of its own and compare all numbers with the hands",
        )
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="then remove all but the newest N files from BACKUP_DIR",
        )

    def handle(self, *, file: Path | None, check: bool, keep: int | None, **_options: Any) -> None:
        """Write, and perhaps check, the backup; raise CommandError."""
        if keep is not None and keep < 1:
            raise CommandError("--keep is 1 or more.")
        now = timezone.now()
        os.umask(0o077)
        try:
            self._back_up(file or new_file(f"menagerie-{now:%Y-%m-%d-%H%M%S}.jsonl.gz"), now, check)
        except CommandError as error:
            record_failed_backup(reason=str(error), now=now)
            raise
        record_backup(now=now)
        if keep is not None:
            self._remove_all_but(keep, Path(settings.BACKUP_DIR))

    def _back_up(self, target: Path, now: datetime, check: bool) -> None:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            rows = write_backup(target, using=DEFAULT_DB_ALIAS, now=now)
        except OSError as error:
            raise CommandError(f"The backup could not be written: {error}.") from error
        self.stdout.write(f"{target}: {rows} rows, {target.stat().st_size} bytes.")
        if check:
            self._check(target)

    def _check(self, target: Path) -> None:
        with tempfile.TemporaryDirectory() as directory:
            try:
                report = restore_into({"DATA_DIR": directory, "DATABASE_URL": ""}, target)
            except BackupError as error:
                raise CommandError(f"The backup was restored and is not right:\n{error}") from error
        self.stdout.write(f"Restored into a copy and compared. {report}")

    def _remove_all_but(self, keep: int, folder: Path) -> None:
        for each in sorted(folder.glob("menagerie-*.jsonl.gz"), reverse=True)[keep:]:
            each.unlink(missing_ok=True)
            self.stdout.write(f"Removed {each}.")
