"""Animal Poker in words: records, their faults and scores, how a hand was judged."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.animal_poker.cards import ANIMALS, SEASONS
from games.animal_poker.explanation import Step
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.seasons import HANDS_IN_CYCLE
from games.animal_poker.setup import AnimalPokerSetup
from games.base import HandSetup, Match, Seat
from league.core.games.entry import ExplanationStep, Fact, RuleTexts, Text
from league.core.rule_texts import filled, join_names

ANIMAL_LABELS: Mapping[str, Promise] = {
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

HERDS: Mapping[str, Text] = {
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

SEASON_LABELS: Mapping[str, Promise] = {
    "winter": pgettext_lazy("season", "winter"),
    "spring": pgettext_lazy("season", "spring"),
    "summer": pgettext_lazy("season", "summer"),
    "fall": pgettext_lazy("season", "fall"),
}

POOLED: Mapping[str, Promise] = {
    **ANIMAL_LABELS,
    "cat_or_lower": _("cat or any lower animal"),
    "dog_or_higher": _("dog or any higher animal"),
    "wild": _("any animal"),
}

PROBLEMS: Mapping[str, Text] = {
    "missing/seasons": _("Choose the season that each animal shows."),
    "missing/seats": _("Enter what each player has played."),
    "missing/animals": _("Choose the animals."),
    "missing/guess": _("Choose the guessed set."),
    "missing/won": _("Choose who won a pot or a share."),
    "not_a_choice/kind": _("Choose a herd or a chain."),
    "not_a_choice/animal": _("Choose the animal of the set."),
    "not_a_number/size": _("Choose how many animals the set has."),
    "out_of_range/size": _("A guess has from %(lowest)d to %(highest)d animals."),
    "out_of_range/cycle.hand": _("The season cards are shuffled after 4 hands."),
    "not_a_choice/seasons": _("Choose the season that this animal shows."),
    "season_repeated": _(
        "This animal has already shown %(season_term)s since the last shuffle. Choose another "
        "season."
    ),
    "not_seasons": _("An animal shows each season only once between shuffles."),
    "wrong_number": _("Choose exactly %(animals)d different animals."),
    "animal_repeated": _("Choose different animals."),
    "no_ape": _("Apes are only for 5 or 6 players."),
    "no_such_set": _(
        "This set does not exist. A chain has at least 3 animals and ends at its highest."
    ),
    "not_counted": _("Enter either the cards of all players, or only their coins."),
    "not_counts": _("Enter a whole number of coins for each player."),
    "not_a_count": _("Enter a whole number of coins."),
    "negative": _("The number of coins cannot be negative."),
    "too_many_coins": _("Too many coins. Check the number."),
    "not_seats": _("Choose players of this table, each only once."),
    "pot_differs": _(
        "The pot held %(pot)d coins. Without a winner they stay, and the pot never grows."
    ),
    "coins_differ": _(
        "The pot paid %(paid)d and the bank can pay at most %(most)d, but the players gained "
        "%(gained)d coins."
    ),
}

LINES: Mapping[str, Text] = {
    "coins": _("As counted at the table"),
    "pot": _("The pot, for the best set"),
    "pot_by_goat": _("The pot, for a goat"),
    "pot_split": _("A share of the pot of %(pot)d, split by %(winners)d"),
    "pot_split_by_goat": _("A share of the pot of %(pot)d for a goat, split by %(winners)d"),
    "side_pot": _("The side pot, for the best set with an ape"),
    "side_pot_by_goat": _("The side pot, for a goat"),
    "side_pot_split": _("A share of the side pot of %(pot)d, split by %(winners)d"),
    "side_pot_split_by_goat": _(
        "A share of the side pot of %(pot)d for a goat, split by %(winners)d"
    ),
    "horse_winter": _("Winter horse: won a pot or a share"),
    "horse_spring": _("Spring horse: another player played the same animals"),
    "horse_summer": _("Summer horse"),
    "horse_fall": _("Fall horse: all players made a set"),
}

PLACES: Mapping[str, Text] = {
    "AP-19": _("%(name)s won a pot and had enough coins before the hand."),
    "AP-20": _("%(name)s has more coins than %(below)s."),
}

SHARED: Mapping[str, Text] = {
    "AP-19": _("%(names)s have the same number of coins and share the win."),
    "AP-20": _("%(names)s have the same number of coins and share the place."),
}

RULE_TEXTS = RuleTexts(
    problems=PROBLEMS,
    lines=LINES,
    places=PLACES,
    shared=SHARED,
    terms={"animal": ANIMAL_LABELS, "absent": ANIMAL_LABELS, "season": SEASON_LABELS},
    subjects={f"seasons.{animal}": text for animal, text in ANIMAL_LABELS.items()},
)


def set_label(each: Mapping[str, Any]) -> str:
    """Name a set or a guess, given by kind, size and animal."""
    animal = each["animal"]
    if each["kind"] == "herd":
        return str(HERDS[animal]) % {"size": each["size"]}
    return gettext("chain of %(size)s to the %(animal)s") % {
        "size": each["size"],
        "animal": ANIMAL_LABELS[animal],
    }


def counts_text(counts: Mapping[str, Any]) -> str:
    """List how many there are of what, leaving out what is no animal."""
    text = [f"{counts[name]} × {term}" for name, term in POOLED.items() if name in counts]
    return ", ".join(text) or gettext("nothing")


_SUBMITTED: Mapping[str, Text] = {
    "table": ngettext_lazy(
        "On the table: %(counts)s. The pot holds %(pot)d coin.",
        "On the table: %(counts)s. The pot holds %(pot)d coins.",
        "pot",
    ),
    "submission": _("Plays %(animals_words)s and guesses a %(set)s."),
}

_POOL: Mapping[str, Text] = {
    "rabbits_banned": _(
        "Played no rabbit, so the summer rabbit of another player blocks all rabbits."
    ),
    "stored_rabbit": _("Has 1 extra rabbit, from the fall rabbit of the previous hand."),
    "rabbits_doubled": _("The spring rabbit doubles every rabbit."),
    "cat_is_dog_too": _("The fall cat also counts as a dog."),
    "dog_is_cat_too": _("The fall dog also counts as a cat."),
    "rabbit_pairs": _("The winter rabbit turns every two rabbits into three wilds."),
    "cat_dog_pairs": _("The spring %(animal_term)s turns a cat and a dog into two wilds."),
    "snakes_wild": _("The elephant makes snakes wild."),
    "rabbits_wild": _("The summer rabbit makes rabbits wild."),
    "low_wild": _("Nobody played a dog: the summer cat makes cats and lower animals wild."),
    "low_wild_not": _("The summer cat has no effect: a dog was played."),
    "high_wild": _("Nobody played a cat: the summer dog makes dogs and higher animals wild."),
    "high_wild_not": _("The summer dog has no effect: a cat was played."),
    "cat_dog_ranges": _(
        "With the winter %(animal_term)s, cats can be lower animals and dogs higher ones."
    ),
    "pool": _("Can build from %(counts)s."),
}

_SETS: Mapping[str, Text] = {
    "mouse/winter": _("The winter mouse also guesses all herds of rabbits, snakes and cats."),
    "mouse/spring": _("The spring mouse also guesses all herds of 3 and all chains of 4."),
    "mouse/summer": _("The summer mouse also guesses all chains to the dog, goat and horse."),
    "mouse/fall": _("The fall mouse also guesses everything the others guess."),
    "horse_forbids": _("With the summer horse, its player makes no set."),
    "snake_forbids/winter": _("%(by_name)s’s winter snake forbids herds."),
    "snake_forbids/spring": _("%(by_name)s’s spring snake forbids chains."),
    "snake_forbids/summer": _(
        "%(by_name)s’s summer snake forbids chains of 5 and anything better."
    ),
    "snake_forbids/fall": _("%(by_name)s’s fall snake forbids herds of 3 and anything worse."),
    "immune": _("Snakes do not stop the elephant."),
    "made": _("Makes a %(set)s."),
    "cannot_build": _("Cannot build any guessed set."),
    "stopped": _("Could build a %(set)s, but is not allowed to."),
}

_GOATS: Mapping[str, Text] = {
    "goat_wins/winter": _("The winter goat wins: nobody made a set."),
    "goat_wins/spring": _("The spring goat wins: nobody played a mouse or an elephant."),
    "goat_wins/summer": _("The summer goat wins: nobody else played a goat."),
    "goat_wins/fall": _("The fall goat wins: another player has the same guess."),
    "goat_fails/winter": _("The winter goat fails: a player made a set."),
    "goat_fails/spring": _("The spring goat fails: a mouse or an elephant was played."),
    "goat_fails/summer": _("The summer goat fails: another player played a goat."),
    "goat_fails/fall": _("The fall goat fails: nobody else has the same guess."),
}

_POTS: Mapping[str, Text] = {
    "pot_stays": ngettext_lazy(
        "Nobody can win the pot: its %(left)d coin stays.",
        "Nobody can win the pot: its %(left)d coins stay.",
        "left",
    ),
    "pot": ngettext_lazy(
        "Best set: %(coins)d coin from the pot of %(held)d.",
        "Best set: %(coins)d coins from the pot of %(held)d.",
        "coins",
    ),
    "pot_by_goat": ngettext_lazy(
        "Wins by goat: %(coins)d coin from the pot of %(held)d.",
        "Wins by goat: %(coins)d coins from the pot of %(held)d.",
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
        "Best set with an ape: %(coins)d coin from the side pot of %(held)d.",
        "Best set with an ape: %(coins)d coins from the side pot of %(held)d.",
        "coins",
    ),
    "side_pot_by_goat": ngettext_lazy(
        "Wins by goat: %(coins)d coin from the side pot of %(held)d.",
        "Wins by goat: %(coins)d coins from the side pot of %(held)d.",
        "coins",
    ),
    "side_pot_cleared": ngettext_lazy(
        "The side pot is cleared: nobody gets its %(left)d coin.",
        "The side pot is cleared: nobody gets its %(left)d coins.",
        "left",
    ),
}

_HORSES: Mapping[str, Text] = {
    "horse_pays/winter": _("The winter horse brings %(coins)d coins: its player won."),
    "horse_pays/spring": _(
        "The spring horse brings %(coins)d coins: another player played the same animals."
    ),
    "horse_pays/summer": _("The summer horse brings %(coins)d coins."),
    "horse_pays/fall": _("The fall horse brings %(coins)d coins: all players made a set."),
    "horse_pays_nothing/winter": _("The winter horse brings nothing: its player won no pot."),
    "horse_pays_nothing/spring": _(
        "The spring horse brings nothing: nobody else played the same animals."
    ),
    "horse_pays_nothing/summer": _("The summer horse brings nothing."),
    "horse_pays_nothing/fall": _("The fall horse brings nothing: not all players made a set."),
    "rabbit_stored": _("The fall rabbit gives 1 extra rabbit in the next hand."),
}

STEPS: Mapping[str, Text] = {**_SUBMITTED, **_POOL, **_SETS, **_GOATS, **_POTS, **_HORSES}


def step_text(step: Step, names: Sequence[str]) -> str:
    """Say what a step in the judging of a hand was."""
    text = STEPS.get(f"{step.code}/{step.data.get('season')}", STEPS.get(step.code))
    data: dict[str, Any] = {"counts": counts_text(step.data), **step.data}
    if "kind" in data:
        data["set"] = set_label(data)
    if "animals" in data:
        animals = [str(ANIMAL_LABELS[name]) for name in str(data["animals"]).split()]
        data["animals_words"] = join_names(animals)
    return filled(text, data, names) or step.text


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    if "coins" in record:
        return list(_coins(record, names))
    played = [
        Fact(name, submission_text(submission))
        for name, submission in zip(names, record["seats"], strict=True)
    ]
    return [Fact(gettext("Seasons"), seasons_text(record["seasons"])), *played]


def _coins(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[Fact]:
    gained = [f"{name} {coins}" for name, coins in zip(names, record["coins"], strict=True)]
    yield Fact(gettext("Coins gained"), ", ".join(gained))
    yield Fact(
        gettext("Won or shared"), join_names([names[s] for s in record["won"]]) or gettext("nobody")
    )
    yield Fact(gettext("Left in the pot"), str(record["pot"]))


def submission_text(submission: Mapping[str, Any]) -> str:
    """Say what a player has submitted: the animals and the guess."""
    animals = " + ".join(str(ANIMAL_LABELS[name]) for name in submission["animals"])
    return gettext("%(animals)s, guessed a %(set)s") % {
        "animals": animals,
        "set": set_label(submission["guess"]),
    }


def seasons_text(seasons: Mapping[str, str]) -> str:
    """List which season each animal shows."""
    shown = [
        f"{ANIMAL_LABELS[animal]} {SEASON_LABELS[seasons[animal]]}"
        for animal in ANIMALS
        if animal in seasons
    ]
    return ", ".join(shown)


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who turns over the season cards (AP-03)."""
    return [(gettext("turns over the season cards"), setup.dealer)]


