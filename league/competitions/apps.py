"""The app of competitions, rounds, tables and seats."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Name the app."""

    name = "league.competitions"
    label = "competitions"
