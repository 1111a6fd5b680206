"""Command that renews the site's push key."""

from typing import Any

from django.core.management.base import BaseCommand

from league.notifications.services.targets import renew_push_key


class Command(BaseCommand):
    """Renew the key."""

    help = "Forget the push key and the devices that know it; another key is made at first use."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Renew the key and print the number of forgotten devices."""
        self.stdout.write(f"Devices that have to be added again: {renew_push_key()}.")
