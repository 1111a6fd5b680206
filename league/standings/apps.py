"""The app of league points and standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """Name the app, and have it told when a table's score or an adjustment changes."""

    name = "league.standings"
    label = "standings"

    def ready(self) -> None:
        """Follow the tables' scores and the adjustments."""
        from league.core import live
        from league.results.projections import register
        from league.standings.foretelling import TOPIC, forecast_versions
        from league.standings.queries import placed_rows
        from league.standings.services import count_score, update_entry

        register(count_score, update_entry, placed_rows)
        live.register(TOPIC, forecast_versions)
