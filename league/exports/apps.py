"""The app of taking data away and bringing it in."""

from django.apps import AppConfig


class ExportsConfig(AppConfig):
    """Name the app."""

    name = "league.exports"
    label = "exports"
