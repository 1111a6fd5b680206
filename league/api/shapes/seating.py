"""Draws before they count, changes of a seating, and what each would mean."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api.shapes.fields import Choice, Flag, Items, Moment, Shape, Text, Whole
from league.api.shapes.hands import PersonShown
from league.api.shapes.rounds import TablesWanted
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.words import change_words

BY_PEOPLE = [
    choice
    for choice in ChangeKind.choices
    if choice[0] not in {ChangeKind.SEATED, ChangeKind.UNSEATED}
]
MOST_AT_A_TABLE = 8


class DrawAsked(TablesWanted):
    """A draw to look at."""

    seed = Whole(
        "The number that all chance comes from; left out, that of the plan, or a new one.",
        1234,
        min_value=0,
        max_value=999_999_999,
        required=False,
    )


class DrawnSeatShown(Shape):
    """A seat as it would be."""

    number = Whole("The seat, from 0.", 0)
    entry = Whole("Whose seat it is.", 11)
    name = Text("Who it is.", "Ada")
    partner = Text("Who would be the partner; empty for nobody.", "", allow_blank=True)
    reason = Text("Why there.", "", allow_blank=True)


class DrawnTableShown(Shape):
    """A table as it would be."""

    number = Whole("Its number in the round.", 1)
    seats = DrawnSeatShown(many=True, help_text="Who would sit there.")


class TogetherShown(Shape):
    """Two who would share a table."""

    one = Text("One of them.", "Ada")
    other = Text("The other.", "Björn")
    times = Whole("How often they met before.", 1)
    why = Text("Why they are kept apart, if they are.", "", allow_blank=True)
    note = Text("Who stood in for one of them then.", "", allow_blank=True)


class DrawShown(Shape):
    """A draw: what seating the round with this seed would do."""

    seed = Whole("The number that all chance comes from.", 1234)
    known = Text("To send with the seating, so that just this comes of it.", "9b2f…")
    seating = Whole("The round's `seating`, to send with it too.", 0)
    tables = DrawnTableShown(many=True, help_text="The tables.")
    again = TogetherShown(many=True, help_text="Who would meet again.")
    broken = TogetherShown(many=True, help_text="Who are kept apart, and yet would sit together.")
    idle = Items("Who would have no seat.", ["Emil"], child=Text("A name.", "Emil"))
    words = Items("How it was drawn, in words.", ["…"], child=Text("A sentence.", "…"))


class ChangeSent(Shape):
    """What is to be done to the seats of an open round; each kind needs some of the ids.

    `moved` an `entry`, to a `table` or else to the best one. `swapped` an `entry` with the entry
    `other`. `left`, `sat_out` and `no_show` an `entry`. `substituted`: a `player` for an `entry`.
    `opened`: a new table for `entries`. `merged`: the table `other` into a `table`. `split`,
    `dissolved` and `ordered` a `table`. `deals`: an `entry`. `repaired` needs none.
    """

    seating = Whole("The round's `seating` as you know it.", 1, min_value=0)
    kind = Choice("What is to be done.", "moved", BY_PEOPLE)
    entry = Whole("An entry.", 11, min_value=1, required=False)
    other = Whole("Another entry, or another table.", 12, min_value=1, required=False)
    table = Whole("A table.", 21, min_value=1, required=False)
    player = Whole("A player.", 7, min_value=1, required=False)
    entries = Items(
        "Entries.",
        [11, 12, 13],
        child=Whole("An entry.", 11, min_value=1),
        required=False,
        max_length=MOST_AT_A_TABLE,
    )


class ChangeWords(Text):
    """What a change was, in the language of the request."""

    def get_attribute(self, instance: SeatingChange) -> str:
        """Return the words of a change."""
        return change_words(instance)


class SeatingChangeShown(Shape):
    """Something that was done to the seats of a round."""

    id = Whole("The change.", 3)
    round = Whole("The round.", 9, source="round_id")
    number = Whole("The round's `seating` after it.", 2)
    kind = Choice("What was done.", "moved", ChangeKind.choices)
    words = ChangeWords("What was done, in words.", "Ada got a seat at table 2.")
    by = PersonShown(allow_null=True, help_text="Who did it, if that is known.")
    created_at = Moment("When.")
    undone_at = Moment("When it was undone.", None, allow_null=True)


class SeatedShown(Shape):
    """How a round is seated after a change."""

    seating = Whole("The round's `seating` now.", 2)
    change = SeatingChangeShown(
        allow_null=True, help_text="What was done; null if it was so already."
    )


class RowAfterShown(Shape):
    """A seat as it will be."""

    seat = Whole("The seat, from 0.", 0)
    entry = Whole("Whose seat it is.", 11)
    name = Text("Who plays there.", "Ada")
    own = Text("For whom, if for somebody else.", "", allow_blank=True)
    is_new = Flag("Whether they did not sit at this table before.", True)
    pair = Whole("Seats with the same number are partners.", None, allow_null=True)


class TableAfterShown(Shape):
    """A table that changes, as it will be."""

    number = Whole("Its number in the round.", 2)
    is_new = Flag("Whether it is a new one.", False)
    is_unusual = Flag("Whether its size is not one of the competition's.", False)
    dealer = Whole("The seat that deals first.", 0)
    rows = RowAfterShown(many=True, help_text="Who will sit there.")


class MoveShown(Shape):
    """Somebody who goes to a table."""

    name = Text("Who plays.", "Ada")
    own = Text("For whom, if for somebody else.", "", allow_blank=True)
    from_table = Whole(
        "The number of their table; null: they sit nowhere.", 1, source="source", allow_null=True
    )
    to_table = Whole("The number of their table after it.", 2, source="target", allow_null=True)


class EffectsShown(Shape):
    """What a change of the seats would mean. Nothing was done."""

    tables = TableAfterShown(many=True, help_text="The tables that change, as they will be.")
    moves = MoveShown(many=True, help_text="Who goes where.")
    leaving = Text("Who will have no seat.", "", allow_blank=True)
    gone = Items("The numbers of tables that will be gone.", [], child=Whole("A number.", 3))
    again = TogetherShown(many=True, help_text="Who will meet again.")
    broken = TogetherShown(many=True, help_text="Who are kept apart, and yet will sit together.")


class ClockSent(Shape):
    """What is to be done to a round's clock."""

    do = Choice(
        "`start` it, `restart` it, give it other `minutes` in all, `pause` it, let it `resume`, or "
        "call the `last_hand`.",
        "start",
        [(word, word) for word in ("start", "restart", "minutes", "pause", "resume", "last_hand")],
    )
    minutes = Whole(
        "How long it runs; left out at a start, what the stage says.",
        90,
        min_value=1,
        max_value=24 * 60,
        required=False,
    )
    started_at = Moment(
        "Of `restart`: the `clock_started_at` that you have read, so that it happens once.",
        None,
        allow_null=True,
        required=False,
    )

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Need what its kind needs."""
        needed = {"minutes": "minutes", "restart": "started_at"}.get(attrs["do"])
        if needed is not None and needed not in attrs:
            raise ValidationError({needed: [_("This is missing.")]}, code="required")
        return attrs
