"""The options of a match of ZOP ZOO."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from games.base import InvalidOptionsError, Json, Problem
from games.validation import is_whole_number, unknown_fields
from games.zop_zoo.deck import STANDARD_DECK, Deck, read_deck

SpecialtyOnDiscard = Literal["must", "may"]
MissedCards = Literal["strict"]

SPECIALTY_ON_DISCARD: tuple[SpecialtyOnDiscard, ...] = get_args(SpecialtyOnDiscard)
MISSED_CARDS: tuple[MissedCards, ...] = get_args(MissedCards)
BEASTS = (4, 5)
HIGHEST_TARGET = 1_000_000
"""Far beyond any real match: it only keeps nonsense out of what is stored and shown."""


@dataclass(frozen=True, slots=True)
class ZopZooOptions:
    """Say how a match is played: ZZ-26, and the rulings ZZ-R1, ZZ-R4, ZZ-R14 and ZZ-R2."""

    target: int = 800
    beasts: int = 4
    specialty_on_discard: SpecialtyOnDiscard = "must"
    missed_cards: MissedCards = "strict"
    deck: Deck = STANDARD_DECK

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""
        return {
            "target": self.target,
            "beasts": self.beasts,
            "specialty_on_discard": self.specialty_on_discard,
            "missed_cards": self.missed_cards,
            "deck": "standard" if self.deck == STANDARD_DECK else self.deck.as_json(),
        }


_FIELDS = ("target", "beasts", "specialty_on_discard", "missed_cards", "deck")


def read_options(data: object) -> ZopZooOptions:
    """Read options from JSON, defaults filled in; raises InvalidOptionsError with every fault."""
    if not isinstance(data, Mapping):
        raise InvalidOptionsError(
            [Problem("not_an_object", "", None, "The options must be given by name.")]
        )
    default = ZopZooOptions()
    problems = unknown_fields(data, _FIELDS)
    target = data.get("target", default.target)
    problems += _target_problems(target)
    beasts = data.get("beasts", default.beasts)
    if not is_whole_number(beasts) or beasts not in BEASTS:
        problems.append(_not_a_choice("beasts", BEASTS, "ZZ-R1"))
    on_discard = data.get("specialty_on_discard", default.specialty_on_discard)
    if on_discard not in SPECIALTY_ON_DISCARD:
        problems.append(_not_a_choice("specialty_on_discard", SPECIALTY_ON_DISCARD, "ZZ-R4"))
    missed_cards = data.get("missed_cards", default.missed_cards)
    if missed_cards not in MISSED_CARDS:
        problems.append(_not_a_choice("missed_cards", MISSED_CARDS, "ZZ-R14"))
    deck, deck_problems = _read_deck(data.get("deck", "standard"))
    problems += [problem.inside("deck") for problem in deck_problems]
    if problems or deck is None:
        raise InvalidOptionsError(problems)
    return ZopZooOptions(target, beasts, on_discard, missed_cards, deck)


def _read_deck(data: object) -> tuple[Deck | None, tuple[Problem, ...]]:
    return (STANDARD_DECK, ()) if data == "standard" else read_deck(data)


def _not_a_choice(name: str, choices: Sequence[object], rule: str) -> Problem:
    text = f"Choose one of: {', '.join(map(str, choices))}."
    return Problem("not_a_choice", name, rule, text)


def _target_problems(target: object) -> list[Problem]:
    if not is_whole_number(target):
        return [Problem("not_a_number", "target", "ZZ-26", "The target must be a whole number.")]
    if not 1 <= target <= HIGHEST_TARGET:
        text = f"The target must be from 1 to {HIGHEST_TARGET:,}."
        return [Problem("out_of_range", "target", "ZZ-26", text, data={"highest": HIGHEST_TARGET})]
    return []
