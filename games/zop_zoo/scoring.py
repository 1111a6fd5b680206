"""What a hand is worth, line by line (ZZ-22, ZZ-24, ZZ-25).

The same few lines come up again and again: each is worded once and kept.
"""

from functools import cache, lru_cache

from games.base import ScoreLine
from games.zop_zoo.cards import CATEGORY_POINTS
from games.zop_zoo.record import SeatRecord, ZopZooRecord

Lines = tuple[tuple[ScoreLine, ...], ...]


def score_lines(record: ZopZooRecord) -> Lines:
    """Return the lines of every seat."""
    rule = "ZZ-25" if record.winner is None else "ZZ-24"
    if record.points is not None:
        return tuple([(_line_of_points(points, rule),) for points in record.points])
    return tuple(
        [
            _lines_of_seat(shown, rule, record.winner in (None, seat))
            for seat, shown in enumerate(record.seats or ())
        ]
    )


def _lines_of_seat(shown: SeatRecord, rule: str, scores_everything: bool) -> tuple[ScoreLine, ...]:
    """List cards, minus cards, side bonuses; cards count where the seat scores everything."""
    lines: list[ScoreLine] = []
    if scores_everything:
        lines.append(_line_of_cards(shown.cards, rule))
    elif shown.cards:
        lines.append(_line_of_cards_not_scored(shown.cards, rule))
    if shown.minus:
        lines.append(_line_of_minus(shown.minus, rule))
    if shown.bonus:
        lines += map(_line_of_bonus, shown.bonus)
    return tuple(lines)


@lru_cache(maxsize=1_000)
def _line_of_points(points: int, rule: str) -> ScoreLine:
    return ScoreLine(rule, points, f"Entered as {points} points.", "points", {"points": points})


@lru_cache(maxsize=1_000)
def _line_of_cards(points: int, rule: str) -> ScoreLine:
    text = f"Covered and connected cards: {points} points."
    return ScoreLine(rule, points, text, "cards", {"cards": points})


@lru_cache(maxsize=1_000)
def _line_of_cards_not_scored(points: int, rule: str) -> ScoreLine:
    text = f"Covered and connected cards: their {points} points are the winner’s alone."
    return ScoreLine(rule, 0, text, "cards_not_scored", {"cards": points})


@lru_cache(maxsize=1_000)
def _line_of_minus(points: int, rule: str) -> ScoreLine:
    text = f"Visible minus cards: {points} points."
    return ScoreLine(rule, points, text, "minus", {"minus": points})


@cache
def _line_of_bonus(category: str) -> ScoreLine:
    points = CATEGORY_POINTS[category]
    text = f"Side bonus {category.replace('_', '-')}: {points} points."
    return ScoreLine("ZZ-22", points, text, "bonus", {"category": category})
