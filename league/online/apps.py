"""The app of online tables."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Name the app, and say how the versions of its live topics are read."""

    name = "league.online"

    def ready(self) -> None:
        """Register the topics and receivers; models can be imported only now."""
        from django.contrib.auth.signals import user_logged_in

        from league.core import live
        from league.online import presence, receivers
        from league.online.models import DuplicateEvent, Lobby, OnlineTable

        live.register_rows("online", OnlineTable)
        live.register_rows("lobby", Lobby)
        live.register_rows("duplicate", DuplicateEvent)
        live.register(presence.TOPIC, presence.presence_versions)
        user_logged_in.connect(receivers.take_matches_along)
