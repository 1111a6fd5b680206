"""The search's opinions of moves, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import Event
from games.bots.opinions import CERTAIN
from league.core.games import online_part
from league.core.games.online import Names
from league.online.models import OnlineHand, OnlineTable, Opinion

# What is less is written as 0.0.
LEAST_SHOWN = 0.05


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the search says of a move: `gap` points given up, of `scale` at most in this hand.

    `is_worse` where they are more than luck explains; otherwise nothing can be said against it.
    """

    words: str
    sure: str
    best: str
    gap: float
    scale: float
    short: str
    is_worse: bool


def judgements_of(table: OnlineTable, hand: OnlineHand, names: Names) -> Mapping[int, Judgement]:
    """Return what the search says of the moves of a hand, by their numbers; one query.

    As one seat sees the hand it hears of its own moves only: a better move names cards.
    """
    found = Opinion.objects.filter(move__hand=hand).select_related("move")
    heard = [each for each in found if names.you is None or each.move.seat == names.you]
    scale = max((each.behind for each in heard), default=0.0)
    return {each.move.number: _judgement(table, each, names, max(scale, 1.0)) for each in heard}


def _judgement(table: OnlineTable, opinion: Opinion, names: Names, scale: float) -> Judgement:
    is_worse = opinion.behind > CERTAIN * opinion.error
    points = _points(opinion.chosen)
    gap = _points(opinion.behind)
    if is_worse:
        words = _("Expected %(points)s points; gave up %(gap)s against the best found.")
    elif opinion.behind > 0:
        words = _("Expected %(points)s points; as good as the best found, as far as can be told.")
    else:
        words = _("Expected %(points)s points; nothing better was found.")
    return Judgement(
        words=words % {"points": points, "gap": gap},
        sure=_sure(opinion),
        best=_best(table, opinion, names) if is_worse else "",
        gap=max(opinion.behind, 0.0) if is_worse else 0.0,
        scale=scale,
        short=f"\u2212{gap}" if is_worse else "",
        is_worse=is_worse,
    )


def _sure(opinion: Opinion) -> str:
    """Say how sure it is: from how many imagined hands, and how far it may be off."""
    hands = ngettext("%(hands)s imagined hand", "%(hands)s imagined hands", opinion.hands) % {
        "hands": opinion.hands
    }
    tried = ngettext("%(tried)s move tried", "%(tried)s moves tried", opinion.tried) % {
        "tried": opinion.tried
    }
    values = {"tried": tried, "hands": hands, "error": _points(CERTAIN * opinion.error)}
    if CERTAIN * opinion.error < LEAST_SHOWN:
        return _("%(tried)s in %(hands)s; the difference was the same in all of them.") % values
    return _("%(tried)s in %(hands)s; the difference is good to ± %(error)s points.") % values


def _best(table: OnlineTable, opinion: Opinion, names: Names) -> str:
    """Say what the best move was; what it would have turned up is not told."""
    action: Mapping[str, Any] = opinion.best_action
    turns_up = {
        "draw": _("%(name)s draws from the pile."),
        "take": _("%(name)s takes the top card of the discard pile."),
        "fetch_all": _("%(name)s digs up all that can be had."),
    }
    kind = action.get("type", opinion.move.type)
    if kind in turns_up:
        return str(turns_up[kind]) % {"name": names.of(opinion.move.seat)}
    event = Event(opinion.move.seat, kind, action, None)
    return online_part(table.game).tell(event, names)


def _points(points: float) -> str:
    return number_format(round(points, 1), decimal_pos=1).replace("-", "\u2212")
