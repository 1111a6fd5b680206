"""The app of competitions, rounds, tables and seats."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Name the app, say how the versions of its live topics are read, and who sees what."""

    name = "league.competitions"
    label = "competitions"

    def ready(self) -> None:
        """Register the topics; models can be imported only now."""
        from league.competitions.queries import (
            competition_versions,
            is_competition_seen_by_player,
            table_versions,
        )
        from league.core import live
        from league.notices import sight

        live.register("competition", competition_versions)
        live.register("table", table_versions)
        sight.register("competition", is_competition_seen_by_player)
