"""App configuration of standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """The app of ranking points and standings."""

    name = "league.standings"

    def ready(self) -> None:
        """Register the live topic; models can only be imported now."""
        from league.core import live
        from league.standings.forecast_store import TOPIC, forecast_versions

        live.register(TOPIC, forecast_versions)
