"""The app of clubs, people and their roles."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Name the app."""

    name = "league.clubs"
    label = "clubs"
