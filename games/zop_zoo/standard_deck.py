"""The standard deck as data, in the shape that the option `deck` takes (ZZ-R2, ZZ-R3).

The rulebook pictures few of its cards. `made_up` lists, card by card, what this project filled in:
`name`, `category` (that the deck has this card in this category) and `points`. Names are shown as
they stand here; whoever owns the printed deck may put its own in their place.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.base import Json

_NAME: Final = ("name",)
_NAME_AND_CATEGORY: Final = ("name", "category")
_NAME_AND_POINTS: Final = ("name", "points")


def _card(name: str, made_up: Sequence[str] = (), **printed: str | int) -> Mapping[str, Json]:
    return {"name": name, **printed, "made_up": made_up}


def _cards(*names: str, known: str | None = None) -> list[Mapping[str, Json]]:
    """Return the cards of a category, the one that the rulebook shows first."""
    printed = [] if known is None else [_card(known)]
    return printed + [_card(name, _NAME_AND_CATEGORY) for name in names]


STANDARD_DECK_DATA: Mapping[str, Json] = {
    "animals": {
        "mammal": _cards("wolf", "rabbit", "monkey", "squirrel"),
        "ocean": _cards("octopus", "shark", "seahorse", "jellyfish"),
        "bird": _cards("parrot", "flamingo", "penguin", known="owl"),
        "insect": _cards("ladybird", "stag beetle", "dragonfly", known="butterfly"),
        "semi_aquatic": _cards("beaver", "frog", "hippopotamus", "otter"),
        "horns": _cards("goat", "rhinoceros", "antelope", "buffalo"),
        "reptile": _cards("chameleon", "tortoise", known="alligator"),
        "marsupial": _cards("koala", "wombat", known="kangaroo"),
        "arachnid": _cards("tarantula", "scorpion", "tick"),
        "mythical": _cards("unicorn", "dragon", "phoenix"),
    },
    "connects": [
        _card("giraffe", _NAME_AND_CATEGORY, category="mammal"),
        _card("whale", _NAME_AND_CATEGORY, category="ocean"),
        _card("peacock", _NAME_AND_CATEGORY, category="bird"),
        _card("grasshopper", _NAME_AND_CATEGORY, category="insect"),
        _card("platypus", _NAME_AND_CATEGORY, category="semi_aquatic"),
        _card("moose", _NAME_AND_CATEGORY, category="horns"),
        _card("cobra", _NAME_AND_CATEGORY, category="reptile"),
        _card("opossum", _NAME_AND_CATEGORY, category="marsupial"),
        _card("harvestman", _NAME_AND_CATEGORY, category="arachnid"),
        _card("mermaid", _NAME_AND_CATEGORY, category="mythical"),
    ],
    "minuses": [
        _card("skunk", points=-75),
        _card("snail", points=-90),
        _card("mosquito", _NAME_AND_POINTS, points=-50),
        _card("rat", _NAME_AND_POINTS, points=-60),
        _card("vulture", _NAME_AND_POINTS, points=-80),
        _card("slug", _NAME_AND_POINTS, points=-100),
    ],
    "bonuses": {
        "ocean": _card("starfish", _NAME),
        "bird": _card("swan"),
        "insect": _card("bee", _NAME),
        "semi_aquatic": _card("newt", _NAME),
        "horns": _card("ram", _NAME),
        "reptile": _card("gecko", _NAME),
        "arachnid": _card("spider", _NAME),
        "mythical": _card("griffin", _NAME),
    },
}
