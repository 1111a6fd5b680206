"""Serializers of rounds, attendance, tables, draws and seating changes."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

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
    Whole,
)
from league.api.serializers.base import EXAMPLE_GAME, GameSlug, OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import MOST_AT_ONCE, Name, PlayerNameSerializer
from league.api.serializers.competitions import Size
from league.competitions.models import AbsenceReason, RoundStatus, SeatingPriority
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.texts import change_text

MOST_TABLES = 200
Seed = partial(Whole, min_value=0, max_value=999_999_999)


class RoundSerializer(StrictSerializer):
    """A round."""

    id = Whole("The id of the round.", 9)
    competition = Whole("The id of the competition.", 5, source="stage.competition_id")
    stage = Whole("The number of its stage.", 1, source="stage.number")
    number = Whole("Its number in the competition.", 2)
    status = Choice("Its status.", "open", RoundStatus.choices)
    opens_at = Timestamp("When it is scheduled to open.", allow_null=True)
    closes_at = Timestamp("When it is scheduled to close.", "2026-11-06T23:00:00Z", allow_null=True)
    opened_at = Timestamp("When it was opened.", allow_null=True)
    closed_at = Timestamp("When it was closed.", None)
    missed_at = Timestamp("When it was found that its time had passed unused.", None)
    seating = Whole("Grows with every change of the seating.", 1)
    seated_at = Timestamp("When it was seated.", allow_null=True)
    clock_minutes = Whole("The length of the round clock.", 90, allow_null=True)
    clock_started_at = Timestamp("When the round clock was started.", None)
    clock_paused_at = Timestamp("When the round clock was paused.", None)
    last_hand_called_at = Timestamp("When the last hand was called.", None)
    time_called_at = Timestamp("When time was called.", None)


class RoundsQuerySerializer(OptionalSerializer):
    """Filters of a list of rounds."""

    status = Choice("Only rounds with this status.", "open", RoundStatus.choices)


class AttendeeSerializer(StrictSerializer):
    """The attendance of a player in a round."""

    player = PlayerNameSerializer(help_text="The player.")
    is_entered = Flag("Whether the player has an entry.", True, source="takes_part")
    checked_in_at = Timestamp("When the player checked in, if so.", allow_null=True)
    table = Whole("The id of the player's table.", 21, source="seat.table_id", allow_null=True)
    absence = Choice(
        "Why there is no seat; else empty.",
        "",
        AbsenceReason.choices,
        allow_blank=True,
        source="away",
    )


class CheckInCreateSerializer(StrictSerializer):
    """Players to check in."""

    players = Ids(
        "The ids of players of the club; others are ignored.",
        [7, 8],
        source="player_ids",
        min_length=1,
        max_length=MOST_AT_ONCE,
    )
    allow_unqualified = Flag(
        "Let in players who did not qualify for the stage.",
        False,
        source="accepts_unqualified",
        required=False,
    )


class NewPlayerCreateSerializer(StrictSerializer):
    """A new player to check in."""

    name = Name("The name.", "Zoë")
    seen = Whole("The highest player id you know, or 0: prevents duplicates.", 0, min_value=0)


class AbsenceSerializer(StrictSerializer):
    """An entry without a seat in a round."""

    entry = Whole("The id of the entry.", 11, source="entry_id")
    player = PlayerNameSerializer(help_text="The player.", source="entry.player")
    reason = Choice("Why.", "absent", AbsenceReason.choices)


class AbsenceUpdateSerializer(StrictSerializer):
    """The reason of an absence."""

    reason = Choice("Why.", "requested_bye", AbsenceReason.choices)


class DrawSettingsSerializer(OptionalSerializer):
    """The settings of a draw."""

    sizes = Items(
        "The number of seats at each table; default: the best sizes.",
        [5, 4, 4],
        child=Size("A size.", 4),
        min_length=1,
        max_length=MOST_TABLES,
    )
    seating_priority = Choice("Default: as the stage says.", "fresh", SeatingPriority.choices)


class SeatingCreateSerializer(DrawSettingsSerializer):
    """A round to seat."""

    needed = ("seating", "seed")

    seating = Whole("The round's `seating` as you know it.", 0, min_value=0)
    seed = Seed("The draw number.", 1234)
    allow_separated = Flag("Seat separated players if needed.", False, source="accepts_broken")
    digest = Text("The preview's digest; 409 if outdated.", "9b2f…", max_length=100, source="known")


class SeatSerializer(StrictSerializer):
    """A seat of a table, clockwise."""

    number = Whole("The number of the seat, from 0.", 0)
    player = PlayerNameSerializer(help_text="The player.")
    entry = Whole("The id of the entry it counts for.", 11, source="entry_id")
    pair = Whole("Seats with the same number are partners.", None)


class ScoreSerializer(StrictSerializer):
    """The score of a match."""

    hands = Whole("The number of hands that count.", 3)
    totals = Numbers("The totals by seat.", [13, 12, 6, 13])
    places = Numbers("The places by seat.", [1, 3, 4, 1])
    is_over = Flag("Whether the match is over.", False)


class TableSerializer(StrictSerializer):
    """A table."""

    id = Whole("The id of the table.", 21)
    round = Whole("The id of its round.", 9, source="round_id")
    competition = Whole("The id of its competition.", 5, source="round.stage.competition_id")
    number = Whole("Its number in the round.", 1)
    game = GameSlug("The game.", EXAMPLE_GAME)
    options = Options("The options of the game.", {"target": 19})
    dealer = Whole("The seat that deals first.", 0)
    seating = Whole("Grows with every change of its seats.", 1)
    revision = Whole("Grows with every change at the table.", 4, source="version")
    hands_limit = Whole("The number of hands of a match, if limited.", None)
    takes_hands = Flag("Whether hands can be recorded now.", True)
    adjourned_at = Timestamp("When it was adjourned.", None)
    dissolved_at = Timestamp("When another seating replaced it.", None)
    seats = SeatSerializer(many=True, help_text="Its seats.", source="seats.all")
    score = ScoreSerializer(allow_null=True, help_text="The score; null before the first hand.")


class SpellSerializer(StrictSerializer):
    """Hands of a seat that one player has played."""

    seat = Whole("The number of the seat.", 0, source="seat.number")
    player = PlayerNameSerializer(help_text="The player.")
    first_hand = Whole("The number of the first hand.", 1, source="first")
    last_hand = Whole(
        "The number of the last; null if the player still sits there.",
        2,
        source="last",
        allow_null=True,
    )
    is_substitute = Flag("Whether the seat counts for another player’s entry.", False)


class TableDetailSerializer(TableSerializer):
    """A table with its next hand."""

    played_by = SpellSerializer(
        many=True, help_text="Who has played which hands, by seat.", source="lineup.spells"
    )

    next_hand = Data(
        "What is known of the next hand; null if the match is over.",
        {"number": 4, "dealer": 3, "leader": 0, "teams": [[0, 3], [1, 2]], "solo": None},
        allow_null=True,
    )
    online_token = Text("The token of its online table, if any.", None)


class CodeSerializer(StrictSerializer):
    """The table code."""

    id = Whole("The id of the code; not a secret.", 31)
    code = Text("The secret code.", "4vZ…")
    url = Text("The link in its QR code.", "https://example.org/t/4vZ…/")


class CodeUpdateSerializer(StrictSerializer):
    """A table code to replace."""

    id = Positive("The id of the code.", 31, source="code_id")


class DrawCreateSerializer(DrawSettingsSerializer):
    """A draw to preview."""

    seed = Seed("The draw number; default: a new one.", 1234)


class DrawnSeatSerializer(StrictSerializer):
    """A seat of a drawn table."""

    number = Whole("The number of the seat, from 0.", 0, source="seat.number")
    entry = Whole("The id of the entry.", 11)
    name = Text("The name of the player.", "Ada", source="seat.name")
    partner = Text("The name of the partner, or empty.", "", source="seat.partner")
    reason = Text("Why the player would sit there.", "", source="seat.reason")


class DrawnTableSerializer(StrictSerializer):
    """A drawn table."""

    number = Whole("Its number in the round.", 1)
    seats = DrawnSeatSerializer(many=True, help_text="Its seats.")


class RepeatMeetingSerializer(StrictSerializer):
    """Two players who would share a table."""

    one = Text("The name of the first player.", "Ada")
    other = Text("The name of the second player.", "Björn")
    times = Whole("How often they met before.", 1)
    reason = Text("Why they are kept apart, if they are.", "", source="why")
    note = Text("Who was a substitute then.", "")


Meetings = partial(RepeatMeetingSerializer, many=True)


class DrawSerializer(StrictSerializer):
    """The preview of a draw."""

    seed = Whole("The draw number.", 1234)
    digest = Text("To send with the seating: confirms this draw.", "9b2f…", source="preview.digest")
    seating = Whole("The round's `seating`, to send too.", 0)
    tables = DrawnTableSerializer(many=True, help_text="The tables.")
    repeats = Meetings(help_text="Repeat meetings.", source="preview.again")
    separations = Meetings(help_text="Separated players who share one.", source="preview.broken")
    without_seat = Texts("The names of players without a seat.", ["Emil"], source="preview.idle")
    notes = Texts("How it was drawn.", ["…"], source="preview.texts")


class SeatingChangeCreateSerializer(OptionalSerializer):
    """A change of the seating of an open round; each kind needs some of the ids.

    `moved`: an `entry`, to a `table` or else to the best one. `swapped`: an `entry` with the entry
    `other`. `left`, `sat_out`, `no_show` and `deals`: an `entry`. `reduced`, `ended` and `voided`:
    the `entry` of a player who leaves a match. `substituted`: a `player` for an `entry`. `opened`:
    a new table for `entries`. `merged`: the table `other` into a `table`. `split`, `dissolved` and
    `ordered`: a `table`. `repaired` needs none.
    """

    needed = ("seating", "kind")

    seating = Whole("The round's `seating` as you know it.", 1, min_value=0)
    kind = Choice(
        "The kind of change.",
        "moved",
        [each for each in ChangeKind.choices if each[0] not in {"seated", "unseated"}],
    )
    entry = Positive("The id of an entry.", 11)
    other = Positive("The id of another entry or table.", 12)
    table = Positive("The id of a table.", 21)
    player = Positive("The id of a player.", 7)
    entries = Ids("The ids of entries.", [11, 12, 13], max_length=8)


class ChangeText(Text):
    """The description of a seating change, in the language of the request."""

    def get_attribute(self, instance: SeatingChange) -> str:
        """Return the description of a change."""
        return change_text(instance, instance.round.stage.competition.site_game)


class SeatingChangeSerializer(StrictSerializer):
    """A change of the seating of a round."""

    id = Whole("The id of the change.", 3)
    round = Whole("The id of the round.", 9, source="round_id")
    number = Whole("The round's `seating` after it.", 2)
    kind = Choice("The kind of change.", "moved", ChangeKind.choices)
    text = ChangeText("The change as a sentence.", "Ada got a seat at table 2.")
    by = PlayerNameSerializer(allow_null=True, help_text="Who made it, if known.")
    created_at = Timestamp("When it was made.")
    undone_at = Timestamp("When it was undone.", None)


class SeatedSerializer(StrictSerializer):
    """The result of a seating change."""

    seating = Whole("The round's `seating` now.", 2)
    change = SeatingChangeSerializer(allow_null=True, help_text="The change; null if none.")


class RowAfterSerializer(StrictSerializer):
    """A seat after a change."""

    seat = Whole("The number of the seat, from 0.", 0)
    entry = Whole("The id of the entry.", 11)
    name = Text("The name of the player.", "Ada")
    substitute_for = Text("Whose seat it is, of a substitute.", "", source="own")
    is_new = Flag("Whether the player is new at the table.", True)
    pair = Whole("Seats with the same number are partners.", None)


class TableAfterSerializer(StrictSerializer):
    """A table after a change."""

    number = Whole("Its number in the round.", 2)
    is_new = Flag("Whether it is a new table.", False)
    is_unusual = Flag("Whether its size is outside the competition's settings.", False)
    dealer = Whole("The seat that deals first.", 0)
    seats = RowAfterSerializer(many=True, help_text="Its seats.", source="rows")


class SeatMoveSerializer(StrictSerializer):
    """A player who changes tables."""

    name = Text("The name of the player.", "Ada")
    substitute_for = Text("Whose seat it is, of a substitute.", "", source="own")
    from_table = Whole("The old table number, if any.", 1, source="source", allow_null=True)
    to_table = Whole("The new table number, if any.", 2, source="target", allow_null=True)


class SeatingImpactSerializer(StrictSerializer):
    """The impact of a seating change, which is not made."""

    tables = TableAfterSerializer(many=True, help_text="The tables that change.")
    moves = SeatMoveSerializer(many=True, help_text="The players who change tables.")
    leaving = Text("The name of the player without a seat.", "")
    removed_tables = Numbers("The numbers of tables that are removed.", [], source="gone")
    repeats = Meetings(help_text="Repeat meetings.", source="again")
    separations = Meetings(help_text="Separated players who share a table.", source="broken")


class ClockCreateSerializer(OptionalSerializer):
    """An action on the round clock."""

    needed = ("action",)

    action = Choice(
        "The action; `minutes` changes the length.",
        "start",
        ["start", "restart", "minutes", "pause", "resume", "last_hand"],
    )
    minutes = Positive("The length; default: as the stage says.", 90, max_value=24 * 60)
    started_at = Timestamp("Of `restart`: the `clock_started_at` you have read.", None)

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Require what the action needs."""
        needed = {"minutes": "minutes", "restart": "started_at"}.get(attrs["action"])
        if needed is not None and needed not in attrs:
            raise ValidationError({needed: [_("This value is missing.")]}, code="required")
        return attrs