def preparation(setup: HandSetup, _names: Sequence[str]) -> list[str]:
    """Say what is laid out before the hand is played (AP-03, AP-12)."""
    own = own_setup(setup)
    coins = ngettext("%(coins)d coin", "%(coins)d coins", own.seats) % {"coins": own.seats}
    steps = [
        gettext("Turn over a season card for every animal."),
        gettext("Add %(coins)s to the pot, one for each player.") % {"coins": coins},
    ]
    if own.cycle.hand == 0 and own.number > 1:
        steps.insert(0, gettext("Shuffle the season cards: a new cycle of four hands starts."))
    return steps


def stakes(setup: HandSetup, names: Sequence[str]) -> list[Fact]:
    """Say what the pot holds, what is known of the seasons, and who has a rabbit more."""
    own = own_setup(setup)
    facts = [Fact(gettext("In the pot"), str(own.pot))]
    hand = {"hand": own.cycle.hand + 1, "hands": HANDS_IN_CYCLE}
    facts.append(Fact(gettext("Season cards"), gettext("hand %(hand)d of %(hands)d") % hand))
    if known := own.known_seasons:
        seasons = {ANIMALS[animal]: SEASONS[season] for animal, season in known.items()}
        facts.append(Fact(gettext("Seasons"), seasons_text(seasons)))
    if stored := [names[seat] for seat, has in enumerate(own.stored_rabbits) if has]:
        facts.append(Fact(gettext("1 extra rabbit"), join_names(stored)))
    return facts


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (AP-19)."""
    if not isinstance(match, AnimalPokerMatch):
        raise TypeError(f"This is not a match of Animal Poker: {match!r}")
    winners = [names[seat] for seat in match.winners]
    return ngettext(
        "%(names)s won a pot or a share and had %(target)d coins or more before the hand.",
        "%(names)s won pots or shares and had %(target)d coins or more before the hand.",
        len(winners),
    ) % {"names": join_names(winners), "target": match.options.target}


def explain(match: Match, record: Mapping[str, Any], names: Sequence[str]) -> list[ExplanationStep]:
    """Tell step by step how the hand after `match` was judged; nothing of coins alone."""
    if not isinstance(match, AnimalPokerMatch):
        raise TypeError(f"This is not a match of Animal Poker: {match!r}")
    return [
        ExplanationStep(step.seat, step_text(step, names), step.rule)
        for step in match.explain(record)
    ]


def own_setup(setup: HandSetup) -> AnimalPokerSetup:
    """Return the set-up of a hand as this game has it."""
    if not isinstance(setup, AnimalPokerSetup):
        raise TypeError(f"This is not a hand of Animal Poker: {setup!r}")
    return setup
