"""The app of competitions, rounds, tables and seats."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Name the app, say how versions of its live topics are read, who sees what, and who plays."""

    name = "league.competitions"
    label = "competitions"

    def ready(self) -> None:
        """Register the topics; models can be imported only now."""
        from league.accounts.merging import hooks
        from league.clubs import ties
        from league.competitions.merging import find_obstacles, lock_competitions
        from league.competitions.queries import (
            competition_versions,
            competitions_not_listed,
            find_tie,
            is_competition_seen_by_player,
            table_versions,
        )
        from league.core import live
        from league.notices import sight

        live.register("competition", competition_versions)
        live.register("table", table_versions)
        ties.register(find_tie)
        sight.register("competition", is_competition_seen_by_player, competitions_not_listed)
        hooks.register(obstacles=find_obstacles, lock=lock_competitions)
