"""What is in the file of a person, part by part, and which references to persons are left out.

A model with a new reference to a user or a player has to be named here: else a test fails. Others
stand in the file by the names that everybody reads; what is hidden from the person does not.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Part(NamedTuple):
    """Rows of one model that are about a person.

    `of_user` and `of_player` are the ways from a row to who it is about, any of which will do.
    `tells` are the columns that the file has of each row. `only` keeps some of these rows.
    """

    name: str
    what: str | Promise
    model: str
    tells: tuple[str, ...]
    of_user: tuple[str, ...] = ()
    of_player: tuple[str, ...] = ()
    only: Q = Q()


_OF_ROUND = ("stage__competition__club__name", "stage__competition__name")
_AT_ROUND = tuple(f"round__{each}" for each in (*_OF_ROUND, "number"))
_AT_TABLE = tuple(f"table__{each}" for each in (*_AT_ROUND, "number"))
_AT_HAND = (*(f"hand__{each}" for each in _AT_TABLE), "hand__number")
_AT_SEALED = tuple(f"hand__{each}" for each in _AT_TABLE)
_AT_ONLINE = ("table__token", "table__game")
_OF_ENTRY = ("entry__competition__club__name", "entry__competition__name")
_OWN_SEAT = Q(seat=F("table__seats__number"))
_SEAT_OF_USER, _SEAT_OF_PLAYER = "table__seats__user", "table__seats__player"

ACCOUNT: Final = (
    Part(
        "account",
        _("Your account: name, main address, language, since when, when you last signed in."),
        "clubs.User",
        ("name", "email", "language", "created_at", "last_login", "is_active", "is_superuser"),
        ("pk",),
    ),
    Part(
        "addresses",
        _("Your email addresses."),
        "account.EmailAddress",
        ("email", "verified", "primary"),
        ("user",),
    ),
    Part(
        "ways_in",
        _("Passkeys, app and recovery codes: kind, name and dates, never the secret."),
        "mfa.Authenticator",
        ("type", "data__name", "created_at", "last_used_at"),
        ("user",),
    ),
    Part(
        "sessions",
        _("Browsers in which you are signed in."),
        "accounts.OpenSession",
        ("browser", "created_at", "last_seen_at"),
        ("user",),
    ),
    Part(
        "account_events",
        _("What happened to your account."),
        "accounts.AccountEvent",
        ("created_at", "kind", "detail", "browser", "network"),
        ("user",),
    ),
    Part(
        "devices",
        _("Devices that show notices: name and dates, never the keys."),
        "notices.Device",
        ("label", "created_at", "off_at", "why_off"),
        ("user",),
    ),
    Part(
        "tokens",
        _("Tokens for programs: name, rights and dates, never the secret."),
        "api.Token",
        ("name", "scopes", "club__name", "created_at", "expires_at", "last_used_at", "revoked_at"),
        ("user",),
    ),
    Part(
        "claims",
        _("Players you said to be, and what organisers answered."),
        "accounts.Claim",
        ("player__club__name", "player__name", "answer", "words", "created_at", "answered_at"),
        ("user",),
    ),
    Part(
        "claims_answered",
        _("Claims of others that you answered, with your words."),
        "accounts.Claim",
        ("player__club__name", "player__name", "answer", "words", "answered_at"),
        ("answered_by",),
    ),
    Part(
        "admin_pages",
        _("What you did on the admin pages of the site."),
        "admin.LogEntry",
        ("action_time", "action_flag", "content_type__app_label", "content_type__model"),
        ("user",),
    ),
)
CLUBS: Final = (
    Part(
        "players",
        _("Who you are in each club."),
        "clubs.Player",
        ("club__name", "name", "real_name", "contact_email", "role", "created_at", "left_at"),
        ("user",),
        ("pk",),
    ),
    Part(
        "merges",
        _("Players who turned out to be one person with you, or whom you merged."),
        "accounts.Merge",
        ("club__name", "kept_name", "gone_name", "created_at", "undone_at"),
        ("by", "undone_by"),
        ("kept",),
    ),
    Part(
        "log",
        _("What you did for your clubs, as their logs have it."),
        "audit.Act",
        ("club__name", "created_at", "role", "way", "verb", "about_kind", "label", "changes"),
        ("user",),
        ("player",),
    ),
    Part(
        "log_about_you",
        _("What was done about you, as the logs of your clubs have it."),
        "audit.Act",
        ("club__name", "created_at", "role", "way", "verb", "changes"),
        (),
        ("about_id",),
        Q(about_kind="clubs.player"),
    ),
    Part(
        "keeping_apart",
        _("That you are kept apart from somebody, and why; not from whom."),
        "competitions.Apart",
        ("club__name", "competition__name", "reason", "created_at"),
        (),
        ("one", "other"),
    ),
    Part(
        "invitations",
        _("Invitations you made."),
        "clubs.Invitation",
        ("club__name", "role", "created_at", "expires_at", "revoked_at"),
        (),
        ("made_by",),
    ),
    Part(
        "screen_links",
        _("Links for screens you made."),
        "clubs.ScreenLink",
        ("club__name", "label", "created_at", "revoked_at"),
        (),
        ("made_by",),
    ),
    Part(
        "sign_in_links",
        _("Codes that signed you in, or that you showed to somebody: dates alone."),
        "clubs.SignInLink",
        ("created_at", "expires_at", "used_at"),
        (),
        ("player", "made_by"),
    ),
    Part(
        "webhooks",
        _("Webhooks you made, never their secrets."),
        "api.Webhook",
        ("club__name", "url", "events", "created_at", "off_at", "off_why"),
        (),
        ("made_by",),
    ),
)
NOTICES: Final = (
    Part(
        "notices",
        _("Notices to you."),
        "notices.Notice",
        ("club__name", "created_at", "kind", "subject", "text", "path"),
        (),
        ("player",),
    ),
    Part(
        "deliveries",
        _("On which ways notices went out to you, and when."),
        "notices.Delivery",
        ("notice__subject", "channel", "due_at", "sent_at", "given_up_at", "error"),
        (),
        ("notice__player",),
    ),
    Part(
        "choices",
        _("Which notices you want, where, and when."),
        "notices.Wishes",
        (
            *("player__club__name", "chosen", "pace", "hour", "weekday", "quiet_from"),
            *("quiet_until", "time_zone", "mail_failures", "mail_off_at"),
        ),
        (),
        ("player",),
    ),
    Part(
        "chats",
        _("Chats you have notices in, never their addresses, which are secrets."),
        "notices.Chat",
        ("club__name", "service", "label", "created_at", "off_at", "why_off"),
        (),
        ("player",),
    ),
    Part(
        "subscriptions",
        _("Calendars and feeds you fetch, never their secret addresses."),
        "notices.Subscription",
        ("player__club__name", "source", "about", "created_at"),
        (),
        ("player",),
    ),
    Part(
        "calendar",
        _("What your calendars were told."),
        "notices.CalendarEntry",
        ("uid", "facts", "is_cancelled", "ends_at", "changed_at"),
        (),
        ("subscription__player",),
    ),
)
PLAY: Final = (
    Part(
        "entries",
        _("Competitions you take part in."),
        "competitions.Entry",
        (
            *("competition__club__name", "competition__name", "team", "is_guest", "rating"),
            *("withdrawn_at", "created_at"),
        ),
        (),
        ("player",),
    ),
    Part(
        "stages",
        _("Stages you reached."),
        "competitions.StageEntry",
        (*_OF_ENTRY, "stage__number", "seed", "carried_points"),
        (),
        ("entry__player",),
    ),
    Part(
        "check_ins",
        _("Rounds you were checked in for, or checked others in for."),
        "competitions.CheckIn",
        (*_AT_ROUND, "entry__player__name", "created_at"),
        (),
        ("entry__player", "by"),
    ),
    Part(
        "absences",
        _("Rounds you did not play, and why."),
        "competitions.SittingOut",
        (*_AT_ROUND, "reason", "created_at"),
        (),
        ("entry__player",),
    ),
    Part(
        "seats",
        _("Where you sat, and for whom."),
        "competitions.Seat",
        (*_AT_TABLE, "number", "entry__player__name", "reason"),
        (),
        ("player", "entry__player"),
    ),
    Part(
        "substitutions",
        _("Where you stood in for somebody, somebody for you, or you noted it."),
        "competitions.Substitution",
        (
            *(f"seat__{each}" for each in _AT_TABLE),
            *("player_out__name", "player_in__name", "from_hand", "created_at"),
        ),
        (),
        ("player_out", "player_in", "by"),
    ),
    Part(
        "seating_changes",
        _("Seatings you changed."),
        "rounds.SeatingChange",
        (*_AT_ROUND, "kind", "created_at", "undone_at"),
        (),
        ("by", "undone_by"),
    ),
    Part(
        "hands",
        _("Hands of the tables you sat at: what was recorded, and the points of each seat."),
        "results.Hand",
        (*_AT_TABLE, "number", "is_void", "created_at", "current__record", "score__score"),
        (),
        ("table__seats__player", "table__seats__substitutions__player_out"),
    ),
    Part(
        "submissions",
        _("Hands you sent from a phone."),
        "results.Submission",
        (*_AT_HAND, "record", "verdict", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "revisions",
        _("Hands you entered, corrected or voided, with your reasons."),
        "results.HandRevision",
        (*_AT_HAND, "number", "kind", "record", "reason", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "answers",
        _("Hands you confirmed or disputed, with your words."),
        "results.HandAnswer",
        (*(f"revision__{each}" for each in _AT_HAND), "seat", "kind", "words", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "final_results",
        _("Results without hands that you entered or changed."),
        "results.FinalRevision",
        (
            *(f"result__{each}" for each in _AT_TABLE),
            *("number", "kind", "outcome", "reason", "via", "created_at"),
        ),
        (),
        ("by",),
    ),
    Part(
        "sealed",
        _("What you sealed at a table and is not open yet."),
        "results.SealedSeat",
        (*_AT_SEALED, "number", "content", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "sealed_again",
        _("Seats that you let seal their cards anew."),
        "results.SealReset",
        (*_AT_SEALED, "number", "reason", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "calls",
        _("Calls for an organiser that you made or saw to."),
        "results.TableCall",
        (*_AT_TABLE, "words", "via", "created_at", "coming_at", "done_at"),
        (),
        ("by", "coming_by", "done_by"),
    ),
    Part(
        "adjustments",
        _("Bonuses and penalties that you got, gave or cancelled."),
        "results.Adjustment",
        (
            *("competition__club__name", "competition__name", "entry__player__name", "kind"),
            *("points", "reason", "rule", "created_at", "cancelled_at", "cancel_reason"),
        ),
        (),
        ("entry__player", "by", "cancelled_by"),
    ),
    Part(
        "table_results",
        _("What you have from each table."),
        "standings.TableResult",
        (*_AT_TABLE, "seat", "place", "game_points", "points", "bonuses"),
        (),
        ("entry__player",),
    ),
    Part(
        "standings",
        _("What you have in each stage."),
        "standings.Standing",
        (
            *(*_OF_ENTRY, "stage__number", "points", "wins", "game_points", "tables", "rounds"),
            *("places", "byes", "carried", "ledger"),
        ),
        (),
        ("entry__player",),
    ),
    Part(
        "ratings",
        _("Your ratings."),
        "standings.PlayerRating",
        ("book__club__name", "book__game", "mu", "sigma", "hands"),
        (),
        ("player",),
    ),
    Part(
        "rating_changes",
        _("What each hand changed about your rating."),
        "standings.RatingChange",
        (*_AT_HAND, "place", "mu_before", "sigma_before", "mu", "sigma", "points", "hands"),
        (),
        ("player",),
    ),
)
ONLINE: Final = (
    Part(
        "online_seats",
        _("Online tables you sit at."),
        "online.OnlineSeat",
        (*_AT_ONLINE, "table__created_at", "table__ended_at", "number", "name", "forfeited_at"),
        ("user",),
        ("player",),
    ),
    Part(
        "online_moves",
        _("Moves of your seats at online tables."),
        "online.Move",
        ("hand__table__token", "hand__number", "number", "seat", "type", "action", "created_at"),
        ("hand__table__seats__user",),
        ("hand__table__seats__player",),
        Q(seat=F("hand__table__seats__number")),
    ),
    Part(
        "remarks",
        _("What you said at online tables."),
        "online.Remark",
        (*_AT_ONLINE, "seat", "name", "code", "text", "created_at", "hidden_at"),
        (_SEAT_OF_USER,),
        (_SEAT_OF_PLAYER,),
        _OWN_SEAT,
    ),
    Part(
        "reports",
        _("Messages of others that you reported."),
        "online.Report",
        ("remark__table__token", "seat", "name", "created_at"),
        ("remark__table__seats__user",),
        ("remark__table__seats__player",),
        Q(seat=F("remark__table__seats__number")),
    ),
    Part(
        "happenings",
        _("When you came to online tables, went, or were late."),
        "online.Happening",
        (*_AT_ONLINE, "doing", "name", "by", "hand", "moves", "created_at"),
        (_SEAT_OF_USER,),
        (_SEAT_OF_PLAYER,),
        _OWN_SEAT,
    ),
    Part(
        "watching",
        _("Online tables you look at without a seat."),
        "online.Watcher",
        (*_AT_ONLINE, "is_named", "seen_at"),
        ("user",),
    ),
    Part(
        "duplicate_events",
        _("Events with the same deals for all tables that you played in."),
        "online.DuplicatePlayer",
        ("event__token", "event__game", "table__token"),
        ("user",),
    ),
    Part(
        "duplicate_events_opened",
        _("Such events that you opened."),
        "online.DuplicateEvent",
        ("token", "game", "hands", "created_at", "ended_at"),
        ("host_user",),
    ),
)
PARTS: Final = (*ACCOUNT, *CLUBS, *NOTICES, *PLAY, *ONLINE)

LEFT_OUT: Final[Mapping[str, str]] = {
    "accounts.Claim.player": "who else says to be the player is told about that person",
    "clubs.User_groups.user": "a table of the framework, which the site has no rows in",
    "clubs.User_user_permissions.user": "a table of the framework, without rows, too",
}
"""References to a person that are not in the file, and why."""
