"""Background work of the API: webhooks."""

from django.utils import timezone

from league.api.models import Watch
from league.api.webhooks import services
from league.celery import app


@app.task
def sweep() -> None:
    """Notice what has happened in clubs with webhooks, and send what is due."""
    now = timezone.now()
    for club in list(Watch.objects.order_by("pk").values_list("club", flat=True)):
        services.notice(club_id=club, now=now)
    services.forget_old(now=now)
    while services.deliver_next(now=timezone.now()):
        pass
