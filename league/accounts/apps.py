"""The app of accounts: ways to sign in, sessions, what happened to an account."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Name the app, let it hear of what happens to accounts, and keep the log's players right."""

    name = "league.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Listen to Django and allauth, whose models can be imported only now."""
        from league.accounts import receivers
        from league.accounts.merging import hooks
        from league.accounts.merging.log import rewrite_log

        receivers.connect()
        hooks.register(rewrites=rewrite_log)
