"""ZOP ZOO in words: records, their faults and scores, why a match is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Match, Seat
from games.zop_zoo.match import ZopZooMatch
from league.core.games.entry import Fact, RuleTexts, Text
from league.core.rule_texts import who_is_there

CATEGORIES: Mapping[str, Text] = {
    "mammal": _("mammal"),
    "ocean": _("ocean"),
    "bird": _("bird"),
    "insect": _("insect"),
    "semi_aquatic": _("semi-aquatic"),
    "horns": _("horns"),
    "reptile": _("reptile"),
    "marsupial": _("marsupial"),
    "arachnid": _("arachnid"),
    "mythical": _("mythical"),
}

PROBLEMS: Mapping[str, Text] = {
    "missing/seats.cards": _("Enter the points of the covered and connected cards."),
    "missing/points": _("Enter the points."),
    "not_a_seat/winner": _("Choose who won the hand, or “Nobody”."),
    "not_a_number/seats.cards": _("Enter a whole number of points."),
    "not_a_number/seats.minus": _("Enter a whole number of points."),
    "not_a_number/points": _("Enter a whole number of points."),
    "not_counted": _("Enter either the cards of all players, or only their points."),
    "not_a_multiple": _("All points in this game are multiples of 5."),
    "out_of_range/seats.cards": _("The cards of a row are worth 0 to 1200 points."),
    "out_of_range/seats.minus": _("Minus cards count against a player. Enter 0 or less."),
    "out_of_range/points": _("This number of points is not possible. Check it."),
    "not_a_bonus": _("This category has no side bonus."),
    "duplicate_bonus": _("There is only one such side bonus, and another player already has it."),
    "not_the_count": _("The number of cards does not fit the deck."),
    "not_minus_points": _("Minus points must be below zero and multiples of 5."),
    "not_a_name": _("Every animal needs a short name."),
    "duplicate_name": _("Another animal in the deck already has this name."),
}

LINES: Mapping[str, Text] = {
    "points": _("As counted at the table"),
    "cards": ngettext_lazy(
        "Covered and connected cards: %(cards)d point",
        "Covered and connected cards: %(cards)d points",
        "cards",
    ),
    "cards_not_scored": ngettext_lazy(
        "%(cards)d point on cards, which only the winner scores",
        "%(cards)d points on cards, which only the winner scores",
        "cards",
    ),
    "minus": _("Visible minus cards"),
    "bonus": _("Side bonus %(category_term)s"),
}

PLACES: Mapping[str, Text] = {
    "ZZ-26": _("%(name)s has more points than %(below)s."),
    "ZZ-R13": _("%(name)s has more points than %(below)s."),
}

SHARED: Mapping[str, Text] = {"ZZ-R13": _("%(names)s have the same points and share the place.")}

RULE_TEXTS = RuleTexts(
    problems=PROBLEMS, lines=LINES, places=PLACES, shared=SHARED, terms={"category": CATEGORIES}
)


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    winner = record["winner"]
    ended = gettext("nobody: the draw pile ran out") if winner is None else names[winner]
    facts = [Fact(gettext("Hand won by"), ended)]
    if (points := record.get("points")) is not None:
        facts += [
            Fact(name, gettext("%(points)d points, as counted") % {"points": each})
            for name, each in zip(names, points, strict=True)
        ]
    for name, shown in zip(names, record.get("seats") or (), strict=False):
        facts.append(Fact(name, _shown(shown)))
    return facts


def _shown(shown: Mapping[str, Any]) -> str:
    parts = [gettext("cards %(points)d") % {"points": shown["cards"]}]
    if shown["minus"]:
        # With a real minus.
        parts.append(gettext("minus cards −%(points)d") % {"points": -shown["minus"]})
    if shown["bonus"]:
        bonus = ", ".join(str(CATEGORIES[category]) for category in shown["bonus"])
        parts.append(gettext("side bonus: %(categories)s") % {"categories": bonus})
    return " · ".join(parts)


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who is dealt the first card and begins (ZZ-06)."""
    return [(gettext("gets the first card and starts"), setup.leader)]


def preparation(_setup: HandSetup, _names: Sequence[str]) -> list[str]:
    """Say how the cards are dealt (ZZ-05)."""
    return [
        gettext("Shuffle both decks. Deal each player six white cards, face up."),
        gettext("The black cards are the draw pile."),
    ]


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (ZZ-26)."""
    if not isinstance(match, ZopZooMatch):
        raise TypeError(f"This is not a match of ZOP ZOO: {match!r}")
    return who_is_there(match.totals, match.options.target, names)
