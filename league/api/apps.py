"""Configure the api app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The site for programs."""

    name = "league.api"
    label = "api"
