"""Who takes part: teams, guests, and who is kept apart."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.shapes.clubs import MOST_AT_ONCE, Name, WhoShown
from league.api.shapes.competitions import EntryShown
from league.api.shapes.fields import Choice, Flag, Items, Moment, Shape, Whole
from league.clubs.models import NAME_LENGTH
from league.competitions.models import ApartReason


class EntryOpened(EntryShown):
    """An entry of a competition."""

    competition = Whole("The competition.", 5, source="competition_id")
    withdrawn_at = Moment("When they withdrew.", None, allow_null=True)


class EntryChange(Shape):
    """What of an entry is to be otherwise."""

    team = Name(
        "The team; empty for none.",
        "Lions",
        max_length=NAME_LENGTH,
        allow_blank=True,
        required=False,
    )
    is_guest = Flag("Whether they are a guest.", False, required=False)


class TeamSent(Shape):
    """A team that takes part."""

    team = Name("Its name.", "Lions", max_length=NAME_LENGTH)
    players = Items(
        "Ids of players of the club.",
        [7, 8],
        child=Whole("A player.", 7, min_value=1),
        required=False,
        max_length=MOST_AT_ONCE,
    )
    new = Items(
        "Names of members who are no players of the club yet; they are added to it.",
        ["Zoë"],
        child=Name("A name.", "Zoë", max_length=NAME_LENGTH),
        required=False,
        max_length=MOST_AT_ONCE,
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need somebody."""
        if not attrs.get("players") and not attrs.get("new"):
            raise ValidationError({"players": [_("Nobody is in this team.")]}, code="empty")
        return attrs


class ApartShown(Shape):
    """Two players who are not seated together if it can be helped."""

    id = Whole("The pair.", 2)
    one = WhoShown(help_text="One of them.")
    other = WhoShown(help_text="The other.")
    competition = Whole(
        "The competition; null: in all of the club's.", 5, source="competition_id", allow_null=True
    )
    reason = Choice("Why.", "family", ApartReason.choices)


class ApartSent(Shape):
    """Two players to keep apart."""

    players = Items(
        "The two.",
        [7, 8],
        child=Whole("A player.", 7, min_value=1),
        min_length=2,
        max_length=2,
    )
    reason = Choice("Why.", "family", ApartReason.choices)
    everywhere = Flag("Whether in all competitions of the club.", False, required=False)

    def validate_players(self, value: list[int]) -> list[int]:
        """Refuse to keep somebody apart from themselves."""
        if value[0] == value[1]:
            raise ValidationError(_("Choose somebody else."), code="invalid")
        return value
