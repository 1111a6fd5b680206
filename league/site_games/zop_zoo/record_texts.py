"""ZOP ZOO in words: a record, who begins a hand, why a match is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.base import HandSetup, Match, Seat
from games.zop_zoo.match import ZopZooMatch
from league.core.games.entry import Fact
from league.site_games.targets import who_is_there
from league.site_games.zop_zoo.rule_texts import CATEGORIES


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    winner = record["winner"]
    ended = _("nobody: the draw pile ran out") if winner is None else names[winner]
    facts = [Fact(_("Hand won by"), ended)]
    if (points := record.get("points")) is not None:
        facts += [
            Fact(name, _("%(points)d points, as counted") % {"points": each})
            for name, each in zip(names, points, strict=True)
        ]
    for name, shown in zip(names, record.get("seats") or (), strict=False):
        facts.append(Fact(name, _shown(shown)))
    return facts


def _shown(shown: Mapping[str, Any]) -> str:
    parts = [_("cards %(points)d") % {"points": shown["cards"]}]
    if shown["minus"]:
        # With a real minus.
        parts.append(_("minus cards −%(points)d") % {"points": -shown["minus"]})
    if shown["bonus"]:
        bonus = ", ".join(str(CATEGORIES[category]) for category in shown["bonus"])
        parts.append(_("side bonus: %(categories)s") % {"categories": bonus})
    return " · ".join(parts)


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who is dealt the first card and begins (ZZ-06)."""
    return [(_("gets the first card and begins"), setup.leader)]


def preparation(_setup: HandSetup, _names: Sequence[str]) -> list[str]:
    """Say how the cards are dealt (ZZ-05)."""
    return [
        _("Shuffle both decks. Everybody is dealt six white cards, face up."),
        _("The black cards are the draw pile."),
    ]


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (ZZ-26)."""
    if not isinstance(match, ZopZooMatch):
        raise TypeError(f"This is not a match of ZOP ZOO: {match!r}")
    return who_is_there(match.totals, match.options.target, names)
