"""Command that migrates after a backup and explains errors."""

import logging
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DatabaseError
from django.utils import timezone

from league.hosting import database
from league.hosting.archive import back_up_before_update
from league.hosting.copies import BackupError

logger = logging.getLogger(__name__)


class Command(migrate.Command):
    """Django's command with a backup before and readable errors."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --no-backup."""
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup",
            action="store_true",
            help="make no backup before, say because there is one already",
        )

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Migrate; raise CommandError."""
        using = options["database"]
        self._step, self._backup = "", None
        try:
            database.connect_once(using)
            database.refuse_other_history(using)
            if not (options["no_backup"] or options["plan"] or options["check_unapplied"]):
                self._backup = self._back_up(using, quietly=not options["verbosity"])
            super().handle(*arguments, **options)
        except (BackupError, database.DatabaseTroubleError) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            logger.info("The database could not be brought up to date.", exc_info=True)
            raise CommandError(self._error_text(error, using)) from error
        except Exception as error:
            if not self._step:
                raise
            logger.info("The database could not be brought up to date.", exc_info=True)
            raise CommandError(self._failed(error)) from error

    def migration_progress_callback(
        self, action: str, migration: Any = None, fake: bool = False
    ) -> None:
        """Remember the migration that is being applied."""
        if migration is not None:
            self._step = str(migration)
        super().migration_progress_callback(action, migration, fake)

    def _back_up(self, using: str, *, quietly: bool) -> Path | None:
        try:
            file = back_up_before_update(using=using, now=timezone.now())
        except OSError as error:
            raise CommandError(
                f"No backup could be written before the update: {error}. Make room or set "
                "BACKUP_DIR, or go without: `migrate --no-backup`."
            ) from error
        if file and not quietly:
            self.stdout.write(f"Backup before the update: {file}")
        return file

    def _error_text(self, error: DatabaseError, using: str) -> str:
        if "already exists" in str(error):
            return (
                f"The database holds what {self._step or 'an update'} is about to make "
                f"({_first_line(error)}): it is not this version's, so use an empty one or restore "
                "a backup into one."
            )
        return database.trouble_text(error, using) or self._failed(error)

    def _failed(self, error: Exception) -> str:
        existing = f", or restore {self._backup}" if self._backup else ""
        return (
            f"The update {self._step or 'of the database'} failed and was taken back "
            f"({_first_line(error)}): start the version that ran before{existing}."
        )


def _first_line(error: BaseException) -> str:
    while error.__cause__:
        error = error.__cause__
    return str(error).strip().partition("\n")[0] or type(error).__name__
