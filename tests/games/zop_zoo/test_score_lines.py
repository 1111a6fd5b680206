"""Every sort of line tells its code, its rule, its numbers and its words."""

import pytest

from games.base import ScoreLine
from tests.games.zop_zoo.writing import new_match


@pytest.mark.rule("ZZ-24", "ZZ-25")
@pytest.mark.parametrize(("winner", "rule"), [(0, "ZZ-24"), (None, "ZZ-25")])
def test_mere_points_are_told_with_their_number(winner: int | None, rule: str) -> None:
    score = new_match(2).score({"winner": winner, "points": [275, 0]})
    assert score.lines == (
        (ScoreLine(rule, 275, "Entered as 275 points.", "points", {"points": 275}),),
        (ScoreLine(rule, 0, "Entered as 0 points.", "points", {"points": 0}),),
    )


@pytest.mark.rule("ZZ-22", "ZZ-24")
def test_shown_cards_are_told_line_by_line() -> None:
    seats = [
        {"cards": 90, "minus": 0, "bonus": []},
        {"cards": 60, "minus": -55, "bonus": ["horns", "bird"]},
    ]
    theirs = "Covered and connected cards: their 60 points are the winner’s alone."
    assert new_match(2).score({"winner": 0, "seats": seats}).lines == (
        (
            ScoreLine(
                "ZZ-24", 90, "Covered and connected cards: 90 points.", "cards", {"cards": 90}
            ),
        ),
        (
            ScoreLine("ZZ-24", 0, theirs, "cards_not_scored", {"cards": 60}),
            ScoreLine("ZZ-24", -55, "Visible minus cards: -55 points.", "minus", {"minus": -55}),
            ScoreLine("ZZ-22", 35, "Side bonus horns: 35 points.", "bonus", {"category": "horns"}),
            ScoreLine("ZZ-22", 20, "Side bonus bird: 20 points.", "bonus", {"category": "bird"}),
        ),
    )
