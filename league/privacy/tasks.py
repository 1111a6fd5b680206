"""Background work about what is kept."""

from django.utils import timezone

from league.accounts.services import forget_tries
from league.celery import app
from league.privacy.keeping.services import forget_all


@app.task
def forget() -> None:
    """Delete what is older than the site, or its club, keeps it, and counts of old tries."""
    now = timezone.now()
    forget_all(now=now)
    forget_tries(now=now)
