"""What a phone keeps of a table, so that hands can be entered on it without network.

The phone replays the hands to know the next number, dealer and teams. It judges nothing: whatever
it shows, the engine decides when the hand is sent.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.base import Problem, Seat
from games.franks_zoo.cards import deck
from games.registry import game as find_game
from league.competitions.models import Table
from league.core.templatetags.ui import seat_badge
from league.core.wording import problem_words
from league.results.board import names_at
from league.results.entries import blank_entry
from league.results.forms import HandForm
from league.results.models import Hand
from league.results.reading import warning_id
from league.results.scoring import record_of


def outlook_of(table: Table, hands: Sequence[Hand]) -> dict[str, Any]:
    """Return a table with its seats as JSON: who sits there, what was played, all in words."""
    names = names_at(table)
    competition = table.round.stage.competition
    return {
        "table": table.pk,
        "version": table.version,
        "title": _("%(competition)s, round %(round)d, table %(table)d")
        % {
            "competition": competition.name,
            "round": table.round.number,
            "table": table.number,
        },
        "game": table.game,
        "options": find_game(table.game).options(table.options).as_json(),
        "dealer": table.dealer,
        "seating": table.seating,
        "names": names,
        "badges": [seat_badge(seat) for seat in range(len(names))],
        "hands": [
            {"number": hand.number, "record": record_of(hand)} for hand in hands if not hand.is_void
        ],
        "words": {
            _sign(problem): problem_words(problem, names)
            for problem in _foreseen(table.game, len(names))
        },
    }


def later_form(form: HandForm, hands: Sequence[Hand]) -> HandForm | None:
    """Return the form of the hand after the one in `form`, whose outcome nobody knows yet.

    None where the match has ended. The phone fills in what follows from the hand before.
    """
    match = form.match.skip()
    setup = match.next_hand()
    if setup is None:
        return None
    standing = [hand for hand in hands if not hand.is_void]
    last = record_of(standing[-1]) if standing else None
    return replace(form, match=match, entry=blank_entry(form.table.game, setup, last))


def seat_of(table: Table, player_id: int | None) -> Seat | None:
    """Return on which seat of the table a player sits."""
    seats = (seat.number for seat in table.seats.all() if seat.player_id == player_id)
    return next(seats, None)


def _foreseen(game: str, size: int) -> list[Problem]:
    """Return the problems that the phone finds by itself, for their words."""
    if game == "zop-zoo":
        numbers = ("points", "seats.cards", "seats.minus")
        codes = ("not_a_number", "not_a_multiple", "out_of_range")
        faults = [Problem(code, field, None, "") for field in numbers for code in codes]
        return [Problem("not_a_seat", "winner", None, ""), *faults]
    if game != "franks-zoo":
        return []
    cards = deck(size)
    missing = [
        Problem("lions_missing", "lions_taken", None, "", "warning", {"missing": count})
        for count in range(1, cards["lion"] + 1)
    ]
    lions, hedgehogs = {"lions": cards["lion"]}, {"hedgehogs": cards["hedgehog"]}
    return [
        *missing,
        Problem("teams_differ", "teams", None, "", "warning"),
        Problem("not_a_permutation", "finish", None, ""),
        Problem("not_teams", "teams", None, "", data={"teams": size // 2}),
        Problem("not_counts", "lions_taken", None, ""),
        Problem("not_a_count", "lions_in_hand", None, ""),
        Problem("too_many_lions", "lions_taken", None, "", data=lions),
        Problem("too_many_hedgehogs", "hedgehog", None, "", data=hedgehogs),
    ]


def _sign(problem: Problem) -> str:
    """Name a problem as the phone does: a warning by its id, a fault by code and field."""
    is_warning = problem.level == "warning"
    return warning_id(problem) if is_warning else f"{problem.code}/{problem.field}"
