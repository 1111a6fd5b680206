"""Create or remove a large season."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.rounds.loadtest.season import Sizes
from league.rounds.loadtest.services import make_load_test, remove_load_test


class Command(BaseCommand):
    """Create or remove a large season."""

    help = (
        "Make a club with a season of 2,000 players, 200 rounds and 1,000,000 hands, to see how "
        "the site bears it, or remove all such clubs. Not for a site in use."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        usual = Sizes()
        parser.add_argument("--entries", type=int, default=usual.entries)
        parser.add_argument("--rounds", type=int, default=usual.rounds)
        parser.add_argument("--hands", type=int, default=usual.hands, help="of all tables together")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--remove", action="store_true", help="remove it with all it holds")

    def handle(
        self, *, entries: int, rounds: int, hands: int, seed: int, remove: bool, **_options: Any
    ) -> None:
        """Run the command."""
        if remove:
            was_there = remove_load_test()
            self.stdout.write("The load test is removed." if was_there else "There is none.")
            return
        try:
            sizes = Sizes(entries, rounds, hands)
        except ValueError as error:
            raise CommandError(str(error)) from error
        competition = make_load_test(
            sizes=sizes, seed=seed, now=timezone.now(), report=self.stdout.write
        )
        self.stdout.write(f"Competition {competition.pk} is there.")
