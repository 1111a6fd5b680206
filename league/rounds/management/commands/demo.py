"""Load or remove the demonstration."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from league.core.address import site_url
from league.core.embedded import running_address
from league.rounds.demo import load_demo, remove_demo


class Command(BaseCommand):
    """Load or remove the demonstration, and say so."""

    help = "Load a club with a season of 20 players and 6 rounds, for show, or remove it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the option."""
        parser.add_argument("--remove", action="store_true", help="remove it with all it holds")

    def handle(self, *, remove: bool, **_options: Any) -> None:
        """Do it."""
        if remove:
            was_there = remove_demo()
            self.stdout.write(
                "The demonstration is removed." if was_there else "There is no demonstration."
            )
            return
        club, is_new = load_demo(now=timezone.now())
        # The running site may listen on a port that this command was not told.
        site = running_address(settings.DATA_DIR) or site_url()
        state = "is loaded" if is_new else "was there already"
        self.stdout.write(
            f"The demonstration {state}: {site}{reverse('clubs:home', args=[club.slug])}"
        )
