"""Change the key by which push services know the site."""

from typing import Any

from django.core.management.base import BaseCommand

from league.notices.services import renew_push_key


class Command(BaseCommand):
    """Renew."""

    help = "Forget the push key and the devices that know it; another key is made at first use."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do it, and say how many have to switch notices on again."""
        self.stdout.write(f"Devices that have to be added again: {renew_push_key()}.")
