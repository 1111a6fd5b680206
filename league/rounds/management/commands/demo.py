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
    """Load or remove the demonstration."""

    help = "Load a club with a season of 20 players and 6 rounds, for show, or remove it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option."""
        parser.add_argument("--remove", action="store_true", help="remove it with all it holds")

    def handle(self, *, remove: bool, **_options: Any) -> None:
        """Run the command."""
        if remove:
            was_there = remove_demo()
            self.stdout.write(
                "The demo club was deleted." if was_there else "There is no demo club."
            )
            return
        club, is_new = load_demo(now=timezone.now())
        # The running site may listen on another port.
        site = running_address(settings.DATA_DIR) or site_url()
        state = "is loaded" if is_new else "was there already"
        self.stdout.write(f"The demo club {state}: {site}{reverse('clubs:home', args=[club.slug])}")
