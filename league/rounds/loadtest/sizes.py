"""How large a season is to be."""

from dataclasses import dataclass
from typing import Final

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Say how many entries, rounds and hands there are to be; each table has as many hands."""

    entries: int = 2_000
    rounds: int = 200
    hands: int = 1_000_000

    def __post_init__(self) -> None:
        """Refuse what cannot be seated or played."""
        if self.entries < SEATS or self.rounds < 1 or self.hands < self.tables:
            raise ValueError(
                f"A season needs {SEATS} entries, a round, and a hand at each of its tables."
            )

    @property
    def tables_a_round(self) -> int:
        """How many tables a round has; who is left over sits out."""
        return self.entries // SEATS

    @property
    def tables(self) -> int:
        """How many tables there are in all."""
        return self.tables_a_round * self.rounds

    def hands_at(self, table: int) -> int:
        """Return how many hands the table of this 0-based number in the season has."""
        least, more = divmod(self.hands, self.tables)
        return least + (table < more)

    @property
    def most_hands(self) -> int:
        """How many hands a table has at most."""
        return self.hands_at(0)
