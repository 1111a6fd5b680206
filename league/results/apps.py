"""The app of hands and their revisions."""

from django.apps import AppConfig


class ResultsConfig(AppConfig):
    """Name the app, and say how the versions of its live topic are read."""

    name = "league.results"
    label = "results"

    def ready(self) -> None:
        """Register the topic; models can be imported only now."""
        from league.core import live
        from league.results.desk import TOPIC, desk_versions

        live.register(TOPIC, desk_versions)
