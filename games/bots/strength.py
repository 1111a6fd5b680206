"""How strong the bots are, on the scale of ratings: anchors for people who play against them.

Measured at tables of four over matches of three hands: from how often one bot finishes ahead of
the other, in the model of `games.tournament.ratings`. The good bot stands where ratings start.
"""

from collections.abc import Mapping
from typing import Final

STRENGTH: Final[Mapping[str, Mapping[str, float]]] = {
    "franks-zoo": {"greedy": -4.5, "heuristic": 0.0, "search": 6.0},
    "zop-zoo": {"greedy": -2.0, "heuristic": 0.0, "search": 0.0},
    "animal-poker": {"greedy": -5.5, "heuristic": 0.0, "search": 1.0},
}
"""How far each bot's known `mu` is from where ratings start, by game."""
