"""Command of `./run`: the whole site in one process."""

import sys
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.translation import gettext as _

from league.celery import app
from league.clubs.management.commands.link import owner_address
from league.clubs.queries import site_owners
from league.core import embedded
from league.core.address import lan_address, site_url
from league.hosting.backing_up import backing_up


class Command(BaseCommand):
    """Lock the data directory, migrate and serve."""

    help = "Start the site, its worker and its clock in this process (use ./run)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        if not settings.EMBEDDED:
            raise CommandError(_("Started by ./run. For your own server, see docs/hosting.md."))
        try:
            if embedded.make_private(settings.DATA_DIR):
                text = _("Other users of this machine could read %s. Now only you can.")
                self.say(text % settings.DATA_DIR)
            with embedded.hold_data(settings.DATA_DIR, address=site_url()):
                self.serve()
        except embedded.DataInUseError as error:
            raise CommandError(self.in_use(error)) from None
        except embedded.PortTakenError as error:
            text = _("Port %(port)d cannot be used: %(why)s. Choose another: PORT=8001 ./run")
            raise CommandError(text % {"port": settings.PORT, "why": str(error)}) from None
        except embedded.WorkerEndedError:
            raise CommandError(
                _("The background worker has stopped. See the log for the reason.")
            ) from None
        except KeyboardInterrupt:
            sys.exit(130)

    def serve(self) -> None:
        """Prepare and serve."""
        listener = embedded.open_port(settings.PORT)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        greeting = self.greeting()
        connections.close_all()
        with backing_up():
            embedded.serve(
                "league.asgi:application", app, listener, on_ready=lambda: self.say(greeting)
            )
        self.say(_("Menagerie has stopped. Your data is in %s.") % settings.DATA_DIR)

    def greeting(self) -> str:
        """Return the addresses and, without an owner, the owner link."""
        network = lan_address()
        lines = ["", _("Menagerie is running. Stop it with Ctrl-C."), ""]
        lines += [_("  On this machine:  %s") % f"http://localhost:{settings.PORT}/"]
        if settings.SITE_URL or network:
            lines += [_("  For everyone:     %s") % f"{site_url()}/", "", qr_code(f"{site_url()}/")]
        if not settings.SENDS_MAIL:
            lines += [_("No mail server: no email is sent until EMAIL_URL is set."), ""]
        if not site_owners().exists():
            lines += [
                _(
                    "This site has no administrator yet. The first person to open this link "
                    "becomes one:"
                )
            ]
            lines += [f"  {owner_address(site_url())}", ""]
        return "\n".join(lines)

    def say(self, text: str) -> None:
        """Print at once."""
        self.stdout.write(text)
        self.stdout.flush()

    def in_use(self, error: embedded.DataInUseError) -> str:
        """Return the error of a second start on the same data."""
        return _(
            "Menagerie is already running on this data (%(directory)s): "
            "process %(pid)s, at %(address)s. Stop it first, or set another DATA_DIR."
        ) % {
            "directory": settings.DATA_DIR,
            "pid": error.pid or "?",
            "address": error.address or "?",
        }


def qr_code(address: str) -> str:
    """Return a QR code in half blocks, white on black."""
    drawing = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawing, compact=True, border=2)
    lines = drawing.getvalue().splitlines()
    if sys.stdout.isatty():
        lines = [f"\033[97;40m{line}\033[0m" for line in lines]
    return "\n".join(f"  {line}" for line in lines) + "\n"
