"""The app of online tables."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Name the app, and say what it does when others read versions or leave a club."""

    name = "league.online"
    label = "online"

    def ready(self) -> None:
        """Register what others call; models can be imported only now."""
        from league.clubs import leaving
        from league.core import live
        from league.online import turns
        from league.online.leaving import open_seats
        from league.online.queries import TOPIC, online_versions
        from league.online.services import boards
        from league.online.turn_notices import tell_turns

        live.register(TOPIC, online_versions)
        turns.register(tell_turns)
        leaving.register(open_seats)
        live.register(boards.TOPIC, boards.duplicate_versions)
