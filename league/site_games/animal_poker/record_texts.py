"""Animal Poker in words: a record, what is at stake, how a hand was judged, why it is over."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.animal_poker.cards import ANIMALS, SEASONS
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.seasons import HANDS_IN_CYCLE
from games.animal_poker.setup import AnimalPokerSetup
from games.base import HandSetup, Match, Seat
from league.core.games.entry import ExplanationStep, Fact
from league.core.rule_texts import join_names
from league.site_games.animal_poker.explanation import step_words
from league.site_games.animal_poker.rule_texts import ANIMALS as ANIMAL_WORDS
from league.site_games.animal_poker.rule_texts import SEASONS as SEASON_WORDS
from league.site_games.animal_poker.rule_texts import set_words


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say in words what happened in a hand."""
    if "coins" in record:
        return list(_coins(record, names))
    played = [
        Fact(name, submission_words(submission))
        for name, submission in zip(names, record["seats"], strict=True)
    ]
    return [Fact(_("Seasons"), seasons_words(record["seasons"])), *played]


def _coins(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[Fact]:
    gained = [f"{name} {coins}" for name, coins in zip(names, record["coins"], strict=True)]
    yield Fact(_("Coins gained"), ", ".join(gained))
    yield Fact(_("Won or shared"), join_names([names[s] for s in record["won"]]) or _("nobody"))
    yield Fact(_("Left in the pot"), str(record["pot"]))


def submission_words(submission: Mapping[str, Any]) -> str:
    """Say what a player has submitted: the animals and the guess."""
    animals = " + ".join(str(ANIMAL_WORDS[name]) for name in submission["animals"])
    return _("%(animals)s, guessed a %(set)s") % {
        "animals": animals,
        "set": set_words(submission["guess"]),
    }


def seasons_words(seasons: Mapping[str, str]) -> str:
    """List which season each animal shows."""
    shown = [
        f"{ANIMAL_WORDS[animal]} {SEASON_WORDS[seasons[animal]]}"
        for animal in ANIMALS
        if animal in seasons
    ]
    return ", ".join(shown)


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who turns over the season cards (AP-03)."""
    return [(_("turns over the season cards"), setup.dealer)]


def preparation(setup: HandSetup, _names: Sequence[str]) -> list[str]:
    """Say what is laid out before the hand is played (AP-03, AP-12)."""
    own = _own(setup)
    coins = ngettext("%(coins)d coin", "%(coins)d coins", own.seats) % {"coins": own.seats}
    steps = [
        _("Turn over a season card of every animal."),
        _("Add %(coins)s to the pot, one for each player.") % {"coins": coins},
    ]
    if own.cycle.hand == 0 and own.number > 1:
        steps.insert(0, _("Shuffle the season cards: a new cycle of four hands begins."))
    return steps


def stakes(setup: HandSetup, names: Sequence[str]) -> list[Fact]:
    """Say what the pot holds, what is known of the seasons, and who has a rabbit more."""
    own = _own(setup)
    facts = [Fact(_("In the pot"), str(own.pot))]
    hand = {"hand": own.cycle.hand + 1, "hands": HANDS_IN_CYCLE}
    facts.append(Fact(_("Season cards"), _("hand %(hand)d of %(hands)d") % hand))
    if known := own.known_seasons:
        seasons = {ANIMALS[animal]: SEASONS[season] for animal, season in known.items()}
        facts.append(Fact(_("Seasons"), seasons_words(seasons)))
    if stored := [names[seat] for seat, has in enumerate(own.stored_rabbits) if has]:
        facts.append(Fact(_("One more rabbit"), join_names(stored)))
    return facts


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say why the match has ended (AP-19)."""
    if not isinstance(match, AnimalPokerMatch):
        raise TypeError(f"This is not a match of Animal Poker: {match!r}")
    winners = [names[seat] for seat in match.winners]
    return ngettext(
        "%(names)s won a pot or a share with %(target)d coins or more before the hand.",
        "%(names)s won pots or shares with %(target)d coins or more before the hand.",
        len(winners),
    ) % {"names": join_names(winners), "target": match.options.target}


def explain(match: Match, record: Mapping[str, Any], names: Sequence[str]) -> list[ExplanationStep]:
    """Tell step by step how the hand after `match` was judged; nothing of coins alone."""
    if not isinstance(match, AnimalPokerMatch):
        raise TypeError(f"This is not a match of Animal Poker: {match!r}")
    return [
        ExplanationStep(step.seat, step_words(step, names), step.rule)
        for step in match.explain(record)
    ]


def _own(setup: HandSetup) -> AnimalPokerSetup:
    if not isinstance(setup, AnimalPokerSetup):
        raise TypeError(f"This is not a hand of Animal Poker: {setup!r}")
    return setup
