"""Small sheets for the tests, and matches by them."""

import re
from typing import Any

from games.score_sheet import SCORE_SHEET
from games.score_sheet.match import ScoreSheetMatch

JsonObject = dict[str, Any]


def sheet_of(**changes: Any) -> JsonObject:
    """Return the smallest sheet: points are written down, for two to eight."""
    return {
        "slug": "small",
        "title": "Small",
        "players": {"fewest": 2, "most": 8},
        "columns": [{"id": "points", "label": "Points", "kind": "number"}],
        "lines": [{"rule": "SM-01", "label": "Points", "points": "points"}],
        **changes,
    }


def match_of(sheet: JsonObject, seats: int = 4, dealer: int = 0, **options: int) -> ScoreSheetMatch:
    """Return a match by a sheet before its first hand."""
    read = SCORE_SHEET.options({"sheet": sheet, **options})
    return SCORE_SHEET.new_match(read, seats, dealer)


def as_id(value: object) -> str:
    """Return the id of a parameter without what a report of tests could be cut at."""
    return re.sub(r"\W+", "_", str(value))


def played(match: ScoreSheetMatch, *hands: list[int]) -> ScoreSheetMatch:
    """Return a match by the smallest sheet after some hands."""
    for points in hands:
        match = match.add({"points": points})
    return match
