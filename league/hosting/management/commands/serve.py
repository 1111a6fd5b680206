"""Command that serves the site in production."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.core.connections import serve


class Command(BaseCommand):
    """Start web processes."""

    requires_system_checks = ()
    help = "Serve the site; several processes need PostgreSQL. Its settings: docs/hosting.md."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="how many processes")
        parser.add_argument(
            "--forwarded-allow-ips",
            help="addresses of proxies to believe whose request it is, separated by commas; "
            "the own machine's if left out, * for all",
        )

    def handle(self, *_args: Any, **chosen: Any) -> None:
        """Serve until stopped."""
        names = ("host", "port", "workers", "forwarded_allow_ips")
        serve(
            "league.asgi:application",
            timeout_graceful_shutdown=20,
            **{name: chosen[name] for name in names},
        )
