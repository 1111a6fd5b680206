"""Retention periods in the audit log, in words."""

from typing import Any

from league.privacy.forms import days_text
from league.privacy.retention import OF_CLUBS


def audit_value_text(_kind: str, name: str, value: Any) -> dict[str, str] | None:
    """Return a club's own periods by what they are for; the log has "claim: 30"."""
    if name != "kept":
        return None
    days = dict(each.split(": ") for each in value)
    return {
        str(kind.title): days_text(int(days[kind.slug])) for kind in OF_CLUBS if kind.slug in days
    }
