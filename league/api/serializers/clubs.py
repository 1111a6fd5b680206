"""Clubs and their players, invitations to them, and what they have told."""

from typing import Any

from django.core.exceptions import ValidationError as NotAName
from rest_framework import serializers

from league.api.fields import Choice, Data, Flag, Ids, Items, Moment, Positive, Text, Whether, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.games import EXAMPLE_GAME
from league.audit.models import Way
from league.audit.verbs import KINDS, Verb
from league.clubs.models import NAME_LENGTH, Role, Visibility, check_time_zone
from league.core.names import clean_name
from league.notices.models import Channel, Kind, NotSent
from league.notices.queries import STATES

MOST_AT_ONCE = 500


class Name(Text):
    """A name, as everybody types one."""

    def __init__(self, help_text: str, example: str, **options: Any) -> None:
        super().__init__(help_text, example, max_length=NAME_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name as it is stored."""
        text = super().to_internal_value(data)
        try:
            return clean_name(text)
        except NotAName as error:
            raise serializers.ValidationError(error.messages, code=error.code) from None


class GameSerializer(StrictSerializer):
    """A game."""

    slug = Text("What it is called in addresses and files.", EXAMPLE_GAME)
    title = Text("Its name.", "Frank's Zoo")
    seats = Items("How many can play it.", [3, 4, 5, 6, 7], child=serializers.IntegerField())
    options = Data(
        "Its options, with what holds unless told.",
        {"mode": "partners", "target": 19, "final_trick": "owner"},
    )
    rules = Data("The words of its rules, by their ids.", {"FZ-27": "…"})


class MeSerializer(StrictSerializer):
    """Who asks."""

    name = Text("The name of whoever is signed in, or made the token.", "Ada")
    is_site_owner = Flag("Whether they own the whole site.", False)
    scopes = Items(
        "What the token may do; everything without a token.",
        ["read", "record"],
        child=serializers.CharField(),
    )
    expires_at = Moment("When the token expires.", "2027-11-06T19:30:00Z", allow_null=True)
    club = Text(
        "The only club that the token reaches, if it is one's.", "zoo-club", allow_null=True
    )


class PlaceSerializer(StrictSerializer):
    """What somebody is in a club."""

    club = Text("The club's address.", "zoo-club", source="club.slug")
    player = Whole("The player that one is there.", 7, source="pk")
    role = Choice("The role there.", "organiser", Role.choices)


class MeDetailSerializer(MeSerializer):
    """Who asks, and where they play."""

    players = PlaceSerializer(many=True, help_text="The clubs in which they play.")


class ClubSerializer(StrictSerializer):
    """A club."""

    slug = Text("Its address.", "zoo-club")
    name = Text("Its name.", "Zoo Club")
    time_zone = Text("The clock that its rounds follow.", "Europe/Berlin")
    visibility = Choice("Who may look at it.", "public", Visibility.choices)
    is_demo = Flag("Whether it is the demonstration.", False)
    is_organised = Flag("Whether you organise it.", False)
    created_at = Moment("When it was made.")


class ClubCreateSerializer(StrictSerializer):
    """A club, as its organisers name it."""

    name = Name("Its name.", "Zoo Club")
    time_zone = Text(
        "The clock that its rounds follow, as the time zone database names it.",
        "Europe/Berlin",
        max_length=64,
    )

    def validate_time_zone(self, value: str) -> str:
        """Refuse a zone that there is not."""
        try:
            check_time_zone(value)
        except NotAName as error:
            raise serializers.ValidationError(error.messages, code=error.code) from None
        return value


class ClubUpdateSerializer(ClubCreateSerializer):
    """What of a club is to be otherwise."""

    visibility = Choice("Who may look at it.", "link", Visibility.choices)


class ClubsQuerySerializer(OptionalSerializer):
    """Which clubs."""

    mine = Flag("Only the clubs in which you play.", True)


class PlayersQuerySerializer(OptionalSerializer):
    """Which players."""

    name = Text("Part of the name.", "ada", max_length=NAME_LENGTH)
    role = Choice("Only those with this role.", None, Role.choices)


class PlayerNameSerializer(StrictSerializer):
    """A player, named."""

    id = Whole("The player.", 7)
    name = Text("The name.", "Ada")


class PlayerSerializer(PlayerNameSerializer):
    """A player of a club."""

    club = Text("The club's address.", "zoo-club", source="club.slug")
    role = Choice("The role in the club.", "player", Role.choices)
    has_left = Whether("Whether they have left the club.", False, source="left_at")
    created_at = Moment("When they were added.")


class PlayersCreateSerializer(StrictSerializer):
    """Players to add."""

    names = Items(
        "Their names.",
        ["Ada", "Björn"],
        child=Name("A name.", "Ada"),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )
    seen = Whole(
        "The newest player that you know, 0 for none: sent twice, nobody is added twice.",
        0,
        min_value=0,
    )


class PlayerUpdateSerializer(StrictSerializer):
    """What of a player is to be otherwise."""

    name = Name("The name.", "Ada")
    role = Choice("The role.", "scorer", Role.choices)


class ActsQuerySerializer(OptionalSerializer):
    """Which acts are wanted."""

    kind = Choice("Only those of this kind.", None, list(KINDS.items()))
    player = Whole("Only those of this player.", None)


class ActSerializer(StrictSerializer):
    """Something that an organiser or a scorer did."""

    id = Whole("The act.", 12)
    player = Whole(
        "Who did it; none for an owner of the site.", 7, allow_null=True, source="player_id"
    )
    role = Choice("In which role.", "organiser", Role.choices)
    way = Choice("By which way.", "page", Way.choices)
    verb = Choice("What was done.", "rounds.opened", Verb.choices)
    about_kind = Text("What kind of thing it was done to.", "competitions.round")
    about_id = Whole("The thing; it may be gone since.", 4, allow_null=True)
    about = Text(
        "What the thing was called; of players nothing is kept.", "League · 2", source="label"
    )
    changes = Data("What was before and after. `players` are ids.", {"reason": [None, "A slip"]})
    created_at = Moment("When it was done.")


class FeedPostSerializer(StrictSerializer):
    """Something that a club shows in its feed."""

    id = Whole("The post.", 3)
    title = Text("What it is about.", "League, round 2: standings")
    body = Text("What it says.", "1. Ada …")
    path = Text("The page of the site that shows more.", "/competitions/5/")
    created_at = Moment("When it was posted.")


COMING_AS = [(role.value, role.label) for role in (Role.PLAYER, Role.SPECTATOR)]


class InvitationCreateSerializer(StrictSerializer):
    """An invitation to make."""

    hours = Positive("For how many hours people can join by it.", 168, max_value=24 * 30)
    role = Choice("As what they come; left out, as players.", "player", COMING_AS, required=False)


class InvitationSerializer(StrictSerializer):
    """A link by which people make themselves players of a club."""

    id = Whole("The invitation.", 2)
    club = Text("The club's address.", "zoo-club", source="club.slug")
    token = Text("Whoever has it can join.", "Vq3…")
    address = Text("What its QR code opens.", "https://example.org/join/Vq3…/", source="link")
    role = Choice("As what people come in.", "player", Role.choices)
    made_by = PlayerNameSerializer(allow_null=True, help_text="Who made it, if that is known.")
    created_at = Moment("When it was made.")
    expires_at = Moment("When it ends.", "2026-11-13T19:30:00Z")


class JoiningCreateSerializer(StrictSerializer):
    """Somebody who joins a club."""

    name = Name("The name.", "Zoë")
    not_these = Ids(
        "Ids of players with nearly the same name, who are somebody else: an answer to the refusal "
        "`look_alike`.",
        [7],
        required=False,
        max_length=50,
    )


class PreferencesCreateSerializer(StrictSerializer):
    """What players decide about themselves."""

    name = Name("What everybody reads; it may be a pseudonym.", "Zoë")
    real_name = Name(
        "The real name, for organisers alone; empty for none, left out it stays.",
        "Zoë Müller",
        allow_blank=True,
        required=False,
    )


class DeliveriesQuerySerializer(OptionalSerializer):
    """Which of them."""

    words = Text("Part of a name or a subject.", "ada", max_length=80)
    kind = Choice("Only what is about this.", "seat", Kind.choices)
    channel = Choice("Only what goes this way.", "email", Channel.choices)
    state = Choice("Only what stands so.", "given_up", [(each, each) for each in STATES])


class DeliverySerializer(StrictSerializer):
    """One notice on one way."""

    id = Whole("The delivery.", 51)
    kind = Choice("What it is about.", "seat", Kind.choices, source="notice.kind")
    subject = Text("Its subject.", "Your table is ready", source="notice.subject")
    player = PlayerNameSerializer(
        allow_null=True, help_text="For whom; null: the club's chat.", source="notice.player"
    )
    channel = Choice("Which way it goes.", "email", Channel.choices)
    created_at = Moment("When it was told.", source="notice.created_at")
    due_at = Moment("When it goes out, or is tried again.")
    tries = Whole("How often it was tried.", 1)
    sent_at = Moment("When it went out.", allow_null=True)
    given_up_at = Moment("When it was given up.", None, allow_null=True)
    not_sent = Choice(
        "Why it was given up without a try; empty where it was not.",
        "",
        NotSent.choices,
        allow_blank=True,
    )
