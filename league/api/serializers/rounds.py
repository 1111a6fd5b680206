"""Rounds, who is there, and the tables at which they sit."""

from league.api.fields import Choice, Data, Flag, Ids, Items, Moment, Positive, Text, Whole
from league.api.serializers.base import OptionalSerializer, StrictSerializer
from league.api.serializers.clubs import MOST_AT_ONCE, Name, PlayerNameSerializer
from league.api.serializers.competitions import Size
from league.api.serializers.games import EXAMPLE_GAME, GAMES
from league.competitions.models import Absence, Balance, RoundStatus

MOST_TABLES = 200


class RoundSerializer(StrictSerializer):
    """A round: one seating of a stage."""

    id = Whole("The round.", 9)
    competition = Whole("The competition.", 5, source="stage.competition_id")
    stage = Whole("The number of its stage.", 1, source="stage.number")
    number = Whole("Its number, through all stages.", 2)
    status = Choice("Where it stands.", "open", RoundStatus.choices)
    opens_at = Moment("When it opens by itself.", allow_null=True)
    closes_at = Moment("When it closes by itself.", "2026-11-06T23:00:00Z", allow_null=True)
    opened_at = Moment("When it was opened.", allow_null=True)
    closed_at = Moment("When it was closed.", None, allow_null=True)
    missed_at = Moment(
        "When it was found that its time had passed unused; an organiser decides about it.",
        None,
        allow_null=True,
    )
    seating = Whole("It grows each time it is seated, or its seating undone.", 1)
    seated_at = Moment("When it was seated.", allow_null=True)
    clock_minutes = Whole("How long its clock runs.", 90, allow_null=True)
    clock_started_at = Moment("When its clock was started.", None, allow_null=True)
    clock_paused_at = Moment("Since when its clock stands still.", None, allow_null=True)
    last_hand_called_at = Moment("When the last hand was called.", None, allow_null=True)
    time_called_at = Moment("When it was called that time is up.", None, allow_null=True)


class RoundsQuerySerializer(OptionalSerializer):
    """Which rounds."""

    status = Choice("Only those that stand so.", "open", RoundStatus.choices)


class AttendeeSerializer(StrictSerializer):
    """Whether somebody is there for a round."""

    player = PlayerNameSerializer(help_text="Who it is.")
    takes_part = Flag("Whether they take part in the competition.", True)
    checked_in_at = Moment("When they checked in; null: not yet.", allow_null=True)
    table = Whole("The table at which they sit.", 21, source="seat.table_id", allow_null=True)
    away = Choice(
        "Why they have no seat; empty where nothing is noted.",
        "",
        Absence.choices,
        allow_blank=True,
    )


class CheckInCreateSerializer(StrictSerializer):
    """Players who are there."""

    players = Ids(
        "Ids of players of the club; those that are not are left out.",
        [7, 8],
        source="player_ids",
        min_length=1,
        max_length=MOST_AT_ONCE,
    )


class NewPlayerCreateSerializer(StrictSerializer):
    """Somebody who is there and no player of the club yet."""

    name = Name("The name.", "Zoë")
    seen = Whole(
        "The newest player that you know, 0 for none: sent twice, it is one player.", 0, min_value=0
    )


class AbsenceSerializer(StrictSerializer):
    """Somebody who did not play in a round."""

    entry = Whole("The entry.", 11, source="entry_id")
    player = PlayerNameSerializer(help_text="Who it is.", source="entry.player")
    reason = Choice("Why.", "absent", Absence.choices)


class AbsenceCreateSerializer(StrictSerializer):
    """Why somebody did not play."""

    reason = Choice("Why.", "wish", Absence.choices)


class DrawTermsSerializer(OptionalSerializer):
    """What a draw is asked for."""

    sizes = Items(
        "How many sit at each table; left out, the best that the competition allows.",
        [5, 4, 4],
        child=Size("A size.", 4),
        min_length=1,
        max_length=MOST_TABLES,
    )
    balance = Choice(
        "What to prefer this time; left out, what the stage does.", "fresh", Balance.choices
    )


class SeatingCreateSerializer(DrawTermsSerializer):
    """How a round is to be seated."""

    needed = ("seating", "seed")

    seating = Whole("The round's `seating` as you know it.", 0, min_value=0)
    seed = Whole(
        "The number that all chance comes from: the same one draws the same tables.",
        1234,
        min_value=0,
        max_value=999_999_999,
    )
    accepts_broken = Flag(
        "Whether players who are kept apart may sit together if it cannot be helped.", False
    )
    known = Text(
        "What a preview of the draw gave as `known`: if anything has changed since, nothing is "
        "done, and the answer is 409.",
        "9b2f…",
        max_length=100,
    )


class SeatSerializer(StrictSerializer):
    """A seat: a place at a table, 0-based, clockwise."""

    number = Whole("The seat, from 0.", 0)
    player = PlayerNameSerializer(help_text="Who plays there.")
    entry = Whole("Whose league points are played for.", 11, source="entry_id")
    pair = Whole("Seats with the same number are partners.", None, allow_null=True)


class ScoreSerializer(StrictSerializer):
    """How a match stands."""

    hands = Whole("How many hands count.", 3)
    totals = Items("The totals, per seat.", [13, 12, 6, 13], child=Whole("A total.", 13))
    places = Items("The places, per seat.", [1, 3, 4, 1], child=Whole("A place.", 1))
    is_over = Flag("Whether the match is over.", False)


class TableSerializer(StrictSerializer):
    """A table: one match of one game."""

    id = Whole("The table.", 21)
    round = Whole("Its round.", 9, source="round_id")
    competition = Whole("Its competition.", 5, source="round.stage.competition_id")
    number = Whole("Its number in the round.", 1)
    game = Choice("The game.", EXAMPLE_GAME, GAMES)
    options = Data("The options that it is played with.", {"target": 19})
    dealer = Whole("The seat that deals first.", 0)
    seating = Whole("It grows when others sit on its seats.", 1)
    version = Whole("It grows with every change of anything at the table.", 4)
    hands_limit = Whole("After how many hands the match ends.", None, allow_null=True)
    takes_hands = Flag("Whether hands can be recorded now.", True)
    adjourned_at = Moment("Since when it is to finish later.", None, allow_null=True)
    dissolved_at = Moment("When another seating replaced it.", None, allow_null=True)
    seats = SeatSerializer(many=True, help_text="Who sits there.", source="seats.all")
    score = ScoreSerializer(allow_null=True, help_text="How the match stands; null before a hand.")


class TableDetailSerializer(TableSerializer):
    """A table, and what is known of its next hand."""

    next = Data(
        "The next hand, as the engine tells it; null once the match is over.",
        {"number": 4, "dealer": 3, "leader": 0, "teams": [[0, 3], [1, 2]], "solo": None},
        allow_null=True,
    )
    online = Text(
        "The token of its online table, if it is played on screens.",
        None,
        source="online_token",
        allow_null=True,
    )


class CodeSerializer(StrictSerializer):
    """The code that lies on a table."""

    id = Whole("The code's id, which opens nothing.", 31)
    code = Text("The code, for those who may record there anyway.", "4vZ…")
    address = Text("What the QR code on the table opens.", "https://example.org/t/4vZ…/")


class CodeCreateSerializer(StrictSerializer):
    """The code of a table that is to be replaced."""

    id = Positive("Its id; the code on a sheet that was lost, say.", 31, source="code_id")
