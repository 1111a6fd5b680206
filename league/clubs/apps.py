"""The app of clubs, people and their roles."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Name the app, let it hear of confirmed addresses, and say as whom people act."""

    name = "league.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Listen to allauth, whose models can be imported only now."""
        from allauth.account import signals

        from league.audit import acting
        from league.clubs import receivers
        from league.clubs.queries import standing_of

        acting.register(standing_of)

        signals.email_confirmed.connect(receivers.link_confirmed)
        signals.user_logged_in.connect(receivers.link_signed_in)
