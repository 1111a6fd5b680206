"""Background work of the API: webhooks."""

from django.utils import timezone

from league.api.models import Watch
from league.api.webhooks import services
from league.celery import app


@app.task
def sweep() -> None:
    """Notice what has happened in clubs with webhooks, and send what is due."""
    now = timezone.now()
    clubs = list(Watch.objects.order_by("pk").values_list("club", flat=True))
    if not clubs:
        return
    for club in clubs:
        services.notice(club_id=club, now=now)
    while services.deliver_next(now=timezone.now()):
        pass
