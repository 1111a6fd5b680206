"""The parts of a person's file about what was played, in the room and online."""

from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.privacy.personal_file.part import Part

_OF_ROUND = ("stage__competition__club__name", "stage__competition__name")
_AT_ROUND = tuple(f"round__{each}" for each in (*_OF_ROUND, "number"))
_AT_TABLE = tuple(f"table__{each}" for each in (*_AT_ROUND, "number"))
_AT_HAND = (*(f"hand__{each}" for each in _AT_TABLE), "hand__number")
_AT_SEALED = tuple(f"hand__{each}" for each in _AT_TABLE)
_AT_ONLINE = ("table__token", "table__game")
_OF_ENTRY = ("entry__competition__club__name", "entry__competition__name")
_OWN_SEAT = Q(seat=F("table__seats__number"))
_SEAT_OF_USER, _SEAT_OF_PLAYER = "table__seats__user", "table__seats__player"

PLAY: Final = (
    Part(
        "entries",
        _("Competitions you take part in."),
        "competitions.Entry",
        (
            *("competition__club__name", "competition__name", "team", "is_guest", "rating"),
            *("withdrawn_at", "created_at"),
        ),
        (),
        ("player",),
    ),
    Part(
        "stages",
        _("Stages you reached."),
        "competitions.StageEntry",
        (*_OF_ENTRY, "stage__number", "seed", "carried_points"),
        (),
        ("entry__player",),
    ),
    Part(
        "check_ins",
        _("Rounds you were checked in for, or checked others in for."),
        "competitions.CheckIn",
        (*_AT_ROUND, "entry__player__name", "created_at"),
        (),
        ("entry__player", "by"),
    ),
    Part(
        "absences",
        _("Rounds you did not play, and why."),
        "competitions.SittingOut",
        (*_AT_ROUND, "reason", "created_at"),
        (),
        ("entry__player",),
    ),
    Part(
        "seats",
        _("Where you sat, and for whom."),
        "competitions.Seat",
        (*_AT_TABLE, "number", "entry__player__name", "reason"),
        (),
        ("player", "entry__player"),
    ),
    Part(
        "substitutions",
        _("Where you stood in for somebody, somebody for you, or you noted it."),
        "competitions.Substitution",
        (
            *(f"seat__{each}" for each in _AT_TABLE),
            *("player_out__name", "player_in__name", "from_hand", "created_at"),
        ),
        (),
        ("player_out", "player_in", "by"),
    ),
    Part(
        "seating_changes",
        _("Seatings you changed."),
        "rounds.SeatingChange",
        (*_AT_ROUND, "kind", "created_at", "undone_at"),
        (),
        ("by", "undone_by"),
    ),
    Part(
        "hands",
        _("Hands of the tables you sat at: what was recorded, and the points of each seat."),
        "results.Hand",
        (*_AT_TABLE, "number", "is_void", "created_at", "current__record", "score__score"),
        (),
        ("table__seats__player", "table__seats__substitutions__player_out"),
    ),
    Part(
        "submissions",
        _("Hands you sent from a phone."),
        "results.Submission",
        (*_AT_HAND, "record", "verdict", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "revisions",
        _("Hands you entered, corrected or voided, with your reasons."),
        "results.HandRevision",
        (*_AT_HAND, "number", "kind", "record", "reason", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "answers",
        _("Hands you confirmed or disputed, with your words."),
        "results.HandAnswer",
        (*(f"revision__{each}" for each in _AT_HAND), "seat", "kind", "words", "via", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "final_results",
        _("Results without hands that you entered or changed."),
        "results.FinalRevision",
        (
            *(f"result__{each}" for each in _AT_TABLE),
            *("number", "kind", "outcome", "reason", "via", "created_at"),
        ),
        (),
        ("by",),
    ),
    Part(
        "sealed",
        _("What you sealed at a table and is not open yet."),
        "results.SealedSeat",
        (*_AT_SEALED, "number", "content", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "sealed_again",
        _("Seats that you let seal their cards anew."),
        "results.SealReset",
        (*_AT_SEALED, "number", "reason", "created_at"),
        (),
        ("by",),
    ),
    Part(
        "calls",
        _("Calls for an organiser that you made or saw to."),
        "results.TableCall",
        (*_AT_TABLE, "words", "via", "created_at", "coming_at", "done_at"),
        (),
        ("by", "coming_by", "done_by"),
    ),
    Part(
        "adjustments",
        _("Bonuses and penalties that you got, gave or cancelled."),
        "results.Adjustment",
        (
            *("competition__club__name", "competition__name", "entry__player__name", "kind"),
            *("points", "reason", "rule", "created_at", "cancelled_at", "cancel_reason"),
        ),
        (),
        ("entry__player", "by", "cancelled_by"),
    ),
    Part(
        "table_results",
        _("What you have from each table."),
        "standings.TableResult",
        (*_AT_TABLE, "seat", "place", "game_points", "points", "bonuses"),
        (),
        ("entry__player",),
    ),
    Part(
        "standings",
        _("What you have in each stage."),
        "standings.Standing",
        (
            *(*_OF_ENTRY, "stage__number", "points", "wins", "game_points", "tables", "rounds"),
            *("places", "byes", "carried", "ledger"),
        ),
        (),
        ("entry__player",),
    ),
    Part(
        "ratings",
        _("Your ratings."),
        "standings.PlayerRating",
        ("book__club__name", "book__game", "mu", "sigma", "hands"),
        (),
        ("player",),
    ),
    Part(
        "rating_changes",
        _("What each hand changed about your rating."),
        "standings.RatingChange",
        (*_AT_HAND, "place", "mu_before", "sigma_before", "mu", "sigma", "points", "hands"),
        (),
        ("player",),
    ),
)
ONLINE: Final = (
    Part(
        "online_seats",
        _("Online tables you sit at."),
        "online.OnlineSeat",
        (*_AT_ONLINE, "table__created_at", "table__ended_at", "number", "name", "forfeited_at"),
        ("user",),
        ("player",),
    ),
    Part(
        "online_moves",
        _("Moves of your seats at online tables."),
        "online.Move",
        ("hand__table__token", "hand__number", "number", "seat", "type", "action", "created_at"),
        ("hand__table__seats__user",),
        ("hand__table__seats__player",),
        Q(seat=F("hand__table__seats__number")),
    ),
    Part(
        "remarks",
        _("What you said at online tables."),
        "online.Remark",
        (*_AT_ONLINE, "seat", "name", "code", "text", "created_at", "hidden_at"),
        (_SEAT_OF_USER,),
        (_SEAT_OF_PLAYER,),
        _OWN_SEAT,
    ),
    Part(
        "reports",
        _("Messages of others that you reported."),
        "online.Report",
        ("remark__table__token", "seat", "name", "created_at"),
        ("remark__table__seats__user",),
        ("remark__table__seats__player",),
        Q(seat=F("remark__table__seats__number")),
    ),
    Part(
        "happenings",
        _("When you came to online tables, went, or were late."),
        "online.Happening",
        (*_AT_ONLINE, "doing", "name", "by", "hand", "moves", "created_at"),
        (_SEAT_OF_USER,),
        (_SEAT_OF_PLAYER,),
        _OWN_SEAT,
    ),
    Part(
        "watching",
        _("Online tables you look at without a seat."),
        "online.Watcher",
        (*_AT_ONLINE, "is_named", "seen_at"),
        ("user",),
    ),
    Part(
        "duplicate_events",
        _("Events with the same deals for all tables that you played in."),
        "online.DuplicatePlayer",
        ("event__token", "event__game", "table__token"),
        ("user",),
    ),
    Part(
        "duplicate_events_opened",
        _("Such events that you opened."),
        "online.DuplicateEvent",
        ("token", "game", "hands", "created_at", "ended_at"),
        ("host_user",),
    ),
)
