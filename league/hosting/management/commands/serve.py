"""Serve the site as a server of one's own does."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.core.server import serve

# What requests in hand get when the site stops.
GRACE_SECONDS = 20


class Command(BaseCommand):
    """Start web processes, with all that bounds what visitors can cost."""

    # The process that serves looks for itself, at what matters.
    requires_system_checks = ()
    help = "Serve the site; several processes need PostgreSQL. Its settings: docs/hosting.md."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to listen, in how many processes, and which proxies to believe."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="how many processes")
        parser.add_argument(
            "--forwarded-allow-ips",
            help="addresses of proxies to believe whose request it is, separated by commas; "
            "the own machine's if left out, * for all",
        )

    def handle(self, *_args: Any, **chosen: Any) -> None:
        """Serve until told to stop."""
        names = ("host", "port", "workers", "forwarded_allow_ips")
        serve(
            "league.asgi:application",
            timeout_graceful_shutdown=GRACE_SECONDS,
            **{name: chosen[name] for name in names},
        )
