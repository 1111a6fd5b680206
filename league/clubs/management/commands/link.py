"""Make a one-time link to owning the site; what `./run link` does."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from league.clubs.services import make_owner_link
from league.core.address import absolute_url


class Command(BaseCommand):
    """Print a new link."""

    help = "Make another one-time link that makes its first visitor an owner of the site."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Make the link and print it."""
        self.stdout.write(owner_address())


def owner_address() -> str:
    """Make a link and return its address."""
    token = make_owner_link(now=timezone.now())
    return absolute_url(reverse("clubs:enter", args=[token]))
