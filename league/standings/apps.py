"""The app of league points and standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """Name the app, and have it told when a table's score changes."""

    name = "league.standings"
    label = "standings"

    def ready(self) -> None:
        """Follow the tables' scores."""
        from league.results.projections import register
        from league.standings.services import update_table

        register(update_table)
