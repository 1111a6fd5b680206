"""What the site's owner is told on the front page."""

from typing import Any

from django import template
from django.utils import timezone

from league.hosting.queries import backup_report, is_backup_overdue

register = template.Library()


@register.inclusion_tag("hosting/_failed_backup.html")
def failed_backup() -> dict[str, Any]:
    """Say so when the last backup failed, or is missing."""
    report = backup_report()
    return {"report": report, "is_overdue": is_backup_overdue(report, timezone.now())}
