"""Ways into a club, and what players decide about themselves."""

from league.api.shapes.clubs import Name
from league.api.shapes.fields import Choice, Items, Moment, Shape, Text, Whole
from league.api.shapes.hands import PersonShown
from league.clubs.models import NAME_LENGTH, Role

LONGEST_HOURS = 24 * 30
COMING_AS = [(role.value, role.label) for role in (Role.PLAYER, Role.SPECTATOR)]


class InvitationSent(Shape):
    """An invitation to make."""

    hours = Whole(
        "For how many hours people can join by it.", 168, min_value=1, max_value=LONGEST_HOURS
    )
    role = Choice("As what they come; left out, as players.", "player", COMING_AS, required=False)


class InvitationShown(Shape):
    """A link by which people make themselves players of a club."""

    id = Whole("The invitation.", 2)
    club = Text("The club's address.", "zoo-club", source="club.slug")
    token = Text("Whoever has it can join.", "Vq3…")
    address = Text("What its QR code opens.", "https://example.org/join/Vq3…/", source="link")
    role = Choice("As what people come in.", "player", Role.choices)
    made_by = PersonShown(allow_null=True, help_text="Who made it, if that is known.")
    created_at = Moment("When it was made.")
    expires_at = Moment("When it ends.", "2026-11-13T19:30:00Z")


class JoiningSent(Shape):
    """Somebody who joins a club."""

    name = Name("The name.", "Zoë", max_length=NAME_LENGTH)
    not_these = Items(
        "Ids of players with nearly the same name, who are somebody else: an answer to the refusal "
        "`look_alike`.",
        [7],
        child=Whole("A player.", 7, min_value=1),
        required=False,
        max_length=50,
    )


class PreferencesSent(Shape):
    """What players decide about themselves."""

    name = Name("What everybody reads; it may be a pseudonym.", "Zoë", max_length=NAME_LENGTH)
    real_name = Name(
        "The real name, for organisers alone; empty for none, left out it stays.",
        "Zoë Müller",
        max_length=NAME_LENGTH,
        allow_blank=True,
        required=False,
    )
