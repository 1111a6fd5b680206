"""App of accounts: sign-in, sessions, security log, claims and merges."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Config that connects the receivers of signals."""

    name = "league.accounts"

    def ready(self) -> None:
        """Connect the receivers."""
        from league.accounts import receivers

        receivers.connect()
