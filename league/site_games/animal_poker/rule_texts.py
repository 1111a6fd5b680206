"""Words of Animal Poker: what is wrong with a record, what coins are for, what gives a place."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.core.games.rule_texts import RuleTexts, Words

ANIMALS: Mapping[str, Promise] = {
    "mouse": pgettext_lazy("one animal", "mouse"),
    "rabbit": pgettext_lazy("one animal", "rabbit"),
    "snake": pgettext_lazy("one animal", "snake"),
    "cat": pgettext_lazy("one animal", "cat"),
    "ape": pgettext_lazy("one animal", "ape"),
    "dog": pgettext_lazy("one animal", "dog"),
    "goat": pgettext_lazy("one animal", "goat"),
    "horse": pgettext_lazy("one animal", "horse"),
    "elephant": pgettext_lazy("one animal", "elephant"),
}

HERDS: Mapping[str, Words] = {
    "mouse": _("herd of %(size)s mice"),
    "rabbit": _("herd of %(size)s rabbits"),
    "snake": _("herd of %(size)s snakes"),
    "cat": _("herd of %(size)s cats"),
    "ape": _("herd of %(size)s apes"),
    "dog": _("herd of %(size)s dogs"),
    "goat": _("herd of %(size)s goats"),
    "horse": _("herd of %(size)s horses"),
    "elephant": _("herd of %(size)s elephants"),
}

SEASONS: Mapping[str, Promise] = {
    "winter": pgettext_lazy("season", "winter"),
    "spring": pgettext_lazy("season", "spring"),
    "summer": pgettext_lazy("season", "summer"),
    "fall": pgettext_lazy("season", "fall"),
}

POOLED: Mapping[str, Promise] = {
    **ANIMALS,
    "cat_or_lower": _("cat or any lower animal"),
    "dog_or_higher": _("dog or any higher animal"),
    "wild": _("any animal"),
}

PROBLEMS: Mapping[str, Words] = {
    "missing/seasons": _("Say which season each animal shows."),
    "missing/seats": _("Say what each player has played."),
    "missing/animals": _("Choose the animals."),
    "missing/guess": _("Choose the set that is guessed."),
    "missing/won": _("Say who won a pot or a share of one."),
    "not_a_choice/kind": _("Choose a herd or a chain."),
    "not_a_choice/animal": _("Choose the animal of the set."),
    "not_a_number/size": _("Choose how many animals the set has."),
    "out_of_range/size": _("A guess has from %(lowest)d to %(highest)d animals."),
    "out_of_range/cycle.hand": _("The season cards are shuffled after four hands."),
    "not_a_choice/seasons": _("Choose the season that this animal shows."),
    "season_repeated": _("This animal has shown %(season_term)s since the last shuffle."),
    "not_seasons": _("An animal shows each season once until the cards are shuffled."),
    "wrong_number": _("Choose exactly %(animals)d different animals."),
    "animal_repeated": _("Choose different animals."),
    "no_ape": _("Apes are for five or six players."),
    "no_such_set": _(
        "There is no such set: a chain has at least three animals and ends at its highest."
    ),
    "not_counted": _("Enter either the cards of all players or only their coins."),
    "not_counts": _("Say for each player how many coins: a whole number."),
    "not_a_count": _("This must be a whole number of coins."),
    "negative": _("Fewer than no coins cannot be."),
    "too_many_coins": _("These are too many coins."),
    "not_seats": _("Choose players of this table, each once."),
    "pot_differs": _("The pot held %(pot)d coins: without a winner they stay, and it never grows."),
    "coins_differ": _(
        "The pot gave %(paid)d and the bank can give up to %(most)d, but the players gained "
        "%(gained)d coins."
    ),
}

LINES: Mapping[str, Words] = {
    "coins": _("As the table counted"),
    "pot": _("The pot, for the best set"),
    "pot_by_goat": _("The pot, for a goat"),
    "pot_split": _("A share of the pot of %(pot)d, split by %(winners)d"),
    "pot_split_by_goat": _("A share of the pot of %(pot)d for a goat, split by %(winners)d"),
    "side_pot": _("The side pot, for the best set of those with an ape"),
    "side_pot_by_goat": _("The side pot, for a goat"),
    "side_pot_split": _("A share of the side pot of %(pot)d, split by %(winners)d"),
    "side_pot_split_by_goat": _(
        "A share of the side pot of %(pot)d for a goat, split by %(winners)d"
    ),
    "horse_winter": _("Winter horse: won a pot or a share"),
    "horse_spring": _("Spring horse: somebody else played the same animals"),
    "horse_summer": _("Summer horse"),
    "horse_fall": _("Fall horse: everybody made a set"),
}

PLACES: Mapping[str, Words] = {
    "AP-19": _("%(name)s won a pot and had enough coins before the hand."),
    "AP-20": _("%(name)s has more coins than %(below)s."),
}

SHARED: Mapping[str, Words] = {
    "AP-19": _("%(names)s have equally many coins and share the win."),
    "AP-20": _("%(names)s have equally many coins and share the place."),
}

RULE_TEXTS = RuleTexts(
    problems=PROBLEMS,
    lines=LINES,
    places=PLACES,
    shared=SHARED,
    terms={"animal": ANIMALS, "absent": ANIMALS, "season": SEASONS},
    subjects={f"seasons.{animal}": words for animal, words in ANIMALS.items()},
)


def set_words(each: Mapping[str, Any]) -> str:
    """Name a set or a guess, given by kind, size and animal."""
    animal = each["animal"]
    if each["kind"] == "herd":
        return str(HERDS[animal]) % {"size": each["size"]}
    return gettext("chain of %(size)s to the %(animal)s") % {
        "size": each["size"],
        "animal": ANIMALS[animal],
    }


def counts_words(counts: Mapping[str, Any]) -> str:
    """List how many there are of what, leaving out what is no animal."""
    words = [f"{counts[name]} × {term}" for name, term in POOLED.items() if name in counts]
    return ", ".join(words) or gettext("nothing")
