"""Start the whole site in one process; what `./run` does."""

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
from league.clubs.models import User
from league.core.address import lan_address, site_url
from league.core.embedded import (
    DataInUseError,
    PortTakenError,
    WorkerEndedError,
    hold_data,
    open_port,
    serve,
)
from league.core.private_files import keep_private
from league.hosting.backing_up import backing_up


class Command(BaseCommand):
    """Hold the data directory, bring the database up to date, serve, and say where."""

    help = "Start the site, its worker and its clock in this process (use ./run)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        if not settings.EMBEDDED:
            raise CommandError(
                _("This is what ./run starts. For a server of your own see docs/hosting.md.")
            )
        try:
            if keep_private(settings.DATA_DIR):
                self.say(self.tightened())
            with hold_data(settings.DATA_DIR, address=site_url()):
                self.serve()
        except DataInUseError as error:
            raise CommandError(self.in_use(error)) from None
        except PortTakenError as error:
            raise CommandError(self.port_taken(error)) from None
        except WorkerEndedError:
            raise CommandError(_("The background worker has ended; the log says why.")) from None
        except KeyboardInterrupt:
            sys.exit(130)

    def serve(self) -> None:
        """Prepare what a start needs, then serve."""
        listener = open_port(settings.PORT)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        greeting = self.greeting()
        connections.close_all()
        with backing_up():
            serve("league.asgi:application", app, listener, on_ready=lambda: self.say(greeting))
        self.say(_("Menagerie has stopped. Everything is kept in %s.") % settings.DATA_DIR)

    def greeting(self) -> str:
        """Return the addresses, and what makes the first visitor the site's owner."""
        network = lan_address()
        lines = ["", _("Menagerie is running. Stop it with Ctrl-C."), ""]
        lines += [_("  On this machine:  %s") % f"http://localhost:{settings.PORT}/"]
        if settings.SITE_URL or network:
            lines += [_("  For everybody:    %s") % f"{site_url()}/", "", qr_code(f"{site_url()}/")]
        if not settings.SENDS_MAIL:
            lines += [_("No mail server: no mail leaves this machine until EMAIL_URL is set."), ""]
        if not User.objects.filter(is_superuser=True, is_active=True).exists():
            lines += [_("Nobody owns this site yet. The first who opens this link will:")]
            lines += [f"  {owner_address(site_url())}", ""]
        return "\n".join(lines)

    def say(self, text: str) -> None:
        """Print at once, for a log file too."""
        self.stdout.write(text)
        self.stdout.flush()

    def tightened(self) -> str:
        """Return the words for data that other users of the machine could read until now."""
        return _("Other users of this machine could read %s. Now only you can.") % settings.DATA_DIR

    def in_use(self, error: DataInUseError) -> str:
        """Return the words for a second start on the same data."""
        return _(
            "Menagerie is already running on this data (%(directory)s): "
            "process %(pid)s, at %(address)s. Stop it first, or set another DATA_DIR."
        ) % {
            "directory": settings.DATA_DIR,
            "pid": error.pid or "?",
            "address": error.address or "?",
        }

    def port_taken(self, error: PortTakenError) -> str:
        """Return the words for a port that cannot be had."""
        return _("Port %(port)d cannot be used: %(why)s. Choose another: PORT=8001 ./run") % {
            "port": settings.PORT,
            "why": str(error),
        }


def qr_code(address: str) -> str:
    """Return a QR code in half blocks, white on black whatever the terminal's own colours."""
    drawing = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawing, compact=True, border=2)
    lines = drawing.getvalue().splitlines()
    if sys.stdout.isatty():
        lines = [f"\033[97;40m{line}\033[0m" for line in lines]
    return "\n".join(f"  {line}" for line in lines) + "\n"
