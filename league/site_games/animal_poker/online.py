"""Animal Poker at an online table: its words, and what the site shows of it."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.animal_poker.actions import actions_of
from games.animal_poker.cards import animals_to_play
from games.animal_poker.game import ANIMAL_POKER
from games.animal_poker.observation import AnimalPokerObservation
from games.base import Event, HandState, Json, Options, Seat
from games.bots.search import Budget
from league.core.games.online import Face, Group, Names, OnlinePart, RuleTopic, Seen, counted
from league.core.rule_texts import join_names
from league.site_games.animal_poker.lesson import LESSON
from league.site_games.animal_poker.rule_texts import (
    ANIMAL_LABELS,
    SEASON_LABELS,
    set_label,
    submission_text,
)

EFFECTS: Mapping[str, Mapping[str, Promise]] = {
    "mouse": {
        "winter": gettext_lazy("You also guess every herd of rabbits, snakes and cats."),
        "spring": gettext_lazy("You also guess every herd of 3 and every chain of 4."),
        "summer": gettext_lazy("You also guess every chain to the dog, the goat and the horse."),
        "fall": gettext_lazy("You also guess everything the others guess."),
    },
    "rabbit": {
        "winter": gettext_lazy("For you every two rabbits count as three wilds."),
        "spring": gettext_lazy("For you each rabbit counts as two."),
        "summer": gettext_lazy("Rabbits are wild for you; players who play none cannot use them."),
        "fall": gettext_lazy("You have one more rabbit in the next hand."),
    },
    "snake": {
        "winter": gettext_lazy("The others cannot make herds."),
        "spring": gettext_lazy("The others cannot make chains."),
        "summer": gettext_lazy("The others cannot make a chain of 5 or anything better."),
        "fall": gettext_lazy("The others cannot make a herd of 3 or anything worse."),
    },
    "cat": {
        "winter": gettext_lazy("For you a cat counts as a cat or any lower animal."),
        "spring": gettext_lazy("For you a dog and a cat together count as two wilds."),
        "summer": gettext_lazy(
            "If nobody plays a dog, cats and all lower animals are wild for you."
        ),
        "fall": gettext_lazy("This card counts as a dog and a cat for you."),
    },
    "ape": {
        "winter": gettext_lazy("You play only for the side pot: 3 coins."),
        "spring": gettext_lazy(
            "You play only for the side pot: 1 coin for each player without an ape."
        ),
        "summer": gettext_lazy(
            "You play only for the side pot: half as many coins as different animals are played."
        ),
        "fall": gettext_lazy(
            "You play only for the side pot: as many coins as copies of the most common animal."
        ),
    },
    "dog": {
        "winter": gettext_lazy("For you a dog counts as a dog or any higher animal."),
        "spring": gettext_lazy("For you a dog and a cat together count as two wilds."),
        "summer": gettext_lazy(
            "If nobody plays a cat, dogs and all higher animals are wild for you."
        ),
        "fall": gettext_lazy("This card counts as a dog and a cat for you."),
    },
    "goat": {
        "winter": gettext_lazy("You win if nobody makes a set."),
        "spring": gettext_lazy("You win if nobody plays a mouse or an elephant."),
        "summer": gettext_lazy("You win if nobody else plays a goat."),
        "fall": gettext_lazy("You win if another player makes exactly the same guess."),
    },
    "horse": {
        "winter": gettext_lazy("2 coins if you win or share the win."),
        "spring": gettext_lazy("2 coins if another player plays exactly your animals."),
        "summer": gettext_lazy("2 coins if you cannot make a set."),
        "fall": gettext_lazy("2 coins if all players make a set."),
    },
    "elephant": {"always": gettext_lazy("Snakes do not stop you and are wild for you.")},
}
"""What an animal does for who plays it, by season (AP-11 to AP-18)."""

TEXTS: Mapping[str, str | Promise] = {
    "pot": gettext_lazy("Pot: %(coins)s"),
    "one_more_rabbit": gettext_lazy("1 extra rabbit"),
    "thinks": gettext_lazy("is thinking"),
    "sealed": gettext_lazy("has sealed"),
    "animals": gettext_lazy("Choose %(count)s animals"),
    "tap_for_effect": gettext_lazy("Tap an animal to see what it does this season."),
    "guess": gettext_lazy("Which set can you make from all animals played?"),
    "herd": gettext_lazy("Herd"),
    "chain": gettext_lazy("Chain"),
    "herd_means": gettext_lazy("A herd of 4 cats is four cats."),
    "chain_means": gettext_lazy(
        "A chain of 4 to the cat is the cat and the three animals below it."
    ),
    "size": gettext_lazy("How many"),
    "of_animal": gettext_lazy("Of which animal"),
    "to_animal": gettext_lazy("To which animal"),
    "guess_help": gettext_lazy(
        "From weak to strong: herd of 2, chain of 3, herd of 3, chain of 4 and so on. Of equal "
        "sets, the higher animal is stronger."
    ),
    "guess_herd": gettext_lazy("A herd of %(size)s: %(animal)s"),
    "guess_chain": gettext_lazy("A chain of %(size)s to the %(animal)s"),
    "seasons_now": gettext_lazy("Effects of the animals this season"),
    "seal": gettext_lazy("Seal choice"),
    "for_good": gettext_lazy("You cannot change a sealed choice."),
    "not_whole": gettext_lazy("Choose %(count)s animals and a set."),
    "own": gettext_lazy("Your sealed choice"),
    "always": gettext_lazy("always"),
    **{f"season_{season}": text for season, text in SEASON_LABELS.items()},
    **{
        f"effect_{animal}_{season}": text
        for animal, seasons in EFFECTS.items()
        for season, text in seasons.items()
    },
}


def cards(_options: Options) -> dict[str, str]:
    """Return what each animal is called."""
    return {animal: str(name) for animal, name in ANIMAL_LABELS.items()}


def facts(_options: Options) -> dict[str, Json]:
    """Return nothing: what an animal does depends on its season."""
    return {}


def describe(event: Event, names: Names) -> str:
    """Say in a sentence what happened; what was sealed only to who has sealed it."""
    name = names.of(event.seat)
    if event.action is None:
        return _("%(name)s sealed a choice.") % {"name": name}
    submission = submission_text(cast("Mapping[str, Any]", event.action))
    return _("%(name)s sealed: %(choice)s.") % {"name": name, "choice": submission}


def ask(state: HandState, names: Names) -> str:
    """Say in a sentence what the table waits for."""
    acting = state.acting_seats()
    if names.you in acting:
        return _(
            "Seal animals and a guess: all choices open together, and the best set wins the pot."
        )
    return _("Waiting for %(names)s.") % {"names": join_names([names.of(each) for each in acting])}


def help(state: HandState, seat: Seat) -> dict[str, Json]:  # noqa: A001 - the interface's word
    """Return how many animals are to be chosen, the rule, and every set that may be guessed."""
    seen = cast("AnimalPokerObservation", state.observation(seat))
    seats = seen.setup.seats
    actions = actions_of(seats)
    sets = sorted(actions.guesses)
    return {
        "count": animals_to_play(seats),
        "rule": "AP-04",
        "guesses": [actions.ladder.sets[rung].as_json() for rung in sets],
    }


def middle(seen: Seen, names: Names) -> list[Group]:
    """Lay out what lies in the middle."""
    seasons = tuple(
        Face(animal, names.card(animal), str(SEASON_LABELS[season]))
        for animal, season in seen["seasons"].items()
    )
    return [Group(_("Seasons"), seasons), Group(_("Pot"), (), str(seen["pot"]))]


def place(seen: Seen, seat: Seat, names: Names) -> list[Group]:
    """Lay out what is before a seat."""
    submitted = seen["submitted"][seat]
    if submitted is None:
        is_thinking = seat in seen["acting"]
        return [Group("", (), _("is thinking") if is_thinking else _("has sealed"))]
    return [
        Group(_("Animals"), counted(submitted["animals"], names)),
        Group(_("Guess"), (), set_label(submitted["guess"])),
    ]


RULE_TOPICS = (
    RuleTopic(
        gettext_lazy("Choosing and guessing"),
        ("AP-04", "AP-05", "AP-06", "AP-07", "AP-08", "AP-03", "AP-02", "AP-R11", "AP-R19"),
    ),
    RuleTopic(
        gettext_lazy("What the animals do"),
        (
            *("AP-10", "AP-11", "AP-12", "AP-13", "AP-14", "AP-15", "AP-16", "AP-17", "AP-18"),
            *("AP-01", "AP-09"),
        ),
    ),
    RuleTopic(
        gettext_lazy("How a hand is judged"),
        (
            *("AP-R15", "AP-R5", "AP-R6", "AP-R7", "AP-R4", "AP-R8", "AP-R18", "AP-R20"),
            *("AP-R9", "AP-R10", "AP-R12", "AP-R2", "AP-R13", "AP-R14", "AP-R17", "AP-R1"),
        ),
    ),
    RuleTopic(gettext_lazy("The match"), ("AP-19", "AP-20", "AP-R3", "AP-R16")),
)

ONLINE = OnlinePart(
    engine=ANIMAL_POKER,
    texts=TEXTS,
    cards=cards,
    facts=facts,
    describe=describe,
    ask=ask,
    help=help,
    middle=middle,
    place=place,
    budget=Budget(playouts=1600),
    summary=gettext_lazy(
        "Play animals in secret and guess the best set that all animals played can form."
    ),
    faces=("goat", "summer", "coin"),
    rule_topics=RULE_TOPICS,
    lesson=LESSON,
    script="js/online/animal-poker.js",
    stylesheet="css/online-animal-poker.css",
    pictures="img/cards/animals.svg",
)
