"""Lines of hands of which only the coins are known: their code, their rule and their numbers."""

import pytest

from games.base import ScoreLine
from tests.games.animal_poker.writing import new_match


@pytest.mark.rule("AP-20", "AP-R3")
def test_counted_coins_are_a_line_for_each_who_has_some() -> None:
    score = new_match(4).score({"coins": [1, 3, 0, 2], "won": [0, 1], "pot": 0})
    assert score.lines == (
        (ScoreLine("AP-20", 1, "1 coin, as the table counted.", "coins", {"coins": 1}),),
        (ScoreLine("AP-20", 3, "3 coins, as the table counted.", "coins", {"coins": 3}),),
        (),
        (ScoreLine("AP-20", 2, "2 coins, as the table counted.", "coins", {"coins": 2}),),
    )
