"""The columns of a file of results, and which of them tell the hands of each game."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from league.core.games import site_game, site_games
from league.core.games.score_sheet import FileColumn
from league.exports.listings import Column

WHERE: Final = (
    Column("stage", _("Stage")),
    Column("round", _("Round")),
    Column("table", _("Table")),
    Column("player", _("Player")),
)
HAND: Final = Column("hand", _("Hand"))
OUTCOME: Final = (Column("place", _("Place")), Column("total", _("Total")))
OTHER_NAMES: Final[Mapping[str, str]] = {"game points": "total", "name": "player", "match": "table"}
"""What else a column may be called, as in the results that can be taken away."""


def columns_of_hands(game: str) -> Sequence[FileColumn]:
    """Return what a hand of a game is told by, beside its number."""
    part = site_game(game).score_sheet
    return part.file_columns if part else ()


def every_column() -> list[tuple[str, str]]:
    """Return the key of every column that a file may have, with a name for it."""
    known = [(column.key, str(column.label)) for column in (*WHERE, *OUTCOME, HAND)]
    return known + [
        (column.key, str(column.label))
        for game in site_games()
        for column in columns_of_hands(game.slug)
    ]
