"""The app of league points and standings."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    """Name the app."""

    name = "league.standings"
    label = "standings"
