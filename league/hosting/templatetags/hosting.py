"""Template tags of hosting."""

from typing import Any

from django import template
from django.utils import timezone

from league.hosting.metrics import backup_report, is_backup_overdue

register = template.Library()


@register.inclusion_tag("hosting/_failed_backup.html")
def failed_backup() -> dict[str, Any]:
    """Return the data of the warning about backups."""
    report = backup_report()
    return {"report": report, "is_overdue": is_backup_overdue(report, timezone.now())}
