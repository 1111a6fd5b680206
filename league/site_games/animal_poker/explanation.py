"""Words for the steps by which a hand of Animal Poker is judged, in the order of the judging.

A code may have a sentence for each season, as `code/season`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.animal_poker.explanation import Step
from league.core.games.rule_texts import Words
from league.core.rule_texts import filled, join_names
from league.site_games.animal_poker.rule_texts import ANIMALS, counts_words, set_words

_SUBMITTED: Mapping[str, Words] = {
    "table": ngettext_lazy(
        "On the table: %(counts)s. The pot holds %(pot)d coin.",
        "On the table: %(counts)s. The pot holds %(pot)d coins.",
        "pot",
    ),
    "submission": _("Plays %(animals_words)s and guesses a %(set)s."),
}

_POOL: Mapping[str, Words] = {
    "rabbits_banned": _("Played no rabbit, so somebody’s summer rabbit closes all rabbits."),
    "stored_rabbit": _("Has one more rabbit, from the fall rabbit of the hand before."),
    "rabbits_doubled": _("The spring rabbit makes every rabbit two."),
    "cat_is_dog_too": _("The fall cat counts as a dog as well."),
    "dog_is_cat_too": _("The fall dog counts as a cat as well."),
    "rabbit_pairs": _("The winter rabbit turns every two rabbits into three of any animal."),
    "cat_dog_pairs": _("The spring %(animal_term)s turns a cat with a dog into two of any animal."),
    "snakes_wild": _("The elephant lets snakes stand for any animal."),
    "rabbits_wild": _("The summer rabbit lets rabbits stand for any animal."),
    "low_wild": _("Nobody played a dog: the summer cat lets cats and lower animals be any animal."),
    "low_wild_not": _("The summer cat does nothing, as somebody played a dog."),
    "high_wild": _(
        "Nobody played a cat: the summer dog lets dogs and higher animals be any animal."
    ),
    "high_wild_not": _("The summer dog does nothing, as somebody played a cat."),
    "cat_dog_ranges": _(
        "The winter %(animal_term)s lets cats be lower animals and dogs higher ones."
    ),
    "pool": _("May build from %(counts)s."),
}

_SETS: Mapping[str, Words] = {
    "mouse/winter": _("The winter mouse also guesses all herds of rabbits, snakes and cats."),
    "mouse/spring": _("The spring mouse also guesses all herds of 3 and all chains of 4."),
    "mouse/summer": _("The summer mouse also guesses all chains to the dog, goat and horse."),
    "mouse/fall": _("The fall mouse also guesses what all the others guess."),
    "horse_forbids": _("The summer horse lets its player make no set."),
    "snake_forbids/winter": _("%(by_name)s’s winter snake forbids herds."),
    "snake_forbids/spring": _("%(by_name)s’s spring snake forbids chains."),
    "snake_forbids/summer": _("%(by_name)s’s summer snake forbids chains of 5 and all better."),
    "snake_forbids/fall": _("%(by_name)s’s fall snake forbids herds of 3 and all worse."),
    "immune": _("The elephant does not mind snakes."),
    "made": _("Makes a %(set)s."),
    "cannot_build": _("Cannot build any set of the guess."),
    "stopped": _("Could build a %(set)s, but is not allowed to."),
}

_GOATS: Mapping[str, Words] = {
    "goat_wins/winter": _("The winter goat wins: nobody made a set."),
    "goat_wins/spring": _("The spring goat wins: nobody played a mouse or an elephant."),
    "goat_wins/summer": _("The summer goat wins: nobody else played a goat."),
    "goat_wins/fall": _("The fall goat wins: somebody else has the same guess."),
    "goat_fails/winter": _("The winter goat fails: somebody made a set."),
    "goat_fails/spring": _("The spring goat fails: somebody played a mouse or an elephant."),
    "goat_fails/summer": _("The summer goat fails: somebody else played a goat."),
    "goat_fails/fall": _("The fall goat fails: nobody else has the same guess."),
}

_POTS: Mapping[str, Words] = {
    "pot_stays": ngettext_lazy(
        "Nobody can take the pot: its %(left)d coin stays.",
        "Nobody can take the pot: its %(left)d coins stay.",
        "left",
    ),
    "pot": ngettext_lazy(
        "Has the best set: %(coins)d coin of the pot of %(held)d.",
        "Has the best set: %(coins)d coins of the pot of %(held)d.",
        "coins",
    ),
    "pot_by_goat": ngettext_lazy(
        "Wins by goat: %(coins)d coin of the pot of %(held)d.",
        "Wins by goat: %(coins)d coins of the pot of %(held)d.",
        "coins",
    ),
    "pot_rest": ngettext_lazy(
        "%(left)d coin cannot be split and stays in the pot.",
        "%(left)d coins cannot be split and stay in the pot.",
        "left",
    ),
    "side_pot_holds": ngettext_lazy(
        "The %(season_term)s ape puts %(held)d coin into the side pot.",
        "The %(season_term)s ape puts %(held)d coins into the side pot.",
        "held",
    ),
    "side_pot": ngettext_lazy(
        "Has the best set with an ape: %(coins)d coin of the side pot of %(held)d.",
        "Has the best set with an ape: %(coins)d coins of the side pot of %(held)d.",
        "coins",
    ),
    "side_pot_by_goat": ngettext_lazy(
        "Wins by goat: %(coins)d coin of the side pot of %(held)d.",
        "Wins by goat: %(coins)d coins of the side pot of %(held)d.",
        "coins",
    ),
    "side_pot_cleared": ngettext_lazy(
        "The side pot is cleared of %(left)d coin that nobody gets.",
        "The side pot is cleared of %(left)d coins that nobody gets.",
        "left",
    ),
}

_HORSES: Mapping[str, Words] = {
    "horse_pays/winter": _("The winter horse brings %(coins)d coins: its player won."),
    "horse_pays/spring": _(
        "The spring horse brings %(coins)d coins: somebody else played the same animals."
    ),
    "horse_pays/summer": _("The summer horse brings %(coins)d coins."),
    "horse_pays/fall": _("The fall horse brings %(coins)d coins: everybody made a set."),
    "horse_pays_nothing/winter": _("The winter horse brings nothing: its player won no pot."),
    "horse_pays_nothing/spring": _(
        "The spring horse brings nothing: nobody else played the same animals."
    ),
    "horse_pays_nothing/summer": _("The summer horse brings nothing."),
    "horse_pays_nothing/fall": _("The fall horse brings nothing: somebody made no set."),
    "rabbit_stored": _("The fall rabbit gives one more rabbit in the next hand."),
}

STEPS: Mapping[str, Words] = {**_SUBMITTED, **_POOL, **_SETS, **_GOATS, **_POTS, **_HORSES}


def step_words(step: Step, names: Sequence[str]) -> str:
    """Say what a step in the judging of a hand was."""
    words = STEPS.get(f"{step.code}/{step.data.get('season')}", STEPS.get(step.code))
    data: dict[str, Any] = {"counts": counts_words(step.data), **step.data}
    if "kind" in data:
        data["set"] = set_words(data)
    if "animals" in data:
        animals = [str(ANIMALS[name]) for name in str(data["animals"]).split()]
        data["animals_words"] = join_names(animals)
    return filled(words, data, names) or step.text
