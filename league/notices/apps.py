"""The app of notices and the feed."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Name the app."""

    name = "league.notices"
    label = "notices"
