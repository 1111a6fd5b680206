"""Errors of rounds, their seating and their stages."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.base import Game
from games.tournament.draw import CannotDrawError
from league.competitions.models import Round
from league.core.errors import RefusedError, Text


class RoundError(RefusedError):
    """Raised when a change of a round is refused."""

    TEXTS: Mapping[str, Text] = {
        "broken_pairs": _(
            "Players who are kept apart would share a table. Confirm this or choose other "
            "table sizes."
        ),
        "cut_changed": _("The standings have changed. The list now shows who advances."),
        "hands_recorded": _(
            "Table %(number)d has recorded hands, so its players stay together. Void its hands "
            "first or choose another table."
        ),
        "hands_since": _(
            "This can no longer be undone: a hand was recorded at table %(number)d. Void the "
            "hand first, or change the seats manually."
        ),
        "no_clock": _("The round clock is not running. Start it first."),
        "not_absent": _(
            "You can only set this for players who did not play, after the round is closed."
        ),
        "not_gone_on": _(
            "This round is for qualified players only. If you should play, ask the organiser."
        ),
        "clock_changed": _("The clock was restarted. The current time is shown."),
        "has_left": _("%(name)s has left this match. Undo that first."),
        "nothing_to_leave": _("%(name)s has not started a match. Change the seats instead."),
        "cannot_reduce": _(
            "%(game)s cannot go on with %(count)d players at table %(number)d. Add a substitute, "
            "or end the match."
        ),
        "online_seats": _(
            "Table %(number)d plays online with fixed seats. Let a bot play, add a substitute, "
            "or end the match."
        ),
        "match_over": _("The match at table %(number)d is over. Its result stays."),
        "round_in_use": _(
            "Round %(number)d cannot be deleted: it has been opened or has check-ins."
        ),
        "seated": _("%(name)s sits at table %(number)d. Remove the player from that table first."),
        "spectator_seated": _("%(name)s is a viewer of this club and cannot play."),
        "table_ended": _("This table has finished. There is nothing to adjourn."),
        "table_full": _(
            "Table %(number)d is full: %(game)s allows at most %(most)d players. Choose "
            "another table or open a new one."
        ),
        "unqualified": _(
            "%(names)s did not qualify for %(stage)s. Open the list “did not qualify” and let "
            "the player in by name."
        ),
        "tables_unfinished": _(
            "The tables have changed since you opened this page. Review what counts, then close."
        ),
        "table_size": _("A table of %(game)s needs %(least)d to %(most)d players, not %(count)d."),
    }
    MEANINGS: Mapping[str, str] = {
        "bad_clock": "The clock cannot be set like this.",
        "bad_recurrence": "Rounds cannot recur like this.",
        "bad_times": "The times do not fit together.",
        "cannot_seat": "Who is there cannot be seated.",
        "draw_outdated": "Somebody came, went or was moved since the draw was shown.",
        "no_next_round": "The stage has no further round, or another one is being played.",
        "not_yet": "It is too early for players to check themselves in.",
        "seated_twice": "A player would sit on two seats.",
        "seating_changed": "Somebody else has changed the seating since it was shown.",
        "stage_not_ready": "The stage cannot begin, or not be taken back, now.",
        "too_few_players": "The table would have too few players for the game.",
        "wrong_status": "The round is not in a state in which this can be done.",
    }


def wrong_status(round: Round, text: str) -> RoundError:
    """Return the error of a round in the wrong status."""
    return RoundError("wrong_status", text, number=round.number)


def too_few_players(number: int, left: int, game: Game) -> RoundError:
    """Return the error of a table with too few players left."""
    text = ngettext(
        "Table %(number)d would have %(count)d player left, but %(game)s needs %(least)d.",
        "Table %(number)d would have %(count)d players left, but %(game)s needs %(least)d.",
        left,
    ) % {"number": number, "count": left, "game": game.title, "least": game.seats[0]}
    way_out = gettext(
        "First move a player there, swap two players, or dissolve the table and seat its "
        "players elsewhere."
    )
    return RoundError("too_few_players", f"{text} {way_out}")


def table_size(game: Game, count: int) -> RoundError:
    """Return the error of a table size that the game does not allow."""
    least, most = game.seats[0], game.seats[-1]
    return RoundError("table_size", game=game.title, least=least, most=most, count=count)


def cannot_reduce(game: Game, number: int, count: int) -> RoundError:
    """Return the error of a table that cannot go on with fewer players."""
    return RoundError("cannot_reduce", game=game.title, number=number, count=count)


UNDRAWABLE: Mapping[str, Text] = {
    "entry_twice": _("A player is listed twice."),
    "too_few_entries": _("Too few players for these tables."),
    "table_too_small": _("A table needs at least 2 players."),
    "unknown_entry": _("A listed player is not present."),
    "no_group_sizes": _(
        "%(entries)s players cannot be split into fixed groups of %(minimum)s to %(maximum)s. "
        "Choose the sizes."
    ),
    "groups_too_small": _("The groups are too small for %(entries)s players."),
}


def cannot_seat(error: CannotDrawError) -> RoundError:
    """Return the error of a draw that failed."""
    text = UNDRAWABLE.get(error.code, _("No seating possible: %(why)s"))
    return RoundError("cannot_seat", str(text) % {"why": str(error), **error.data})
