"""Recompute everything derived from hands, or check it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.competitions.models import Competition
from league.standings.difference import Difference
from league.standings.rebuild import UnscorableTableError, rebuild_competition, rebuild_ratings


class Command(BaseCommand):
    """Rebuild competitions, each in its own transaction."""

    help = (
        "Work out all scores, results, standings and ratings from the recorded hands, print what "
        "was different and put it right."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        text = "change nothing, and exit with 1 if anything is different"
        parser.add_argument("--check", action="store_true", help=text)
        text = "only this competition, not all"
        parser.add_argument("--competition", type=int, metavar="ID", help=text)

    def handle(self, *, check: bool, competition: int | None, **_options: Any) -> None:
        """Rebuild or check; raises CommandError for differences under --check."""
        competitions = Competition.objects.order_by("pk")
        if competition is not None:
            competitions = competitions.filter(pk=competition)
            if not competitions.exists():
                raise CommandError(f"There is no competition {competition}.")

        def report(difference: Difference) -> None:
            self.stdout.write(str(difference))

        differences, unscorable = 0, 0
        for pk in list(competitions.values_list("pk", flat=True)):
            try:
                differences += rebuild_competition(competition_id=pk, is_check=check, report=report)
            except UnscorableTableError as error:
                self.stderr.write(f"competition {pk}: {error}")
                unscorable += 1
        # Ratings go through all competitions of a club's game, so they come after these.
        games = {(each.club_id, each.game): each.pk for each in competitions}
        for pk in games.values():
            differences += rebuild_ratings(competition_id=pk, is_check=check, report=report)
        if unscorable:
            raise CommandError(f"Competitions that cannot be scored: {unscorable}.")
        if check and differences:
            raise CommandError(f"Differences: {differences}.")
        self.stdout.write(f"Differences {'found' if check else 'put right'}: {differences}.")
