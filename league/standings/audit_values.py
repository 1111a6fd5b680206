"""Values of the ranking in the audit log, in words."""

from typing import Any

from league.standings.texts import criterion_label


def audit_value_text(_kind: str, name: str, value: Any) -> str | None:
    """Return the names of tie-breaks."""
    return ", ".join(map(criterion_label, value)) if name == "tie_breaks" else None
