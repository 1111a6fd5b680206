"""The app of hands and their revisions."""

from django.apps import AppConfig


class ResultsConfig(AppConfig):
    """Name the app."""

    name = "league.results"
    label = "results"
