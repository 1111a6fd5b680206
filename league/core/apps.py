"""App of what all other apps use."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class CoreConfig(AppConfig):
    """Config that registers the checks of games and hooks."""

    name = "league.core"

    def ready(self) -> None:
        """Register the checks."""
        from league.core.games import check_games
        from league.core.hooks import check_hooks

        register(check_games, Tags.compatibility)
        register(check_hooks, Tags.compatibility)
