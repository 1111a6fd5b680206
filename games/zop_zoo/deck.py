"""The animals of a deck: their ids, names, categories and points, and how they are read.

How many cards there are of a kind is a rule (ZZ-01, ZZ-02). Which animals they show, how the 36
category cards spread over the categories and what the minus cards cost is data (ZZ-R2, ZZ-R3).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeGuard

from games.base import Json, Problem
from games.validation import is_whole_number, unknown_fields
from games.zop_zoo.cards import (
    BONUS_CARDS,
    BONUS_CATEGORIES,
    CATEGORIES,
    CATEGORY_CARDS,
    CATEGORY_POINTS,
    CONNECT_CARDS,
    CONNECT_POINTS,
    MINUS_CARDS,
    NAMES,
    Card,
    Cards,
)
from games.zop_zoo.standard_deck import STANDARD_DECK_DATA

Kind = Literal["category", "connect", "minus", "bonus"]
MADE_UP = ("name", "category", "points")
LONGEST_NAME = 40
LOWEST_MINUS = -100


@dataclass(frozen=True, slots=True)
class Animal:
    """Describe an animal of the deck.

    `points` are what it is worth once matched, a side bonus at once; an uncovered minus card costs
    as much. `made_up` names what this project, not the rulebook, says about it.
    """

    id: str
    kind: Kind
    name: str
    category: str | None
    points: int
    made_up: tuple[str, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the animal as the data of a deck shows it."""
        values: dict[str, Json] = {"name": self.name}
        if self.kind == "connect":
            values["category"] = self.category
        if self.kind == "minus":
            values["points"] = -self.points
        return {**values, "made_up": list(self.made_up)}


