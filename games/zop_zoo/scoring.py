"""What a hand is worth, line by line (ZZ-22, ZZ-24, ZZ-25)."""

from collections.abc import Iterator

from games.base import ScoreLine
from games.zop_zoo.cards import CATEGORY_POINTS
from games.zop_zoo.record import SeatRecord, ZopZooRecord

Lines = tuple[tuple[ScoreLine, ...], ...]


def score_lines(record: ZopZooRecord) -> Lines:
    """Return the lines of every seat."""
    rule = "ZZ-25" if record.winner is None else "ZZ-24"
    if record.points is not None:
        return tuple((_line_of_points(points, rule),) for points in record.points)
    return tuple(
        tuple(_lines_of_seat(shown, rule, record.winner in (None, seat)))
        for seat, shown in enumerate(record.seats or ())
    )


def _line_of_points(points: int, rule: str) -> ScoreLine:
    return ScoreLine(rule, points, f"Entered as {points} points.", "points", {"points": points})


def _lines_of_seat(shown: SeatRecord, rule: str, scores_everything: bool) -> Iterator[ScoreLine]:
    """Yield cards, minus cards, side bonuses; cards count where the seat scores everything."""
    data = {"cards": shown.cards}
    if scores_everything:
        text = f"Covered and connected cards: {shown.cards} points."
        yield ScoreLine(rule, shown.cards, text, "cards", data)
    elif shown.cards:
        text = f"Covered and connected cards: their {shown.cards} points are the winner’s alone."
        yield ScoreLine(rule, 0, text, "cards_not_scored", data)
    if shown.minus:
        text = f"Minus cards still showing: {shown.minus} points."
        yield ScoreLine(rule, shown.minus, text, "minus", {"minus": shown.minus})
    for category in shown.bonus:
        points = CATEGORY_POINTS[category]
        text = f"Side bonus {category.replace('_', '-')}: {points} points."
        yield ScoreLine("ZZ-22", points, text, "bonus", {"category": category})
