"""The app of what others look at."""

from django.apps import AppConfig


class ShowingConfig(AppConfig):
    """Name the app."""

    name = "league.showing"
    label = "showing"
