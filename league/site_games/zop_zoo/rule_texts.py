"""Words of ZOP ZOO: what is wrong with a record, what points are for, what gives a place."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from league.core.games.rule_texts import RuleTexts, Words

CATEGORIES: Mapping[str, Words] = {
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

PROBLEMS: Mapping[str, Words] = {
    "missing/seats.cards": _("Add up the covered and connected cards: how many points are they?"),
    "missing/points": _("How many points are they?"),
    "not_a_seat/winner": _("Say who won the hand, or that nobody did."),
    "not_a_number/seats.cards": _("This must be a whole number of points."),
    "not_a_number/seats.minus": _("This must be a whole number of points."),
    "not_a_number/points": _("This must be a whole number of points."),
    "not_counted": _("Enter either the cards of all players or only their points."),
    "not_a_multiple": _("All points in this game are multiples of 5."),
    "out_of_range/seats.cards": _("The cards of a row are worth from 0 to 1200 points."),
    "out_of_range/seats.minus": _("Minus cards count against a player: not more than nothing."),
    "out_of_range/points": _("So many points cannot be."),
    "not_a_bonus": _("There is no side bonus of this category."),
    "duplicate_bonus": _("There is one such side bonus, and somebody has it already."),
    "not_the_count": _("This is not the right number of cards for the deck."),
    "not_minus_points": _("Minus points are below zero, and multiples of 5."),
    "not_a_name": _("Every animal needs a short name."),
    "duplicate_name": _("Another animal of the deck has this name."),
}

LINES: Mapping[str, Words] = {
    "points": _("As the table counted"),
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
    "minus": _("Minus cards still showing"),
    "bonus": _("Side bonus %(category_term)s"),
}

PLACES: Mapping[str, Words] = {
    "ZZ-26": _("%(name)s has more points than %(below)s."),
    "ZZ-R13": _("%(name)s has more points than %(below)s."),
}

SHARED: Mapping[str, Words] = {
    "ZZ-R13": _("%(names)s have equally many points and share the place."),
}

RULE_TEXTS = RuleTexts(
    problems=PROBLEMS,
    lines=LINES,
    places=PLACES,
    shared=SHARED,
    terms={"category": CATEGORIES},
)
