"""The guided first hand of ZOP ZOO: a short hand of two, which draws a bit of everything."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Json
from league.core.games.online import Lesson, Names, Seen

PHASES: Mapping[str, Promise] = {
    "drawing": gettext_lazy(
        "Draw. If the card fits one of your open animals, it goes there by itself."
    ),
    "taking": gettext_lazy(
        "The top card of the discard pile fits your row, so you have to take it."
    ),
    "covering": gettext_lazy("A wild card covers one of your animals for good. Choose %(card)s."),
    "mole_on_top": gettext_lazy(
        "A mole lies on top. Dig only if the pile hides a card that you need."
    ),
    "mole_uncovered": gettext_lazy(
        "You uncovered a mole. Dig if the pile hides a card that you need."
    ),
    "specialty_on_top": gettext_lazy(
        "This specialty moves cards between rows. You have to use it."
    ),
    "specialty_uncovered": gettext_lazy(
        "This specialty moves cards between rows. You have to use it."
    ),
    "specialty_drawn": gettext_lazy("This specialty moves cards between rows. You have to use it."),
}


def coach(seen: Seen, advice: Json, names: Names, made: int) -> Mapping[str, str]:
    """Say what to do in a position, and why."""
    if advice is None:
        return {"": _closing(seen)}
    move = cast("Mapping[str, Any]", advice)
    sentences = [_advise(seen, move, names)]
    if not made:
        goal = _("Each of your six animals waits for its match. A full row wins the hand.")
        sentences.insert(0, goal)
    return {"": " ".join(sentences)}


def _advise(seen: Seen, move: Mapping[str, Any], names: Names) -> str:
    if seen["phase"] != "digging":
        return str(PHASES[seen["phase"]]) % {"card": names.card(move.get("card", ""))}
    if move["type"] == "stop":
        return _("You see the whole discard pile. Nothing in it gives you points: stop digging.")
    return _("You see the whole discard pile. Take every card that gives you points.")


def _closing(seen: Seen) -> str:
    if seen["winner"] == 0:
        won = _("Your row is full, so you win the hand and score everything on show.")
    else:
        won = _("The hand is over. Only the winner scores everything on show.")
    return won + " " + _("The others score only bare minus cards and side bonuses.")


LESSON = Lesson(seats=2, seed=152, opening=7, coach=coach)
