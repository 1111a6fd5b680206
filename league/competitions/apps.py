"""Configuration of the competitions app."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Configuration that registers the live topics."""

    name = "league.competitions"

    def ready(self) -> None:
        """Register the topics; models can be imported only now."""
        from league.competitions.queries import competition_versions, table_versions
        from league.core import live

        live.register("competition", competition_versions)
        live.register("table", table_versions)
