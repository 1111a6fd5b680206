"""Background work of the API: webhooks."""

from django.utils import timezone

from league.api import webhooks
from league.api.models import WebhookCursor
from league.celery import app


@app.task
def sweep() -> None:
    """Detect the events of clubs with webhooks, and send what is due."""
    now = timezone.now()
    clubs = list(WebhookCursor.objects.order_by("pk").values_list("club", flat=True))
    if not clubs:
        return
    for club in clubs:
        webhooks.detect_events(club_id=club, now=now)
    while webhooks.deliver_next(now=timezone.now()):
        pass
