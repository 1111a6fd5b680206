"""Command that creates a one-time link of a site administrator."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from league.clubs.services import make_owner_link
from league.core.address import site_url
from league.core.embedded import running_address


class Command(BaseCommand):
    """Print a new link."""

    help = "Make another one-time link that makes its first visitor an owner of the site."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the link."""
        self.stdout.write(owner_address(running_address(settings.DATA_DIR) or site_url()))


def owner_address(site: str) -> str:
    """Return the address of a new link."""
    token = make_owner_link(now=timezone.now())
    return site + reverse("clubs:sign_in_by_link", args=[token])
