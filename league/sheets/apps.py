"""Configuration of the sheets app."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Configuration of the app."""

    name = "league.sheets"
