"""Write a whole club to the standard output."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.clubs.models import Club
from league.exports.services import export_club


class Command(BaseCommand):
    """Write a club file."""

    help = "Write a whole club as one file: manage.py export_club SLUG > club.json"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options."""
        parser.add_argument("slug", help="the club's address")
        parser.add_argument(
            "--with-addresses", action="store_true", help="with the players' email addresses"
        )

    def handle(self, *, slug: str, with_addresses: bool, **_options: Any) -> None:
        """Write it."""
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"There is no club {slug}.")
        with export_club(club_id=club.pk, with_addresses=with_addresses) as file:
            for line in file:
                self.stdout.write(line.decode(), ending="")
