"""What counts of a row of ZOP ZOO: how many cards of each kind lie there, and their points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.zop_zoo.cards import BEST_BEAST_POINTS, FIRST_BONUS, MINUSES, TO_COVER, Cards, cards_in
from games.zop_zoo.rows import Rows

ALIKE = 20_000
"""So many rows are kept: a choice changes one row or two, and the others are met again."""


class Features(NamedTuple):
    """Count the cards of a row, then their points; `one` is for what every row has.

    `to_get` are side bonuses that it may still get, `bare_points` those of the matches of bare
    cards.
    """

    bare: int
    minus: int
    to_get: int
    covered_points: int
    bonus_points: int
    bare_points: int
    to_get_points: int
    minus_points: int
    one: int


def features_of_all(rows: Rows) -> list[Features]:
    """Return the features of every row."""
    points, taken = rows.deck.points, 0
    for bonuses in rows.bonuses:
        taken |= bonuses
    return [
        _features(points, wants, matched, under_best, bonuses, taken)
        for wants, matched, under_best, bonuses in zip(
            rows.wants, rows.matched, rows.under_best, rows.bonuses, strict=True
        )
    ]


@lru_cache(maxsize=ALIKE)
def _features(
    points: Sequence[int],
    wants: Cards,
    matched: Cards,
    under_best: Cards,
    bonuses: Cards,
    taken: Cards,
) -> Features:
    """Return the features of a row; `taken` are the side bonuses that lie beside any row."""
    bare, minus = wants & TO_COVER, wants & MINUSES
    to_get = wants >> FIRST_BONUS << FIRST_BONUS & ~taken
    return Features(
        bare.bit_count(),
        minus.bit_count(),
        to_get.bit_count(),
        _sum(points, matched) + (BEST_BEAST_POINTS if under_best else 0),
        _sum(points, bonuses),
        _sum(points, bare),
        _sum(points, to_get),
        _sum(points, minus),
        1,
    )


def _sum(points: Sequence[int], cards: Cards) -> int:
    return sum(points[card] for card in cards_in(cards))
