"""The shapes of options and records as JSON Schema, for programs that send them."""

from games.animal_poker.cards import ANIMALS, SEASONS, SEATS
from games.animal_poker.coins import COIN_FIELDS, HIGHEST_COINS
from games.animal_poker.options import HIGHEST_TARGET
from games.animal_poker.sets import GUESS_SIZES, KINDS
from games.animal_poker.submission import GUESS_FIELDS, SUBMISSION_FIELDS
from games.base import Json
from games.validation import list_schema, object_schema, one_of_schema, or_null, seat_schema

TEXTS = {
    "target": "The coins with which a pot wins the match.",
    "seasons": "The season on show by animal; null where all are known.",
    "seats": "What each seat has submitted.",
    "animals": "The animals that it plays.",
    "guess": "The set that it guesses.",
    "kind": "The kind of set.",
    "size": "How many animals it has.",
    "animal": "Its highest animal.",
    "coins": "The coins that each seat has gained.",
    "won": "The seats that won a pot or a share of one.",
    "pot": "The coins left in the pot.",
}

OPTIONS: dict[str, Json] = object_schema(
    TEXTS, {"target": {"type": "integer", "minimum": 1, "maximum": HIGHEST_TARGET}}
)

_ANIMAL = one_of_schema(ANIMALS)
_GUESS = object_schema(
    TEXTS,
    {
        "kind": one_of_schema(KINDS),
        "size": {"type": "integer", "minimum": GUESS_SIZES[0], "maximum": GUESS_SIZES[-1]},
        "animal": _ANIMAL,
    },
    required=GUESS_FIELDS,
)
_SUBMISSION = object_schema(
    TEXTS,
    {"animals": {"type": "array", "items": _ANIMAL}, "guess": _GUESS},
    required=SUBMISSION_FIELDS,
)
_COINS: dict[str, Json] = {"type": "integer", "minimum": -HIGHEST_COINS, "maximum": HIGHEST_COINS}
RECORDS: dict[str, dict[str, Json]] = {
    "": object_schema(
        TEXTS,
        {
            "seasons": or_null(
                object_schema(
                    dict.fromkeys(ANIMALS, "Its season."),
                    {name: one_of_schema(SEASONS) for name in ANIMALS},
                )
            ),
            "seats": list_schema(_SUBMISSION, SEATS),
        },
        required=("seats",),
    ),
    "Coins": object_schema(
        TEXTS,
        {
            "coins": list_schema(_COINS, SEATS),
            "won": {"type": "array", "items": seat_schema(SEATS)},
            "pot": {"type": "integer", "minimum": 0, "maximum": HIGHEST_COINS},
        },
        required=COIN_FIELDS,
    ),
}
