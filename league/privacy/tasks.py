"""Tasks of privacy."""

from django.utils import timezone

from league.accounts.limits import forget_attempts
from league.celery import app
from league.privacy.retention import forget_all


@app.task
def forget() -> None:
    """Delete what is older than the site, or its club, keeps it, and counts of old tries."""
    now = timezone.now()
    forget_all(now=now)
    forget_attempts(now=now)
