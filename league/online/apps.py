"""The app of online tables."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Name the app, and say how the versions of its live topic are read."""

    name = "league.online"
    label = "online"

    def ready(self) -> None:
        """Register the topic; models can be imported only now."""
        from league.core import live
        from league.online.queries import TOPIC, online_versions

        live.register(TOPIC, online_versions)
