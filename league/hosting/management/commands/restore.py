"""Command that restores a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection
from django.utils import timezone

from league.core.embedded import DataInUseError, hold_data
from league.hosting.archive import read_backup
from league.hosting.copies import BackupError
from league.hosting.database import DatabaseTroubleError, connect_once
from league.hosting.restoring import is_copy, restore_beside


class Command(BaseCommand):
    """Restore a backup."""

    help = (
        "Fill an empty database from a backup of either kind, bring it up to date, and compare all "
        "computed numbers with the hands."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="SQLite only: set the database aside that is there, and restore in its place",
        )

    def handle(self, *, file: Path, replace: bool, **_options: Any) -> None:
        """Restore; raise CommandError and leave the database unchanged or empty."""
        try:
            with hold_data(settings.DATA_DIR, address=""):
                self._restore(file, replace=replace)
        except DataInUseError as error:
            raise CommandError(
                f"A site runs on this data, at {error.address}. Stop it first."
            ) from error
        except (BackupError, DatabaseTroubleError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"The backup cannot be read or restored: {error}.") from error
        call_command("rebuild", check=True, stdout=self.stdout)

    def _restore(self, file: Path, *, replace: bool) -> None:
        if connection.vendor != "sqlite":
            self._into_server(file, replace=replace)
            return
        existing = restore_beside(file, replace=replace, now=timezone.now())
        self.stdout.write(f"{file} restored.")
        if existing:
            self.stdout.write(f"What was there before is kept in {existing}.")

    def _into_server(self, file: Path, *, replace: bool) -> None:
        if replace:
            raise CommandError("--replace is for SQLite: make an empty database and name that.")
        if is_copy(file):
            raise CommandError(
                "This is a copy of an SQLite database: restore it without DATABASE_URL, and then "
                "use move-to."
            )
        connect_once()
        rows = read_backup(file, using=DEFAULT_DB_ALIAS)
        self.stdout.write(f"{rows} rows restored.")
