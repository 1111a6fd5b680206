"""The app of what every other app may use."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class CoreConfig(AppConfig):
    """Name the app, and have its games checked at start."""

    name = "league.core"
    label = "core"

    def ready(self) -> None:
        """Register the check of the setting SITE_GAMES."""
        from league.core.games.checks import check_games

        register(check_games, Tags.compatibility)
