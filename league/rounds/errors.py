"""What is refused about rounds, their seating and their stages."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.base import Game
from games.tournament.draw import CannotDrawError
from league.core.errors import RefusedError, Text


class RoundError(RefusedError):
    """Something cannot be done to a round now."""

    TEXTS: Mapping[str, Text] = {
        "broken_pairs": _(
            "Players who are kept apart would sit together. Confirm that, or choose other sizes."
        ),
        "cut_changed": _("The standings have changed meanwhile. These go on now."),
        "hands_recorded": _(
            "Hands are recorded at table %(number)d, so its players stay together. "
            "Void its hands first, or use another table."
        ),
        "hands_since": _(
            "This cannot be undone any more: since then a hand was recorded at table "
            "%(number)d. Void the hand first, or change the seats by hand."
        ),
        "no_clock": _("The clock of this round does not run. Start it first."),
        "not_absent": _("This can be said of who did not play, once the round has closed."),
        "not_gone_on": _(
            "This round is for those who have gone on. Speak to the organiser if you are to "
            "play all the same."
        ),
        "clock_changed": _("The clock was started anew meanwhile. This is how it stands."),
        "round_in_use": _(
            "Round %(number)d was opened or somebody has checked in for it, so it stays."
        ),
        "seated": _("%(name)s sits at table %(number)d and has to be taken out there first."),
        "spectator_seated": _("%(name)s is a spectator of the club."),
        "table_ended": _("This table has ended, so there is nothing to adjourn."),
        "table_full": _(
            "Table %(number)d has no room: %(most)d players are the most for %(game)s. "
            "Choose another table, or open an extra one."
        ),
        "table_size": _(
            "A table of %(game)s has %(least)d to %(most)d players; these are %(count)d."
        ),
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


def too_few_players(number: int, left: int, game: Game) -> RoundError:
    """Return what an organiser reads when a table would have too few players left."""
    words = ngettext(
        "Table %(number)d would have %(count)d player left, and %(game)s needs %(least)d.",
        "Table %(number)d would have %(count)d players left, and %(game)s needs %(least)d.",
        left,
    ) % {"number": number, "count": left, "game": game.title, "least": game.seats[0]}
    way_out = gettext(
        "Move somebody to it first, swap two players, "
        "or dissolve the table and seat its players elsewhere."
    )
    return RoundError("too_few_players", f"{words} {way_out}")


def table_size(game: Game, count: int) -> RoundError:
    """Return what an organiser reads when a game cannot be played by so few, or so many."""
    least, most = game.seats[0], game.seats[-1]
    return RoundError("table_size", game=game.title, least=least, most=most, count=count)


UNDRAWABLE: Mapping[str, Text] = {
    "entry_twice": _("Somebody is named twice."),
    "too_few_entries": _("There are too few players for these tables."),
    "table_too_small": _("A table needs at least two players."),
    "unknown_entry": _("Somebody is named who is not here."),
    "no_group_sizes": _(
        "%(entries)s players make no home groups of %(minimum)s to %(maximum)s. Choose sizes."
    ),
    "groups_too_small": _("The groups have no room for %(entries)s players."),
}


def cannot_seat(error: CannotDrawError) -> RoundError:
    """Return what an organiser reads when no draw can be made."""
    text = UNDRAWABLE.get(error.code, _("No seating can be drawn so: %(why)s"))
    return RoundError("cannot_seat", str(text) % {"why": str(error), **error.data})
