"""The app of league points and standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """Name the app, and say what others call when versions are read or members merged."""

    name = "league.standings"
    label = "standings"

    def ready(self) -> None:
        """Register what others call; models can be imported only now."""
        from league.accounts.merging import hooks
        from league.core import live
        from league.standings.foretelling import TOPIC, forecast_versions
        from league.standings.merging import rebuild

        live.register(TOPIC, forecast_versions)
        hooks.register(rebuild=rebuild)
