"""Lines that are not of the main pot tell their code, their rule and their numbers."""

import pytest

from games.base import ScoreLine
from tests.games.animal_poker.writing import new_match, score_of


@pytest.mark.rule("AP-20", "AP-R3")
def test_counted_coins_are_a_line_for_each_who_has_some() -> None:
    score = new_match(4).score({"coins": [1, 3, 0, 2], "won": [0, 1], "pot": 0})
    assert score.lines == (
        (ScoreLine("AP-20", 1, "1 coin, as the table counted.", "coins", {"coins": 1}),),
        (ScoreLine("AP-20", 3, "3 coins, as the table counted.", "coins", {"coins": 3}),),
        (),
        (ScoreLine("AP-20", 2, "2 coins, as the table counted.", "coins", {"coins": 2}),),
    )


@pytest.mark.rule("AP-16")
def test_coins_of_a_horse_are_a_line_of_their_own() -> None:
    horse, *others = score_of(
        "horse cat: herd 9 mouse",
        "cat dog: herd 9 mouse",
        "mouse snake: herd 9 mouse",
        "mouse goat: herd 9 mouse",
        horse="summer",
    ).lines
    text = "The summer horse: 2 coins from the bank."
    assert horse == (ScoreLine("AP-16", 2, text, "horse_summer", {"coins": 2}),)
    assert [line.rule for lines in others for line in lines] == ["AP-07"]
