"""Background work about what is kept."""

from django.utils import timezone

from league.celery import app
from league.privacy.keeping.services import forget_all


@app.task
def forget() -> None:
    """Delete what is older than the site, or its club, keeps it."""
    forget_all(now=timezone.now())
