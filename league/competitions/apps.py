"""The app of competitions, rounds, tables and seats."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Name the app, and say how the versions of its live topics are read."""

    name = "league.competitions"
    label = "competitions"

    def ready(self) -> None:
        """Register the topics; models can be imported only now."""
        from league.competitions.queries import (
            competition_versions,
            table_versions,
        )
        from league.core import live

        live.register("competition", competition_versions)
        live.register("table", table_versions)
