"""App of clubs, players and roles."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Config that connects the receivers of allauth's signals."""

    name = "league.clubs"

    def ready(self) -> None:
        """Connect the receivers."""
        from allauth.account import signals

        from league.clubs import membership

        signals.email_confirmed.connect(membership.link_confirmed)
        signals.user_logged_in.connect(membership.link_signed_in)
