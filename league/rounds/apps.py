"""The app of the life of a round."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Name the app."""

    name = "league.rounds"
    label = "rounds"
