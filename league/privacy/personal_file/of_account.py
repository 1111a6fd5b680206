"""The parts of a person's file about account, clubs and notices."""

from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.privacy.personal_file.part import Part

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
        ("notice__subject", "channel", "due_at", "sent_at", "given_up_at", "not_sent", "error"),
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
