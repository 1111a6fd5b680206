"""What happens at an online table, in words; a module a game.

Each sentence is for one pair of eyes: it says no more than the event or the observation that it is
made from, and those hold what that seat may know.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol, cast

from django.utils.functional import Promise

from games.base import Event, HandState, Json, Options, Seat
from league.online.words import animal_poker, franks_zoo, zop_zoo
from league.online.words.names import Names

__all__ = ["Names", "TableWords", "words_of"]


class TableWords(Protocol):
    """What a game says of itself at an online table.

    `TEXTS` holds the words that its script needs.
    """

    TEXTS: Mapping[str, str | Promise]

    def cards(self, options: Options) -> dict[str, str]:
        """Return what each card is called, by id."""

    def facts(self, options: Options) -> dict[str, Json]:
        """Return what stands on each card beside its name, by id; public, the same in any hand."""

    def tell(self, event: Event, names: Names) -> str:
        """Say in a sentence what happened; `action` is None where it may not be seen."""

    def ask(self, state: HandState, names: Names) -> str:
        """Say in a sentence what the table waits for."""

    def help(self, state: HandState, seat: Seat) -> dict[str, Json]:
        """Return what helps a seat to choose: only from what its observation holds."""


_WORDS: Mapping[str, TableWords] = MappingProxyType(
    {
        "franks-zoo": cast("TableWords", franks_zoo),
        "zop-zoo": cast("TableWords", zop_zoo),
        "animal-poker": cast("TableWords", animal_poker),
    }
)


def words_of(game: str) -> TableWords:
    """Return the words of a game."""
    return _WORDS[game]
