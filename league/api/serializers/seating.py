"""Draws before they count, changes of a seating, and what each would mean."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.fields import Choice, Flag, Ids, Items, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import PlayerNameSerializer
from league.api.serializers.rounds import DrawTermsSerializer
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.words import change_words

BY_PEOPLE = [
    choice
    for choice in ChangeKind.choices
    if choice[0] not in {ChangeKind.SEATED, ChangeKind.UNSEATED}
]


class DrawCreateSerializer(DrawTermsSerializer):
    """A draw to look at."""

    seed = Whole(
        "The number that all chance comes from; left out, that of the plan, or a new one.",
        1234,
        min_value=0,
        max_value=999_999_999,
    )


class DrawnSeatSerializer(StrictSerializer):
    """A seat as it would be."""

    number = Whole("The seat, from 0.", 0, source="seat.number")
    entry = Whole("Whose seat it is.", 11)
    name = Text("Who it is.", "Ada", source="seat.name")
    partner = Text("Who would be the partner; empty for nobody.", "", source="seat.partner")
    reason = Text("Why there.", "", source="seat.reason")


class DrawnTableSerializer(StrictSerializer):
    """A table as it would be."""

    number = Whole("Its number in the round.", 1)
    seats = DrawnSeatSerializer(many=True, help_text="Who would sit there.")


class TogetherSerializer(StrictSerializer):
    """Two who would share a table."""

    one = Text("One of them.", "Ada")
    other = Text("The other.", "Björn")
    times = Whole("How often they met before.", 1)
    why = Text("Why they are kept apart, if they are.", "")
    note = Text("Who stood in for one of them then.", "")


class DrawSerializer(StrictSerializer):
    """A draw: what seating the round with this seed would do."""

    seed = Whole("The number that all chance comes from.", 1234)
    known = Text(
        "To send with the seating, so that just this comes of it.", "9b2f…", source="preview.digest"
    )
    seating = Whole("The round's `seating`, to send with it too.", 0)
    tables = DrawnTableSerializer(many=True, help_text="The tables.")
    again = TogetherSerializer(many=True, help_text="Who would meet again.", source="preview.again")
    broken = TogetherSerializer(
        many=True,
        source="preview.broken",
        help_text="Who are kept apart, and yet would sit together.",
    )
    idle = Items(
        "Who would have no seat.", ["Emil"], child=Text("A name.", "Emil"), source="preview.idle"
    )
    words = Items(
        "How it was drawn, in words.", ["…"], child=Text("A sentence.", "…"), source="preview.words"
    )


class SeatingChangeCreateSerializer(OptionalSerializer):
    """What is to be done to the seats of an open round; each kind needs some of the ids.

    `moved` an `entry`, to a `table` or else to the best one. `swapped` an `entry` with the entry
    `other`. `left`, `sat_out` and `no_show` an `entry`. `substituted`: a `player` for an `entry`.
    `opened`: a new table for `entries`. `merged`: the table `other` into a `table`. `split`,
    `dissolved` and `ordered` a `table`. `deals`: an `entry`. `repaired` needs none.
    """

    needed = ("seating", "kind")

    seating = Whole("The round's `seating` as you know it.", 1, min_value=0)
    kind = Choice("What is to be done.", "moved", BY_PEOPLE)
    entry = Positive("An entry.", 11)
    other = Positive("Another entry, or another table.", 12)
    table = Positive("A table.", 21)
    player = Positive("A player.", 7)
    entries = Ids("Entries.", [11, 12, 13], max_length=8)


class ChangeWords(Text):
    """What a change was, in the language of the request."""

    def get_attribute(self, instance: SeatingChange) -> str:
        """Return the words of a change."""
        return change_words(instance)


class SeatingChangeSerializer(StrictSerializer):
    """Something that was done to the seats of a round."""

    id = Whole("The change.", 3)
    round = Whole("The round.", 9, source="round_id")
    number = Whole("The round's `seating` after it.", 2)
    kind = Choice("What was done.", "moved", ChangeKind.choices)
    words = ChangeWords("What was done, in words.", "Ada got a seat at table 2.")
    by = PlayerNameSerializer(allow_null=True, help_text="Who did it, if that is known.")
    created_at = Moment("When.")
    undone_at = Moment("When it was undone.", None, allow_null=True)


class SeatedSerializer(StrictSerializer):
    """How a round is seated after a change."""

    seating = Whole("The round's `seating` now.", 2)
    change = SeatingChangeSerializer(
        allow_null=True, help_text="What was done; null if it was so already."
    )


class RowAfterSerializer(StrictSerializer):
    """A seat as it will be."""

    seat = Whole("The seat, from 0.", 0)
    entry = Whole("Whose seat it is.", 11)
    name = Text("Who plays there.", "Ada")
    own = Text("For whom, if for somebody else.", "")
    is_new = Flag("Whether they did not sit at this table before.", True)
    pair = Whole("Seats with the same number are partners.", None, allow_null=True)


class TableAfterSerializer(StrictSerializer):
    """A table that changes, as it will be."""

    number = Whole("Its number in the round.", 2)
    is_new = Flag("Whether it is a new one.", False)
    is_unusual = Flag("Whether its size is not one of the competition's.", False)
    dealer = Whole("The seat that deals first.", 0)
    rows = RowAfterSerializer(many=True, help_text="Who will sit there.")


class SeatMoveSerializer(StrictSerializer):
    """Somebody who goes to a table."""

    name = Text("Who plays.", "Ada")
    own = Text("For whom, if for somebody else.", "")
    from_table = Whole(
        "The number of their table; null: they sit nowhere.", 1, source="source", allow_null=True
    )
    to_table = Whole("The number of their table after it.", 2, source="target", allow_null=True)


class EffectsSerializer(StrictSerializer):
    """What a change of the seats would mean. Nothing was done."""

    tables = TableAfterSerializer(many=True, help_text="The tables that change, as they will be.")
    moves = SeatMoveSerializer(many=True, help_text="Who goes where.")
    leaving = Text("Who will have no seat.", "")
    gone = Items("The numbers of tables that will be gone.", [], child=Whole("A number.", 3))
    again = TogetherSerializer(many=True, help_text="Who will meet again.")
    broken = TogetherSerializer(
        many=True, help_text="Who are kept apart, and yet will sit together."
    )


class ClockCreateSerializer(OptionalSerializer):
    """What is to be done to a round's clock."""

    needed = ("do",)

    do = Choice(
        "`start` it, `restart` it, give it other `minutes` in all, `pause` it, let it `resume`, or "
        "call the `last_hand`.",
        "start",
        [(word, word) for word in ("start", "restart", "minutes", "pause", "resume", "last_hand")],
    )
    minutes = Positive(
        "How long it runs; left out at a start, what the stage says.", 90, max_value=24 * 60
    )
    started_at = Moment(
        "Of `restart`: the `clock_started_at` that you have read, so that it happens once.",
        None,
        allow_null=True,
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need what its kind needs."""
        needed = {"minutes": "minutes", "restart": "started_at"}.get(attrs["do"])
        if needed is not None and needed not in attrs:
            raise ValidationError({needed: [_("This is missing.")]}, code="required")
        return attrs
