"""The app of online tables."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Name the app, say how the versions of its topic are read, and follow what hands are worth."""

    name = "league.online"
    label = "online"

    def ready(self) -> None:
        """Register both; models can be imported only now."""
        from league.core import live
        from league.online import turns
        from league.online.queries import TOPIC, online_versions
        from league.online.services import boards
        from league.online.services.scores import note_score, online_of_table
        from league.online.turn_notices import tell_turns
        from league.results import projections

        live.register(TOPIC, online_versions)
        projections.register(projections.TableProjection("online", online_of_table, note_score))
        turns.register(tell_turns)
        live.register(boards.TOPIC, boards.duplicate_versions)
