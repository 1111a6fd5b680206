"""Tasks of notifications."""

from django.utils import timezone

from league.celery import app
from league.notifications.services import sending


@app.task
def deliver() -> None:
    """Send everything that is due."""
    while sending.deliver_next(now=timezone.now()):
        pass
