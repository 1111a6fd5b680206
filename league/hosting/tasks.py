"""Tasks of hosting."""

from celery import shared_task
from django.utils import timezone

from league.hosting.backing_up import record_heartbeat


@shared_task
def heartbeat() -> None:
    """Store the heartbeat."""
    record_heartbeat(now=timezone.now())
