"""The app of league points and standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """Name the app, and have it told when a table's score or an adjustment changes."""

    name = "league.standings"
    label = "standings"

    def ready(self) -> None:
        """Follow the tables' scores and the adjustments."""
        from league.accounts.merging import hooks
        from league.core import live
        from league.results.projections import TableProjection, register
        from league.standings.books import standings_of_table
        from league.standings.foretelling import TOPIC, forecast_versions
        from league.standings.merging import rebuild
        from league.standings.queries import placed_rows
        from league.standings.services import count_score, update_entry

        counted = TableProjection("standings", standings_of_table, count_score)
        register(counted, update_entry, placed_rows)
        live.register(TOPIC, forecast_versions)
        hooks.register(rebuild=rebuild)
