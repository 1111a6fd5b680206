"""Values of player claims in the audit log, in words."""

from typing import Any

from league.accounts.models import Answer


def audit_value_text(_kind: str, name: str, value: Any) -> str | None:
    """Return the label of a decision."""
    return str(Answer(value).label) if name == "answer" else None
