"""Configuration of the competitions app."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Configuration that registers the live topics, and hears of changed players."""

    name = "league.competitions"

    def ready(self) -> None:
        """Register topics and receivers; models can be imported only now."""
        from django.db.models.signals import post_save

        from league.clubs.models import Player
        from league.competitions.models import Competition, Table
        from league.competitions.writing import show_changed_player
        from league.core import live

        live.register_rows("competition", Competition)
        live.register_rows("table", Table)
        post_save.connect(show_changed_player, sender=Player)
