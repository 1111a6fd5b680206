"""Our own catalogue of schedules, found by `python -m games starters` and told how."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.tournament.symmetry import Symmetry

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FILE = Path(__file__).with_name("catalogue.json")


@dataclass(frozen=True)
class Starter:
    """Hold base rounds, each a text with the table of every entry, and how they were found.

    `invariant` are rounds that the whole group of `orders` maps to themselves, `command` what
    `python -m games starters` was told; "" where another search found it.
    """

    sizes: tuple[int, ...]
    rounds: int
    coincidences: int
    orders: tuple[int, ...]
    fixed: int
    base: tuple[str, ...]
    invariant: tuple[str, ...]
    command: str

    @cached_property
    def schedule(self) -> NDArray[np.intp]:
        """Develop all rounds: `tables[round, entry]`."""
        symmetry = Symmetry(self.orders, sum(self.sizes), self.fixed)
        developed = [symmetry.develop(read_round(text)) for text in self.base]
        return np.vstack([*developed, *map(read_round, self.invariant)])

    @property
    def name(self) -> str:
        """Name the symmetry."""
        if self.orders == (1,):
            return "catalogue"
        return "starter-" + "x".join(f"Z{order}" for order in self.orders)


def read_round(text: str) -> NDArray[np.intp]:
    """Read the tables of a round."""
    return np.array([DIGITS.index(digit) for digit in text], dtype=np.intp)


def write_round(tables: NDArray[np.intp]) -> str:
    """Write the tables of a round."""
    return "".join(DIGITS[table] for table in tables.tolist())


@cache
def catalogue() -> tuple[Starter, ...]:
    """Return all starters."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Starter(
            sizes=tuple(row["sizes"]),
            rounds=row["rounds"],
            coincidences=row["coincidences"],
            orders=tuple(row["orders"]),
            fixed=row["fixed"],
            base=tuple(row["base"]),
            invariant=tuple(row["invariant"]),
            command=row["command"],
        )
        for row in rows
    )
