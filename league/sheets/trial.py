"""A hand that is tried by a draft of a score sheet, beside the editor."""

from collections.abc import Mapping
from typing import NamedTuple

from games.score_sheet.sheet import ScoreSheet
from league.core.games.score_sheet import Columns
from league.results.forms import EnteredHand
from league.sheets.game import make_game

USUAL_SIZE = 4
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")


class Trial(NamedTuple):
    """A hand in the form that players will have, and the printed sheet's columns."""

    form: EnteredHand
    names: list[str]
    printed: Columns
    rows: range


def try_hand(sheet: ScoreSheet, data: Mapping[str, str]) -> Trial:
    """Return a hand of a draft as it was typed, blank at first."""
    players = sheet.players
    size = USUAL_SIZE if USUAL_SIZE in players else players[0]
    names = list(NAMES[:size])
    game = make_game(sheet)
    options = game.engine.options({})
    match = game.engine.new_match(options, size, 0)
    setup = match.next_hand()
    if setup is None:
        raise ValueError("A match is over before its first hand.")
    form = game.entry.form
    entry = form.of_form(data, size).fit(setup) if "sides" in data else form.blank(setup)
    entered = EnteredHand(game=game, names=tuple(names), match=match, entry=entry)
    if "sides" in data and entry.is_complete:
        for problem in match.check(entry.as_record()):
            entered.errors.setdefault(problem.field, []).append(problem.text)
    printed = game.printed_columns(options.as_json(), size)
    return Trial(entered, names, printed, range(1, 4))