@dataclass(frozen=True)
class Deck:
    """Hold the 60 animals of a deck by their card's number: 52 to match, then 8 side bonuses."""

    animals: tuple[Animal, ...]

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each card is worth once matched."""
        return tuple(animal.points for animal in self.animals)

    @cached_property
    def bonus_shown(self) -> tuple[Cards, ...]:
        """By animal, the side bonus that its category entitles to, as a set (ZZ-21)."""
        bonus = dict(zip(BONUS_CATEGORIES, BONUS_CARDS, strict=True))
        return tuple(
            1 << bonus[animal.category] if animal.category in bonus else 0
            for animal in self.animals
        )

    @cached_property
    def ids(self) -> Mapping[Card, str]:
        """The id of every card, those without an animal included."""
        return {**dict(enumerate(animal.id for animal in self.animals)), **NAMES}

    @cached_property
    def card_of_id(self) -> Mapping[str, Card]:
        """The card of every id."""
        return {name: card for card, name in self.ids.items()}

    def as_json(self) -> dict[str, Json]:
        """Write the deck in the shape it is read from."""
        spread: dict[str, list[Json]] = {category: [] for category in CATEGORIES}
        for card in CATEGORY_CARDS:
            animal = self.animals[card]
            spread[str(animal.category)].append(animal.as_json())
        return {
            "animals": spread,
            "connects": [self.animals[card].as_json() for card in CONNECT_CARDS],
            "minuses": [self.animals[card].as_json() for card in MINUS_CARDS],
            "bonuses": {
                category: self.animals[card].as_json()
                for category, card in zip(BONUS_CATEGORIES, BONUS_CARDS, strict=True)
            },
        }


def read_deck(data: object) -> tuple[Deck | None, tuple[Problem, ...]]:
    """Read a deck from JSON: the deck, None where it is at fault, and every fault."""
    reader = _DeckReader()
    animals = reader.read(data)
    return (None if reader.problems else Deck(tuple(animals))), tuple(reader.problems)


class _DeckReader:
    """Read one deck part by part and gather what is wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.names: set[str] = set()

    def read(self, data: object) -> list[Animal]:
        if not self._is_object(data, "", ("animals", "connects", "minuses", "bonuses")):
            return []
        return [
            *self._category_animals(data.get("animals")),
            *self._listed(data.get("connects"), "connects", CONNECT_CARDS, self._connect),
            *self._listed(data.get("minuses"), "minuses", MINUS_CARDS, self._minus),
            *self._bonuses(data.get("bonuses")),
        ]

    def refuse(self, code: str, field: str, text: str, rule: str | None = "ZZ-R2") -> None:
        self.problems.append(Problem(code, field, rule, text))

    def _is_object(
        self, data: object, path: str, known: Sequence[str]
    ) -> TypeGuard[Mapping[str, object]]:
        if not isinstance(data, Mapping):
            self.refuse("not_an_object", path, "This must be given by name.", None)
            return False
        self.problems += [
            problem.inside(path) if path else problem for problem in unknown_fields(data, known)
        ]
        return True

    def _category_animals(self, data: object) -> list[Animal]:
        if not self._is_object(data, "animals", CATEGORIES):
            return []
        animals = []
        for category in CATEGORIES:
            cards = data.get(category, [])
            path = f"animals.{category}"
            if not isinstance(cards, list | tuple):
                self.refuse("not_a_list", path, "The animals of a category must be a list.")
                continue
            for at, card in enumerate(cards):
                animals.append(self._animal(card, f"{path}[{at}]", category, at + 1))
        if len(animals) != len(CATEGORY_CARDS):
            text = f"There must be {len(CATEGORY_CARDS)} animals in the categories together."
            self.refuse("not_the_count", "animals", text, "ZZ-01")
        return animals

    def _animal(self, data: object, path: str, category: str, number: int) -> Animal:
        name, made_up = self._face(data, path, ())
        points = CATEGORY_POINTS[category]
        return Animal(f"{category}-{number}", "category", name, category, points, made_up)

    def _listed(
        self, data: object, path: str, cards: range, read: Callable[[object, str, int], Animal]
    ) -> list[Animal]:
        if not isinstance(data, list | tuple) or len(data) != len(cards):
            self.refuse("not_the_count", path, f"There must be {len(cards)} of them.", "ZZ-01")
            return []
        return [read(card, f"{path}[{at}]", at + 1) for at, card in enumerate(data)]

    def _connect(self, data: object, path: str, number: int) -> Animal:
        name, made_up = self._face(data, path, ("category",))
        category = data.get("category") if isinstance(data, Mapping) else None
        if not isinstance(category, str) or category not in CATEGORY_POINTS:
            text = f"Choose one of: {', '.join(CATEGORIES)}."
            self.refuse("not_a_choice", f"{path}.category", text)
            category = None
        return Animal(f"connect-{number}", "connect", name, category, CONNECT_POINTS, made_up)

    def _minus(self, data: object, path: str, number: int) -> Animal:
        name, made_up = self._face(data, path, ("points",))
        points = data.get("points") if isinstance(data, Mapping) else None
        if not is_whole_number(points) or points % 5 or not LOWEST_MINUS <= points < 0:
            text = f"Minus points are a multiple of 5, from {LOWEST_MINUS} to -5."
            self.refuse("not_minus_points", f"{path}.points", text, "ZZ-R3")
            points = 0
        return Animal(f"minus-{number}", "minus", name, None, -points, made_up)

    def _bonuses(self, data: object) -> list[Animal]:
        if not self._is_object(data, "bonuses", BONUS_CATEGORIES):
            return []
        return [self._bonus(data.get(category), category) for category in BONUS_CATEGORIES]

    def _bonus(self, data: object, category: str) -> Animal:
        name, made_up = self._face(data, f"bonuses.{category}", ())
        points = CATEGORY_POINTS[category]
        return Animal(f"bonus-{category}", "bonus", name, category, points, made_up)

    def _face(
        self, data: object, path: str, printed: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]]:
        """Return what every animal has: its name, and what is made up about it."""
        if not self._is_object(data, path, ("name", "made_up", *printed)):
            return "", ()
        return self._name(data.get("name"), path), self._made_up(data.get("made_up", ()), path)

    def _name(self, name: object, path: str) -> str:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
            text = f"A name has 1 to {LONGEST_NAME} characters."
            self.refuse("not_a_name", f"{path}.name", text)
            return ""
        if name.casefold() in self.names:
            text = "Another animal in the deck already has this name."
            self.refuse("duplicate_name", f"{path}.name", text)
        self.names.add(name.casefold())
        return name

    def _made_up(self, flags: object, path: str) -> tuple[str, ...]:
        if not isinstance(flags, list | tuple) or any(flag not in MADE_UP for flag in flags):
            text = f"Made up may be: {', '.join(MADE_UP)}."
            self.refuse("not_a_choice", f"{path}.made_up", text)
            return ()
        return tuple(name for name in MADE_UP if name in flags)


def _standard_deck() -> Deck:
    deck, problems = read_deck(STANDARD_DECK_DATA)
    if deck is None:
        raise ValueError(problems)
    return deck


STANDARD_DECK = _standard_deck()
