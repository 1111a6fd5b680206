"""The app of what is printed and shared: papers as PDF, and pictures for links."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Name the app."""

    name = "league.printing"
    label = "printing"
