"""Make a club of a club file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.exports.club_file.shapes import BadValueError
from league.exports.services import import_club


class Command(BaseCommand):
    """Bring a club in."""

    help = "Make a new club of a file that export_club has written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options."""
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--slug", default="", help="the club's address, else that of the file")

    def handle(self, *, file: Path, slug: str, **_options: Any) -> None:
        """Read the file; raises CommandError with what is wrong in it, and then makes nothing."""
        try:
            club = import_club(written=file.read_bytes(), slug=slug, now=timezone.now())
        except (BadValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{club.name} is here now, at /c/{club.slug}/.")
