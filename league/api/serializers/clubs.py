"""Serializers of games, clubs, players, invitations and sent messages."""

from typing import Any

from django.core.exceptions import ValidationError as NotAName
from rest_framework import serializers

from league.api.fields import (
    Choice,
    Data,
    Flag,
    Ids,
    Items,
    Numbers,
    Options,
    Positive,
    Text,
    Texts,
    Timestamp,
    Whether,
    Whole,
)
from league.api.serializers.base import EXAMPLE_GAME, OptionalSerializer, StrictSerializer
from league.audit.actions import KINDS, Action
from league.audit.models import Origin
from league.clubs.models import NAME_LENGTH, Role, Visibility, check_time_zone
from league.core.names import clean_name
from league.notifications.models import Channel, NotificationKind, NotSent
from league.notifications.queries import STATES

MOST_AT_ONCE = 500


class Name(Text):
    """A name, cleaned as in the site's forms."""

    def __init__(self, help_text: str, example: str, **options: Any) -> None:
        super().__init__(help_text, example, max_length=NAME_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name as it is stored."""
        try:
            return clean_name(super().to_internal_value(data))
        except NotAName as error:
            raise serializers.ValidationError(error.messages, code=error.code) from None


class Names(Items):
    """A list of names."""

    child = Name("A name.", "Ada")


class GameSerializer(StrictSerializer):
    """A game."""

    slug = Text("Its name in URLs and files.", EXAMPLE_GAME)
    title = Text("Its title.", "Frank's Zoo")
    seats = Numbers("The possible numbers of players.", [3, 4, 5, 6, 7])
    options = Options("Its options with their defaults.", {"mode": "partners", "target": 19})
    rules = Data("The texts of its rules, by rule id.", {"FZ-27": "…"})
    option_schema = Data("The JSON Schema of its options.", {"type": "object"})
    record_schema = Data("The JSON Schema of a hand's record.", {"oneOf": [{"type": "object"}]})


class MembershipSerializer(StrictSerializer):
    """Your player in a club."""

    club = Text("The slug of the club.", "zoo-club", source="club.slug")
    player = Whole("The id of your player.", 7, source="pk")
    role = Choice("Your role.", "organiser", Role.choices)


class MeSerializer(StrictSerializer):
    """The owner of the token or session."""

    name = Text("The name of the owner.", "Ada")
    is_site_admin = Flag("Whether the owner is a site administrator.", False)
    scopes = Texts("The scopes of the token; all without one.", ["read", "record"])
    expires_at = Timestamp("When the token expires.", "2027-11-06T19:30:00Z", allow_null=True)
    club = Text("The slug of the token's club, if any.", "zoo-club", allow_null=True)
    players = MembershipSerializer(many=True, help_text="Your players in clubs.")


class ClubSerializer(StrictSerializer):
    """A club."""

    slug = Text("Its name in URLs.", "zoo-club")
    name = Text("Its name.", "Zoo Club")
    time_zone = Text("Its time zone.", "Europe/Berlin")
    visibility = Choice("Who can see it.", "public", Visibility.choices)
    is_demo = Flag("Whether it is the demo club.", False)
    is_organised = Flag("Whether you are one of its organisers.", False)
    created_at = Timestamp("When it was created.")


class ClubCreateSerializer(StrictSerializer):
    """A club to create."""

    name = Name("Its name.", "Zoo Club")
    time_zone = Text("Its time zone, by IANA name.", "Europe/Berlin", max_length=64)

    def validate_time_zone(self, value: str) -> str:
        """Return the time zone; raises ValidationError if it does not exist."""
        check_time_zone(value)
        return value


class ClubUpdateSerializer(ClubCreateSerializer):
    """Changes of a club."""

    visibility = Choice("Who can see it.", "link", Visibility.choices)


class ClubsQuerySerializer(OptionalSerializer):
    """Filters of a list of clubs."""

    mine = Flag("Only the clubs in which you play.", True)


class PlayersQuerySerializer(OptionalSerializer):
    """Filters of a list of players."""

    name = Text("Part of the name.", "ada", max_length=NAME_LENGTH)
    role = Choice("Only players with this role.", None, Role.choices, allow_null=False)


class PlayerNameSerializer(StrictSerializer):
    """The id and name of a player."""

    id = Whole("The id of the player.", 7)
    name = Text("The name.", "Ada")


class PlayerSerializer(PlayerNameSerializer):
    """A player of a club."""

    club = Text("The slug of the club.", "zoo-club", source="club.slug")
    role = Choice("The role in the club.", "player", Role.choices)
    has_left = Whether("Whether the player has left the club.", False, source="left_at")
    created_at = Timestamp("When the player was added.")


class PlayersCreateSerializer(StrictSerializer):
    """Players to add."""

    names = Names("Their names.", ["Ada"], min_length=1, max_length=MOST_AT_ONCE)
    seen = Whole("The highest player id you know, or 0: prevents duplicates.", 0, min_value=0)


class PlayerUpdateSerializer(StrictSerializer):
    """Changes of a player."""

    name = Name("The name.", "Ada")
    role = Choice("The role.", "scorer", Role.choices)


class AuditQuerySerializer(OptionalSerializer):
    """Filters of the audit log."""

    kind = Choice("Only entries of this kind.", None, list(KINDS.items()), allow_null=False)
    player = Whole("Only entries of this player.", None, allow_null=False)


class AuditEntrySerializer(StrictSerializer):
    """An entry of the audit log."""

    id = Whole("The id of the entry.", 12)
    player = Whole("Who did it; null: a site admin.", 7, allow_null=True, source="player_id")
    role = Choice("The role of the player.", "organiser", Role.choices)
    origin = Choice("Where it was done.", "page", Origin.choices)
    action = Choice("What was done.", "rounds.opened", Action.choices)
    about_kind = Text("The type of the object.", "competitions.round")
    about_id = Whole("The id of the object, which may be deleted.", 4, allow_null=True)
    about = Text("The label of the object; empty for players.", "League · 2", source="label")
    changes = Data("Old and new values; `players` are ids.", {"reason": [None, "A slip"]})
    created_at = Timestamp("When it was done.")


class FeedPostSerializer(StrictSerializer):
    """A post in the news feed of a club."""

    id = Whole("The id of the post.", 3)
    title = Text("The title, in your language.", "League, round 2: standings", source="shown.title")
    body = Text("The text, in your language.", "1. Ada …", source="shown.body")
    path = Text("The path of the page it links to.", "/competitions/5/")
    created_at = Timestamp("When it was posted.")


JOINING_ROLES = [(role.value, role.label) for role in (Role.PLAYER, Role.VIEWER)]


class InvitationCreateSerializer(StrictSerializer):
    """An invitation to create."""

    hours = Positive("For how many hours it is valid.", 168, max_value=24 * 30)
    role = Choice("The role on joining; default: player.", "player", JOINING_ROLES, required=False)


class InvitationSerializer(StrictSerializer):
    """A link by which people join a club."""

    id = Whole("The id of the invitation.", 2)
    club = Text("The slug of the club.", "zoo-club", source="club.slug")
    token = Text("The secret of the link.", "Vq3…")
    url = Text("The link, as in its QR code.", "https://example.org/join/Vq3…/", source="link")
    role = Choice("The role on joining.", "player", Role.choices)
    created_by = PlayerNameSerializer(allow_null=True, help_text="Who created it, if known.")
    created_at = Timestamp("When it was created.")
    expires_at = Timestamp("When it expires.", "2026-11-13T19:30:00Z")


class JoiningCreateSerializer(StrictSerializer):
    """The person who joins a club."""

    name = Name("The name.", "Zoë")
    different_from = Ids(
        "Ids of players with a similar name who are other people; answers `look_alike`.",
        [7],
        source="not_these",
        required=False,
        max_length=50,
    )


class PreferencesCreateSerializer(StrictSerializer):
    """Your names in a club."""

    name = Name("The public name; a pseudonym is allowed.", "Zoë")
    real_name = Name("Organisers only.", "Zoë Müller", allow_blank=True, required=False)


class DeliveriesQuerySerializer(OptionalSerializer):
    """Filters of sent messages."""

    search = Text("Part of a name or a subject.", "ada", max_length=80, source="words")
    kind = Choice("Only messages of this kind.", "seat", NotificationKind.choices)
    channel = Choice("Only messages by this channel.", "email", Channel.choices)
    state = Choice("Only messages in this state.", "given_up", list(STATES))


class DeliverySerializer(StrictSerializer):
    """A notification sent by one channel."""

    id = Whole("The id of the delivery.", 51)
    kind = Choice("The kind.", "seat", NotificationKind.choices, source="notification.kind")
    subject = Text("The subject.", "Your table is ready", source="notification.subject")
    player = PlayerNameSerializer(
        allow_null=True, help_text="Null: the club's chat.", source="notification.player"
    )
    channel = Choice("The channel.", "email", Channel.choices)
    created_at = Timestamp("When it was created.", source="notification.created_at")
    due_at = Timestamp("When it is sent or tried again.")
    tries = Whole("The number of attempts.", 1)
    sent_at = Timestamp("When it was sent.", allow_null=True)
    given_up_at = Timestamp("When it was given up.", None)
    not_sent = Choice("Why it was never tried; else empty.", "", NotSent.choices, allow_blank=True)
