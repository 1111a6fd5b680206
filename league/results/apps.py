"""The app of hands and their revisions."""

from django.apps import AppConfig


class ResultsConfig(AppConfig):
    """Name the app, and say how the versions of its live topic are read."""

    name = "league.results"

    def ready(self) -> None:
        """Register the topic; models can be imported only now."""
        from league.core import live
        from league.results.inbox import TOPIC, inbox_versions

        live.register(TOPIC, inbox_versions)
