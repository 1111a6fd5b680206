"""Write down what happens at signing in, as the request tells it."""

from django.http import HttpRequest
from django.utils import timezone

from league.accounts import services
from league.accounts.device import device_of
from league.accounts.models import EventKind
from league.clubs.models import User


def note(request: HttpRequest, user: User | None, kind: EventKind, detail: str = "") -> None:
    """Write down an event of this moment, on the device of the request."""
    services.note_event(
        user=user, kind=kind, device=device_of(request), now=timezone.now(), detail=detail
    )
