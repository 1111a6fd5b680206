"""The columns of text and JSON in which an erasure looks for no names, and why not."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.apps import apps
from django.db.models import CharField, Field, JSONField, Model, TextField

OWN: Final = "it belongs to the person's own account or player, and goes with them"
NUMBERS: Final = "ids, cards, points and codes of this program, and no words of people"
KEYS: Final = "a secret, a mark or a digest"
SETTINGS: Final = "terms of the game or of this program, chosen from what it offers"
CLUBS: Final = "what a club calls itself, or where its messages go, which its organisers change"
MACHINE: Final = "what the machine says of its disks and programs"
DJANGO: Final = "tables of the framework, which hold no names of players"

WITHOUT_NAMES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    OWN: {
        "account.EmailAddress": ("email",),
        "account.EmailConfirmation": ("key",),
        "accounts.SecurityEvent": ("browser", "network"),
        "accounts.UserSession": ("session_key", "browser"),
        "api.App": ("client_id", "name", "redirect_uris"),
        "api.Grant": ("scopes", "code_hash", "user_code", "redirect_uri", "code_challenge"),
        "admin.LogEntry": ("object_id", "object_repr", "change_message"),
        "clubs.Player": ("name", "real_name", "contact_email"),
        "clubs.User": ("password", "email", "name", "language"),
        "mfa.Authenticator": ("data",),
        "online.QuickMatch": ("name",),
        "notifications.Device": (
            *("endpoint", "digest", "p256dh", "auth", "label", "session", "disabled_reason"),
        ),
        "notifications.Subscription": ("about", "secret"),
        "notifications.NotificationSettings": ("chosen", "time_zone"),
        "sessions.Session": ("session_key", "session_data"),
    },
    NUMBERS: {
        "api.WebhookDelivery": ("key", "event"),
        "api.WebhookCursor": ("versions",),
        "audit.AuditEntry": ("role", "about_kind"),
        "competitions.Round": ("draw",),
        "competitions.Table": ("departures",),
        "competitions.Seat": ("reason",),
        "competitions.Stage": ("groups", "seating_list", "plan", "declined"),
        "notifications.CalendarEntry": ("uid",),
        "notifications.Delivery": ("target", "bundle"),
        "exports.SeasonImport": ("players",),
        "notifications.Notification": ("key", "path", "about"),
        "notifications.Post": ("key", "path", "about"),
        "online.DuplicateDeal": ("setup", "deal"),
        "online.Move": ("type", "action", "visible_to"),
        "online.OnlineHand": ("setup", "deal", "record"),
        "online.OnlineSeat": ("bot", "replacement", "premove"),
        "online.MoveAnalysis": ("best_action",),
        "online.ChatMessage": ("code",),
        "online.Shuffle": ("silent",),
        "privacy.RetentionPeriod": ("kind",),
        "results.Adjustment": ("key",),
        "results.FinalRevision": ("outcome",),
        "results.HandRevision": ("record",),
        "results.HandScore": ("score",),
        "results.SealedHand": ("seasons",),
        "results.SealedSeat": ("content",),
        "results.Submission": ("record",),
        "results.TableScore": ("totals", "places"),
        "rounds.SeatingChange": ("request", "before", "after"),
        "standings.Forecast": ("content",),
        "standings.CompetitionAwards": ("content",),
        "standings.RoundStats": ("content",),
        "standings.Standing": ("places", "ledger"),
        "standings.TableResult": ("bonuses",),
    },
    KEYS: {
        "accounts.AttemptCount": ("key",),
        "api.Token": ("token_hash", "refresh_hash", "spent_hash", "tail"),
        "api.Webhook": ("seed",),
        "clubs.Invitation": ("token",),
        "clubs.ShareLink": ("token",),
        "clubs.SignInLink": ("token_hash",),
        "competitions.Seat": ("phone",),
        "competitions.TableCode": ("token",),
        "hosting.ClockLease": ("holder",),
        "notifications.PushKey": ("private",),
        "online.DuplicateDeal": ("commitment",),
        "online.DuplicateEvent": ("token", "host_guest"),
        "online.DuplicatePlayer": ("guest",),
        "online.OnlineHand": ("commitment",),
        "online.OnlineSeat": ("guest",),
        "online.MatchResult": ("guest",),
        "online.PickUpRating": ("guest",),
        "online.QuickMatch": ("token", "guest", "network"),
        "online.OnlineTable": ("token", "opened_by", "opened_from"),
        "online.Shuffle": ("secret", "commitment"),
        "online.ShuffleShare": ("commitment", "share"),
        "online.Visitor": ("mark", "session_key", "network"),
        "online.Spectator": ("mark",),
        "results.FinalRevision": ("digest", "phone"),
        "results.HandResponse": ("phone",),
        "results.HandRevision": ("phone",),
        "results.SealedSeat": ("phone",),
        "results.Submission": ("digest", "phone"),
        "results.TableCall": ("phone", "closed_phone"),
        "sheets.ClubSheet": ("slug", "share_token"),
    },
    MACHINE: {"hosting.BackupReport": ("reason",)},
    SETTINGS: {
        "api.Token": ("scopes",),
        "api.Webhook": ("events",),
        "clubs.Club": ("time_zone",),
        "competitions.Competition": (
            *("game", "options", "table_preferred", "place_points", "size_points", "tie_breaks"),
        ),
        "competitions.Recurrence": ("rule", "time_zone", "skipped"),
        "competitions.Table": ("game", "options"),
        "notifications.ChatIntegration": ("kinds",),
        "online.DuplicateEvent": ("game", "options"),
        "online.OnlineTable": ("game", "options"),
        "online.PickUpRating": ("game",),
        "online.QuickMatch": ("game",),
        "standings.RatingList": ("game",),
    },
    CLUBS: {
        "api.Webhook": ("url",),
        "clubs.Club": ("name", "slug"),
        "notifications.ChatIntegration": ("url", "room"),
        "sheets.SheetVersion": ("source",),
    },
    DJANGO: {
        "auth.Group": ("name",),
        "auth.Permission": ("name", "codename"),
        "contenttypes.ContentType": ("app_label", "model"),
    },
}
"""All columns beside those of `league.privacy.erasing.columns`, by the reason."""


def text_columns() -> Iterator[tuple[type[Model], Field]]:  # type: ignore[type-arg]
    """Yield all columns of text and JSON without choices."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField) and not field.choices:
                yield model, field
