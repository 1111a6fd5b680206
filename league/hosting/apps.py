"""App of operations: backups, moves to another database, health and metrics."""

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """Config that registers checks and instruments tasks."""

    name = "league.hosting"

    def ready(self) -> None:
        """Register checks and instrument tasks."""
        from league.hosting import checks, instrumentation

        checks.register()
        instrumentation.instrument_tasks()
