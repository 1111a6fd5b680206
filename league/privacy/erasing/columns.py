"""Every column that can hold words: where the name of who is erased is looked for, or why not.

A model with a new column of text or JSON has to be named here: else a test fails.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.apps import apps
from django.db.models import CharField, Field, JSONField, Model, TextField


class Words(NamedTuple):
    """Columns in which a name may stand, and the way from a row to its club."""

    club: str
    columns: tuple[str, ...]


_OF_ROUND = "stage__competition__club"
_OF_TABLE = f"table__round__{_OF_ROUND}"

WITH_NAMES: Final[Mapping[str, Words]] = {
    "accounts.AccountEvent": Words("user__players__club", ("detail",)),
    "accounts.Claim": Words("player__club", ("words",)),
    "accounts.Merge": Words("club", ("kept_name", "gone_name", "changes", "deleted")),
    "api.Sending": Words("webhook__club", ("body", "error")),
    "api.Token": Words("club", ("name",)),
    "api.Webhook": Words("club", ("off_why",)),
    "audit.Act": Words("club", ("label", "changes")),
    "clubs.ScreenLink": Words("club", ("label",)),
    "competitions.Competition": Words("club", ("name",)),
    "competitions.Entry": Words("competition__club", ("team",)),
    "competitions.Stage": Words("competition__club", ("name",)),
    "notices.CalendarEntry": Words("subscription__player__club", ("facts",)),
    "notices.Chat": Words("club", ("label", "why_off")),
    "notices.Delivery": Words("notice__club", ("error",)),
    "notices.Notice": Words("club", ("subject", "text")),
    "notices.Post": Words("club", ("title", "body", "table")),
    "online.Happening": Words(f"table__{_OF_TABLE}", ("name", "by")),
    "online.OnlineSeat": Words(f"table__{_OF_TABLE}", ("name",)),
    "online.Remark": Words(f"table__{_OF_TABLE}", ("name", "text")),
    "online.Report": Words(f"remark__table__{_OF_TABLE}", ("name",)),
    "results.Adjustment": Words("competition__club", ("reason", "rule", "cancel_reason")),
    "results.FinalRevision": Words(f"result__{_OF_TABLE}", ("reason",)),
    "results.HandAnswer": Words(f"revision__hand__{_OF_TABLE}", ("words",)),
    "results.HandRevision": Words(f"hand__{_OF_TABLE}", ("reason",)),
    "results.SealReset": Words(f"hand__{_OF_TABLE}", ("reason",)),
    "results.TableCall": Words(_OF_TABLE, ("words",)),
    "rounds.SeatingChange": Words(f"round__{_OF_ROUND}", ("data",)),
}
"""Columns that are searched for the names and addresses of who is erased."""

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
        "accounts.AccountEvent": ("browser", "network"),
        "accounts.OpenSession": ("session_key", "browser"),
        "admin.LogEntry": ("object_id", "object_repr", "change_message"),
        "clubs.Player": ("name", "real_name", "contact_email"),
        "clubs.User": ("password", "email", "name", "language"),
        "mfa.Authenticator": ("data",),
        "notices.Device": ("endpoint", "digest", "p256dh", "auth", "label", "session", "why_off"),
        "notices.Subscription": ("about", "secret"),
        "notices.Wishes": ("chosen", "time_zone"),
        "sessions.Session": ("session_key", "session_data"),
    },
    NUMBERS: {
        "api.Sending": ("key", "event"),
        "api.Watch": ("versions",),
        "audit.Act": ("role", "about_kind"),
        "competitions.Round": ("draw",),
        "competitions.Seat": ("reason",),
        "competitions.Stage": ("groups", "script", "plan"),
        "notices.CalendarEntry": ("uid",),
        "notices.Delivery": ("target", "bundle"),
        "notices.Notice": ("key", "path", "about"),
        "notices.Post": ("key", "path", "about"),
        "online.DuplicateBoard": ("setup", "deal"),
        "online.Move": ("type", "action", "visible_to"),
        "online.OnlineHand": ("setup", "deal", "record"),
        "online.OnlineSeat": ("bot", "successor"),
        "online.Opinion": ("best_action",),
        "online.Remark": ("code",),
        "online.Shuffle": ("silent",),
        "privacy.Keeping": ("kind",),
        "results.Adjustment": ("key",),
        "results.FinalRevision": ("outcome",),
        "results.HandRevision": ("record",),
        "results.HandScore": ("score",),
        "results.SealedHand": ("seasons",),
        "results.SealedSeat": ("content",),
        "results.Submission": ("record",),
        "results.TableScore": ("totals", "places"),
        "rounds.SeatingChange": ("asked", "before", "after"),
        "standings.Forecast": ("content",),
        "standings.Honours": ("content",),
        "standings.RoundDeeds": ("content",),
        "standings.Standing": ("places", "ledger"),
        "standings.TableResult": ("bonuses",),
    },
    KEYS: {
        "accounts.TryCount": ("key",),
        "api.Token": ("token_hash", "tail"),
        "api.Webhook": ("seed",),
        "clubs.Invitation": ("token",),
        "clubs.ScreenLink": ("token",),
        "clubs.SignInLink": ("token_hash",),
        "competitions.Seat": ("phone",),
        "competitions.TableCode": ("token",),
        "hosting.ClockLease": ("holder",),
        "notices.PushKey": ("private",),
        "online.DuplicateBoard": ("commitment",),
        "online.DuplicateEvent": ("token", "host_guest"),
        "online.DuplicatePlayer": ("guest",),
        "online.OnlineHand": ("commitment",),
        "online.OnlineSeat": ("guest",),
        "online.OnlineTable": ("token", "opened_by", "opened_from"),
        "online.Shuffle": ("secret", "commitment"),
        "online.ShuffleShare": ("commitment", "share"),
        "online.Visitor": ("mark", "session_key", "network"),
        "online.Watcher": ("mark",),
        "results.FinalRevision": ("digest", "phone"),
        "results.HandAnswer": ("phone",),
        "results.HandRevision": ("phone",),
        "results.SealedSeat": ("phone",),
        "results.Submission": ("digest", "phone"),
        "results.TableCall": ("phone", "done_phone"),
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
        "notices.Chat": ("kinds",),
        "online.DuplicateEvent": ("game", "options"),
        "online.OnlineTable": ("game", "options"),
        "standings.RatingBook": ("game",),
    },
    CLUBS: {
        "api.Webhook": ("url",),
        "clubs.Club": ("name", "slug"),
        "notices.Chat": ("url", "room"),
    },
    DJANGO: {
        "auth.Group": ("name",),
        "auth.Permission": ("name", "codename"),
        "contenttypes.ContentType": ("app_label", "model"),
    },
}
"""All other columns of text and JSON, by the reason why nobody's name is looked for there."""


def text_columns() -> Iterator[tuple[type[Model], Field]]:  # type: ignore[type-arg]
    """Yield every column that can hold words: text and JSON, but what is chosen from a list."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField) and not field.choices:
                yield model, field
