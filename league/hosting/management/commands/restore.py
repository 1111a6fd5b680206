"""Fill an empty site from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection

from league.core.embedded import running_address
from league.hosting.archive import BrokenBackupError, read_backup
from league.hosting.rows import NotEmptyError, UnknownMigrationError


class Command(BaseCommand):
    """Restore."""

    help = (
        "Fill an empty database from a file that backup has written, bring it up to date, and "
        "compare all computed numbers with the hands."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="the file")

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Restore; raises CommandError, and then the database is as it was or empty."""
        if address := running_address(settings.DATA_DIR):
            raise CommandError(f"A site runs on this data, at {address}. Stop it first.")
        try:
            connection.ensure_connection()
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}.") from error
        try:
            rows = read_backup(file, using=DEFAULT_DB_ALIAS)
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error}.") from error
        except BrokenBackupError as error:
            raise CommandError(str(error)) from error
        except UnknownMigrationError as error:
            raise CommandError(
                f"This backup was made by a newer Menagerie, which had also: {error}."
            ) from error
        except NotEmptyError as error:
            raise CommandError(
                "This database holds data already. Restoring needs an empty one: another "
                "DATA_DIR, or another name in DATABASE_URL."
            ) from error
        self.stdout.write(f"{rows} rows restored.")
        call_command("rebuild", check=True, stdout=self.stdout)
