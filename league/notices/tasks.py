"""Background work of the outbox."""

from django.utils import timezone

from league.celery import app
from league.notices import services


@app.task
def deliver() -> None:
    """Send everything that is due; running twice at once sends nothing twice."""
    while services.deliver_next(now=timezone.now()):
        pass
