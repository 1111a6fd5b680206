"""The cards of ZOP ZOO by their ids, read from the rules a second time.

It imports nothing of the project.
"""

POINTS = {  # ZZ-03
    "mammal": 10,
    "ocean": 15,
    "bird": 20,
    "insect": 25,
    "semi_aquatic": 30,
    "horns": 35,
    "reptile": 40,
    "marsupial": 45,
    "arachnid": 55,
    "mythical": 65,
}
BONUS = [category for category in POINTS if category not in ("mammal", "marsupial")]  # ZZ-04
SPREAD = [4, 4, 4, 4, 4, 4, 3, 3, 3, 3]  # ZZ-R2
ANIMALS = [
    f"{category}-{number}"
    for category, count in zip(POINTS, SPREAD, strict=True)
    for number in range(1, count + 1)
]
CONNECTS = dict(zip([f"connect-{number}" for number in range(1, 11)], POINTS, strict=True))
MINUSES = {
    "minus-1": 75,
    "minus-2": 90,
    "minus-3": 50,
    "minus-4": 60,
    "minus-5": 80,
    "minus-6": 100,
}
SPECIALTIES = ["earthworm", "raccoon", "hyena"]
WILDS = ["beast", "best_beast"]
WHITE_DECK = [*ANIMALS, *CONNECTS, *MINUSES]


def black_deck(beasts: int) -> list[str]:
    bonuses = [f"bonus-{category}" for category in BONUS]
    wilds = ["beast"] * beasts + ["best_beast"]
    return [*WHITE_DECK, *bonuses, *wilds, *["mole"] * 6, *SPECIALTIES]


def worth(card: str) -> int:
    """Return what an animal is worth once matched."""
    if card in CONNECTS:
        return 80
    return MINUSES[card] if card in MINUSES else POINTS[category(card)]


def category(animal: str) -> str:
    """Return the category of a category card, as its id tells it."""
    return animal.partition("-")[0]
