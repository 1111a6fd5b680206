"""The app of online tables."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Name the app, and say how the versions of its live topics are read."""

    name = "league.online"

    def ready(self) -> None:
        """Register the topics and receivers; models can be imported only now."""
        from league.core import live
        from league.online import lobby, presence, receivers
        from league.online.queries import TOPIC, online_versions
        from league.online.services import duplicate_deals

        live.register(TOPIC, online_versions)
        live.register(lobby.TOPIC, lobby.lobby_versions)
        live.register(presence.TOPIC, presence.presence_versions)
        receivers.connect()
        live.register(duplicate_deals.TOPIC, duplicate_deals.duplicate_versions)
