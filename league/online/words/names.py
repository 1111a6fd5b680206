"""Who sits where and what the cards are called, for the sentences of a table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.base import Seat


class Names(NamedTuple):
    """The names by seat and those of the cards, and who reads: `you` is None for who watches."""

    names: Sequence[str]
    you: Seat | None
    cards: Mapping[str, str]

    def of(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat]

    def card(self, card: str) -> str:
        """Return what a card is called."""
        return self.cards.get(card, card)
