"""The columns of a file of results, and which of them tell the hands of each game."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from league.exports.listings import Column

WHERE: Final = (
    Column("stage", _("Stage")),
    Column("round", _("Round")),
    Column("table", _("Table")),
    Column("player", _("Player")),
)
OUTCOME: Final = (Column("place", _("Place")), Column("total", _("Total")))
OF_HANDS: Final = (
    Column("hand", _("Hand")),
    Column("out", _("Out")),
    Column("lions", _("Lions")),
    Column("lions_in_hand", _("Lions in the last player’s hand")),
    Column("hedgehog", _("Hedgehog")),
    Column("points", _("Points")),
    Column("coins", _("Coins")),
    Column("won", _("Won")),
    Column("pot", _("Coins left in the pot")),
)
COLUMNS: Final = (*WHERE, *OUTCOME, *OF_HANDS)
OTHER_NAMES: Final[Mapping[str, str]] = {"game points": "total", "name": "player", "match": "table"}
"""What else a column may be called, as in the results that can be taken away."""

HAND_COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "franks-zoo": ("out", "lions", "lions_in_hand", "hedgehog"),
    "zop-zoo": ("points", "won"),
    "animal-poker": ("coins", "won", "pot"),
}
"""What a hand of each game is told by, beside its number."""
YES: Final = frozenset({"yes", "y", "x", "1", "true", "ja", "si", "oui"})


def is_yes(cell: str) -> bool:
    """Say whether a cell is ticked."""
    return cell.strip().casefold() in YES
