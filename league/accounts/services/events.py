"""Write down what happens to accounts."""

from datetime import datetime

from django.db import transaction

from league.accounts.device import Device
from league.accounts.models import AccountEvent, EventKind
from league.clubs.models import User

LONGEST_DETAIL = 200


@transaction.atomic
def note_event(
    *,
    user: User | None,
    kind: EventKind,
    device: Device,
    now: datetime,
    detail: str = "",
) -> AccountEvent:
    """Write down one event; each call is one."""
    return AccountEvent.objects.create(
        user=user,
        kind=kind,
        detail=detail[:LONGEST_DETAIL],
        browser=device.browser,
        network=device.network,
        created_at=now,
    )
