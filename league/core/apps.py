"""The app of what every other app may use."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Name the app."""

    name = "league.core"
    label = "core"
