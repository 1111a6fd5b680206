"""Hear from allauth that somebody has proven to own an address."""

from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from league.clubs.joining import link_proven_address
from league.clubs.models import User


def link_confirmed(email_address: EmailAddress, **_context: Any) -> None:
    """Link the players for whom this address was noted, when it has been confirmed."""
    user, email = email_address.user, email_address.email
    link_proven_address(user=user, email=email, now=timezone.now())


def link_signed_in(user: User, **_context: Any) -> None:
    """Link the players for whom an address of this user was noted since the last sign-in."""
    for address in EmailAddress.objects.filter(user=user, verified=True):
        link_proven_address(user=user, email=address.email, now=timezone.now())
