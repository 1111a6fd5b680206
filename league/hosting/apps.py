"""What a host needs: backups, moves to another database, health, figures, logs."""

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """The app."""

    name = "league.hosting"

    def ready(self) -> None:
        """Watch tasks, and check the settings."""
        from league.hosting import checks, watching

        checks.register()
        watching.watch_tasks()
