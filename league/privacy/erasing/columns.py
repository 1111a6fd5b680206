"""The columns of text and JSON that are scrubbed at an erasure."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class TextColumns(NamedTuple):
    """Columns of a model, and the path from a row to its club."""

    club: str
    columns: tuple[str, ...]


_OF_ROUND = "stage__competition__club"
_OF_TABLE = f"table__round__{_OF_ROUND}"

WITH_NAMES: Final[Mapping[str, TextColumns]] = {
    "accounts.SecurityEvent": TextColumns("user__players__club", ("detail",)),
    "accounts.PlayerClaim": TextColumns("player__club", ("reason",)),
    "accounts.Merge": TextColumns("club", ("target_name", "source_name", "changes", "deleted")),
    "api.WebhookDelivery": TextColumns("webhook__club", ("body", "error")),
    "api.Token": TextColumns("club", ("name",)),
    "api.Webhook": TextColumns("club", ("disabled_reason",)),
    "audit.AuditEntry": TextColumns("club", ("label", "changes")),
    "clubs.ShareLink": TextColumns("club", ("label",)),
    "competitions.Competition": TextColumns("club", ("name",)),
    "competitions.Entry": TextColumns("competition__club", ("team",)),
    "competitions.Stage": TextColumns("competition__club", ("name",)),
    "notifications.CalendarEntry": TextColumns("subscription__player__club", ("facts",)),
    "notifications.ChatIntegration": TextColumns("club", ("label", "disabled_reason")),
    "notifications.Delivery": TextColumns("notification__club", ("error",)),
    "notifications.Notification": TextColumns("club", ("subject", "text")),
    "notifications.Post": TextColumns("club", ("title", "body", "table", "translations")),
    "online.TableEvent": TextColumns(f"table__{_OF_TABLE}", ("name", "by")),
    "online.OnlineSeat": TextColumns(f"table__{_OF_TABLE}", ("name",)),
    "online.ChatMessage": TextColumns(f"table__{_OF_TABLE}", ("name", "text")),
    "online.MatchResult": TextColumns(f"table__{_OF_TABLE}", ("name",)),
    "online.Report": TextColumns(f"message__table__{_OF_TABLE}", ("name",)),
    "results.Adjustment": TextColumns("competition__club", ("reason", "rule", "cancel_reason")),
    "results.FinalRevision": TextColumns(f"result__{_OF_TABLE}", ("reason",)),
    "results.HandResponse": TextColumns(f"revision__hand__{_OF_TABLE}", ("reason",)),
    "results.HandRevision": TextColumns(f"hand__{_OF_TABLE}", ("reason",)),
    "results.SealReset": TextColumns(f"hand__{_OF_TABLE}", ("reason",)),
    "results.TableCall": TextColumns(_OF_TABLE, ("message",)),
    "rounds.SeatingChange": TextColumns(f"round__{_OF_ROUND}", ("data",)),
}
"""Columns in which names and addresses are looked for."""
