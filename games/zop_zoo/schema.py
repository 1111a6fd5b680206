"""The shapes of options and records as JSON Schema, for programs that send them."""

from games.base import Json
from games.validation import list_schema, object_schema, one_of_schema, or_null, seat_schema
from games.zop_zoo.cards import BONUS_CATEGORIES
from games.zop_zoo.options import BEASTS, HIGHEST_TARGET, MISSED_CARDS, SPECIALTY_ON_DISCARD
from games.zop_zoo.record import FURTHEST, HIGHEST_CARDS, SEAT_FIELDS, STEP
from games.zop_zoo.setup import SEATS

TEXTS = {
    "target": "The points at which the match ends.",
    "beasts": "How many beasts are in the deck (ZZ-R1).",
    "specialty_on_discard": "Whether a specialty on the discard pile must be used (ZZ-R4).",
    "missed_cards": "What happens to cards that were missed (ZZ-R14).",
    "deck": "The standard deck, or one of your own.",
    "winner": "The seat that has ended the hand; null if the draw pile ran out.",
    "seats": "What each seat shows at the end.",
    "cards": "The points of its covered and connected cards.",
    "minus": "The points of the minus cards that still show, 0 or less.",
    "bonus": "The categories of its side bonus cards.",
    "points": "The points of each seat, where nothing else was written down.",
}

OPTIONS: dict[str, Json] = object_schema(
    TEXTS,
    {
        "target": {"type": "integer", "minimum": 1, "maximum": HIGHEST_TARGET},
        "beasts": one_of_schema(BEASTS),
        "specialty_on_discard": one_of_schema(SPECIALTY_ON_DISCARD),
        "missed_cards": one_of_schema(MISSED_CARDS),
        "deck": {"anyOf": [{"const": "standard"}, {"type": "object"}]},
    },
)


def _points(lowest: int, highest: int) -> dict[str, Json]:
    return {"type": "integer", "minimum": lowest, "maximum": highest, "multipleOf": STEP}


_WINNER = or_null(seat_schema(SEATS))
_SHOWN = object_schema(
    TEXTS,
    {
        "cards": _points(0, HIGHEST_CARDS),
        "minus": _points(-FURTHEST, 0),
        "bonus": {"type": "array", "items": one_of_schema(BONUS_CATEGORIES)},
    },
    required=SEAT_FIELDS,
)
RECORDS: dict[str, dict[str, Json]] = {
    "": object_schema(
        TEXTS, {"winner": _WINNER, "seats": list_schema(_SHOWN, SEATS)}, required=("seats",)
    ),
    "Points": object_schema(
        TEXTS,
        {"winner": _WINNER, "points": list_schema(_points(-FURTHEST, FURTHEST), SEATS)},
        required=("points",),
    ),
}
