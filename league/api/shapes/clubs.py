"""Clubs and their players."""

from typing import Any

from django.core.exceptions import ValidationError as NotAName
from rest_framework import serializers

from league.api.shapes.fields import Choice, Data, Flag, Items, Moment, Shape, Text, Whether, Whole
from league.api.shapes.games import EXAMPLE_GAME
from league.audit.models import Way
from league.audit.verbs import KINDS, Verb
from league.clubs.models import NAME_LENGTH, Role, Visibility, check_time_zone
from league.core.names import clean_name

MOST_AT_ONCE = 500


class Name(Text):
    """A name, as everybody types one."""

    def to_internal_value(self, data: Any) -> str:
        """Return the name as it is stored."""
        text = super().to_internal_value(data)
        try:
            return clean_name(text)
        except NotAName as error:
            raise serializers.ValidationError(error.messages, code=error.code) from None


class GameShown(Shape):
    """A game."""

    slug = Text("What it is called in addresses and files.", EXAMPLE_GAME)
    title = Text("Its name.", "Frank's Zoo")
    seats = Items("How many can play it.", [3, 4, 5, 6, 7], child=serializers.IntegerField())
    options = Data(
        "Its options, with what holds unless told.",
        {"mode": "partners", "target": 19, "final_trick": "owner"},
    )
    rules = Data("The words of its rules, by their ids.", {"FZ-27": "…"})


class GamesShown(Shape):
    """All games."""

    games = GameShown(many=True, help_text="In the order in which the site lists them.")


class MeShown(Shape):
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


class PlaceShown(Shape):
    """What somebody is in a club."""

    club = Text("The club's address.", "zoo-club", source="club.slug")
    player = Whole("The player that one is there.", 7, source="pk")
    role = Choice("The role there.", "organiser", Role.choices)


class MeWithPlacesShown(MeShown):
    """Who asks, and where they play."""

    players = PlaceShown(many=True, help_text="The clubs in which they play.")


class ClubShown(Shape):
    """A club."""

    slug = Text("Its address.", "zoo-club")
    name = Text("Its name.", "Zoo Club")
    time_zone = Text("The clock that its rounds follow.", "Europe/Berlin")
    visibility = Choice("Who may look at it.", "public", Visibility.choices)
    is_demo = Flag("Whether it is the demonstration.", False)
    is_organised = Flag("Whether you organise it.", False)
    created_at = Moment("When it was made.")


class ClubSent(Shape):
    """A club, as its organisers name it."""

    name = Name("Its name.", "Zoo Club", max_length=NAME_LENGTH)
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


class ClubChange(ClubSent):
    """What of a club is to be otherwise."""

    name = Name("Its name.", "Zoo Club", max_length=NAME_LENGTH, required=False)
    time_zone = Text("The clock it follows.", "Europe/Berlin", max_length=64, required=False)
    visibility = Choice("Who may look at it.", "link", Visibility.choices, required=False)


class ClubsAsked(Shape):
    """Which clubs."""

    mine = Flag("Only the clubs in which you play.", True, required=False)


class PlayersAsked(Shape):
    """Which players."""

    name = Text("Part of the name.", "ada", required=False, max_length=NAME_LENGTH)
    role = Choice("Only those with this role.", None, Role.choices, required=False)


class WhoShown(Shape):
    """A player, named."""

    id = Whole("The player.", 7)
    name = Text("The name.", "Ada")


class PlayerShown(WhoShown):
    """A player of a club."""

    club = Text("The club's address.", "zoo-club", source="club.slug")
    role = Choice("The role in the club.", "player", Role.choices)
    has_left = Whether("Whether they have left the club.", False, source="left_at")
    created_at = Moment("When they were added.")


class PlayersSent(Shape):
    """Players to add."""

    names = Items(
        "Their names.",
        ["Ada", "Björn"],
        child=Name("A name.", "Ada", max_length=NAME_LENGTH),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )
    seen = Whole(
        "The newest player that you know, 0 for none: sent twice, nobody is added twice.",
        0,
        min_value=0,
    )


class AddedShown(Shape):
    """The players that were added."""

    players = PlayerShown(many=True, help_text="The new players.")


class PlayerChange(Shape):
    """What of a player is to be otherwise."""

    name = Name("The name.", "Ada", max_length=NAME_LENGTH, required=False)
    role = Choice("The role.", "scorer", Role.choices, required=False)


class ActsAsked(Shape):
    """Which acts are wanted."""

    kind = Choice("Only those of this kind.", None, list(KINDS.items()), required=False)
    player = Whole("Only those of this player.", None, required=False)


class ActShown(Shape):
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
        "What the thing was called; of players nothing is kept.",
        "League · 2",
        allow_blank=True,
        source="label",
    )
    changes = Data("What was before and after. `players` are ids.", {"reason": [None, "A slip"]})
    created_at = Moment("When it was done.")


class FeedPostShown(Shape):
    """Something that a club shows in its feed."""

    id = Whole("The post.", 3)
    title = Text("What it is about.", "League, round 2: standings")
    body = Text("What it says.", "1. Ada …", allow_blank=True)
    path = Text("The page of the site that shows more.", "/competitions/5/", allow_blank=True)
    created_at = Moment("When it was posted.")
