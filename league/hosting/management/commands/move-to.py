"""Command that moves the site to another database."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from league.core.embedded import running_address
from league.hosting.archive import write_backup
from league.hosting.copies import BackupError
from league.hosting.restoring import restore_into


class Command(BaseCommand):
    """Copy everything into an empty database and check the copy."""

    help = (
        "Copy everything into another, empty database, and compare all computed numbers there "
        "with the hands. The site is stopped meanwhile. What is here stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address."""
        parser.add_argument("url", help="as in DATABASE_URL: postgres://user:password@host/name")

    def handle(self, *, url: str, **_options: Any) -> None:
        """Copy and check; raise CommandError."""
        if urlsplit(url).scheme not in environ.Env.DB_SCHEMES:
            raise CommandError(
                "This is no address of a database, such as postgres://user:password@host/name."
            )
        if address := running_address(settings.DATA_DIR):
            raise CommandError(
                f"The site runs, at {address}. Stop it first: what is entered now would be lost."
            )
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "moving.jsonl.gz"
            rows = write_backup(file, using=DEFAULT_DB_ALIAS, now=timezone.now())
            try:
                report = restore_into({"DATABASE_URL": url}, file)
            except BackupError as error:
                raise CommandError(f"Nothing was moved.\n{error}") from error
        self.stdout.write(f"{rows} rows copied. {report}")
        self.stdout.write("Now start the site with this address in DATABASE_URL.")
