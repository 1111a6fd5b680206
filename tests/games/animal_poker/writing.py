"""Write hands of Animal Poker in short: `"rabbit cat: chain 6 elephant"` is what a seat submits."""

from typing import Any

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.match import AnimalPokerMatch
from games.animal_poker.scoring import AnimalPokerScore
from games.animal_poker.sets import AnimalSet

JsonObject = dict[str, Any]

QUIET = {
    "mouse": "winter",
    "rabbit": "fall",
    "snake": "winter",
    "cat": "fall",
    "ape": "winter",
    "dog": "fall",
    "goat": "winter",
    "horse": "fall",
}
"""Seasons for a test that looks at other animals."""


def new_match(seats: int, **options: object) -> AnimalPokerMatch:
    return ANIMAL_POKER.new_match(ANIMAL_POKER.options(options), seats, 0)


def guess_of(text: str) -> JsonObject:
    kind, size, animal = text.split()
    return {"kind": kind, "size": int(size), "animal": animal}


def seat_of(text: str) -> JsonObject:
    animals, guess = text.split(": ")
    return {"animals": animals.split(), "guess": guess_of(guess)}


def hand_of(*submitted: str, **seasons: str) -> JsonObject:
    """Write the record of a hand; seasons not given are quiet."""
    shown = {**QUIET, **seasons}
    if len(submitted) < 5:
        del shown["ape"]
    return {"seasons": shown, "seats": [seat_of(text) for text in submitted]}


def score_of(*submitted: str, **seasons: str) -> AnimalPokerScore:
    """Score a first hand."""
    return new_match(len(submitted)).score(hand_of(*submitted, **seasons))


def made(*submitted: str, **seasons: str) -> list[str | None]:
    """Return the best set of every seat in a first hand, in short."""
    return [in_short(each) for each in score_of(*submitted, **seasons).made]


def in_short(each: AnimalSet | None) -> str | None:
    return " ".join(str(part) for part in each.as_json().values()) if each else None
