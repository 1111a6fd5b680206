"""The shapes of options and records as JSON Schema, for programs that send them."""

from games.base import Json
from games.franks_zoo.options import FINAL_TRICKS, HIGHEST_TARGET, MODES
from games.franks_zoo.setup import SEATS
from games.validation import list_schema, object_schema, one_of_schema, or_null, seat_schema

TEXTS = {
    "mode": "Whether hands after the first are played in teams.",
    "target": "The points at which the match ends.",
    "final_trick": "Who has the last trick (FZ-R5).",
    "finish": "The seats in the order in which they went out, the one left with cards last.",
    "teams": "The partners, the senior first; null without teams.",
    "solo": "The seat without a partner, if any.",
    "lions_taken": "The lions that each seat has taken.",
    "lions_in_hand": "The lions in the hand of the last seat.",
    "hedgehog": "Whether each seat has taken a hedgehog.",
}

OPTIONS: dict[str, Json] = object_schema(
    TEXTS,
    {
        "mode": one_of_schema(MODES),
        "target": {"type": "integer", "minimum": 1, "maximum": HIGHEST_TARGET},
        "final_trick": one_of_schema(FINAL_TRICKS),
    },
)

_SEAT = seat_schema(SEATS)
_COUNT: dict[str, Json] = {"type": "integer", "minimum": 0}
_TEAM = list_schema(_SEAT, range(2, 3))
RECORDS: dict[str, dict[str, Json]] = {
    "": object_schema(
        TEXTS,
        {
            "finish": list_schema(_SEAT, SEATS),
            "teams": or_null({"type": "array", "items": _TEAM}),
            "solo": or_null(_SEAT),
            "lions_taken": or_null(list_schema(_COUNT, SEATS)),
            "lions_in_hand": or_null(_COUNT),
            "hedgehog": or_null(list_schema({"type": "boolean"}, SEATS)),
        },
        required=("finish",),
    )
}
