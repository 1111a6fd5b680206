"""Stop showing notices on a device when somebody signs out there."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from league.notices import services


@receiver(user_logged_out)
def forget_device(*, request: HttpRequest | None, **_more: Any) -> None:
    """Drop the devices of the session that ends."""
    key = request.session.session_key if request is not None else None
    if key:
        services.drop_devices_of_session(session=key)
