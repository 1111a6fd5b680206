"""Values of seating changes in the audit log, in words."""

from typing import Any

from league.rounds.models import ChangeKind


def audit_value_text(kind: str, name: str, value: Any) -> str | None:
    """Return the label of a kind of seating change."""
    if (kind, name) == ("competitions.round", "kind"):
        return str(ChangeKind(value).label)
    return None
