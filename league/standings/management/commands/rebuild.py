"""Work out everything derived from the hands anew, or check that nothing differs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.competitions.models import Competition
from league.standings.difference import Difference
from league.standings.ratings.rebuild import rebuild_ratings
from league.standings.rebuild import UnscorableTableError, rebuild_competition


class Command(BaseCommand):
    """Run a rebuild competition by competition, each in a transaction of its own."""

    help = (
        "Work out all scores, results, standings and ratings from the recorded hands, print what "
        "was different and put it right."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options."""
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing, and exit with 1 if anything is different",
        )
        parser.add_argument(
            "--competition", type=int, metavar="ID", help="only this competition, not all"
        )

    def handle(self, *, check: bool, competition: int | None, **_options: Any) -> None:
        """Rebuild or check; raises CommandError for differences under --check."""
        competitions = Competition.objects.order_by("pk")
        if competition is not None:
            competitions = competitions.filter(pk=competition)
            if not competitions.exists():
                raise CommandError(f"There is no competition {competition}.")
        differences, unscorable = 0, 0
        for pk in list(competitions.values_list("pk", flat=True)):
            try:
                differences += rebuild_competition(
                    competition_id=pk, is_check=check, report=self._print
                )
            except UnscorableTableError as error:
                self.stderr.write(f"competition {pk}: {error}")
                unscorable += 1
        # Ratings go through all competitions of a club's game, so they come after these.
        games = {(each.club_id, each.game): each.pk for each in competitions}
        for pk in games.values():
            differences += rebuild_ratings(competition_id=pk, is_check=check, report=self._print)
        self._conclude(check, differences, unscorable)

    def _print(self, difference: Difference) -> None:
        self.stdout.write(str(difference))

    def _conclude(self, check: bool, differences: int, unscorable: int) -> None:
        if unscorable:
            raise CommandError(f"Competitions that cannot be scored: {unscorable}.")
        if check and differences:
            raise CommandError(f"Differences: {differences}.")
        self.stdout.write(f"Differences {'found' if check else 'put right'}: {differences}.")
