"""The app of notices and the feed."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Name the app, and listen for people who sign out."""

    name = "league.notices"
    label = "notices"

    def ready(self) -> None:
        """Connect the receiver; models can be imported only now."""
        from league.notices import receivers  # noqa: F401
