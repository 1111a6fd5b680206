"""What a phone keeps of a table, so that hands can be entered on it without network.

The phone replays the hands to know the next number, dealer and teams. It judges nothing: whatever
it shows, the engine decides when the hand is sent.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.base import Problem, Seat
from league.competitions.models import Table
from league.core.games import site_game
from league.core.rule_texts import problem_words
from league.core.templatetags.ui import seat_badge
from league.results.board import names_at
from league.results.forms import HandForm
from league.results.models import Hand
from league.results.reading import warning_id
from league.results.scoring import record_of


def outlook_of(table: Table, hands: Sequence[Hand]) -> dict[str, Any]:
    """Return a table with its seats as JSON: who sits there, what was played, all in words."""
    names, game = names_at(table), site_game(table.game)
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
        "options": game.engine.options(table.options).as_json(),
        "dealer": table.dealer,
        "seating": table.seating,
        "names": names,
        "badges": [seat_badge(seat) for seat in range(len(names))],
        "hands": [
            {"number": hand.number, "record": record_of(hand)} for hand in hands if not hand.is_void
        ],
        "words": {
            _sign(problem): problem_words(problem, names)
            for problem in game.entry.preview_problems(len(names))
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
    return replace(
        form, match=match, entry=site_game(form.table.game).entry.form.blank(setup, last)
    )


def seat_of(table: Table, player_id: int | None) -> Seat | None:
    """Return on which seat of the table a player sits."""
    seats = (seat.number for seat in table.seats.all() if seat.player_id == player_id)
    return next(seats, None)


def _sign(problem: Problem) -> str:
    """Name a problem as the phone does: a warning by its id, a fault by code and field."""
    is_warning = problem.level == "warning"
    return warning_id(problem) if is_warning else f"{problem.code}/{problem.field}"
