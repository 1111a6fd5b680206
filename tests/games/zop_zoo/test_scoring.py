from typing import Any

import pytest

from games.base import HandScore
from tests.games.zop_zoo.writing import new_match

JsonObject = dict[str, Any]


def seat(cards: int = 0, minus: int = 0, *bonus: str) -> JsonObject:
    return {"cards": cards, "minus": minus, "bonus": list(bonus)}


def score_of(winner: int | None, *seats: JsonObject) -> HandScore:
    return new_match(len(seats)).score({"winner": winner, "seats": list(seats)})


def rules_and_points(score: HandScore) -> list[list[tuple[str, str, int]]]:
    return [[(line.rule, line.code, line.points) for line in lines] for lines in score.lines]


@pytest.mark.rule("ZZ-24", "ZZ-22")
def test_winner_scores_everything_and_the_others_minus_cards_and_side_bonuses() -> None:
    score = score_of(
        1,
        seat(55, -75, "bird"),
        seat(275, -90, "ocean", "mythical"),
        seat(),
        seat(100, 0, "insect"),
    )
    assert score.scores == (-55, 265, 0, 25)
    assert rules_and_points(score) == [
        [("ZZ-24", "cards_not_scored", 0), ("ZZ-24", "minus", -75), ("ZZ-22", "bonus", 20)],
        [
            ("ZZ-24", "cards", 275),
            ("ZZ-24", "minus", -90),
            ("ZZ-22", "bonus", 15),
            ("ZZ-22", "bonus", 65),
        ],
        [],
        [("ZZ-24", "cards_not_scored", 0), ("ZZ-22", "bonus", 25)],
    ]
    assert score.warnings == ()


@pytest.mark.rule("ZZ-25")
def test_everybody_scores_everything_when_nobody_has_won() -> None:
    score = score_of(None, seat(55, -75, "bird"), seat(0, -50), seat(10))
    assert score.scores == (0, -50, 10)
    assert rules_and_points(score) == [
        [("ZZ-25", "cards", 55), ("ZZ-25", "minus", -75), ("ZZ-22", "bonus", 20)],
        [("ZZ-25", "cards", 0), ("ZZ-25", "minus", -50)],
        [("ZZ-25", "cards", 10)],
    ]


@pytest.mark.rule("ZZ-R16", "ZZ-24")
def test_minus_card_that_a_loser_has_covered_counts_neither_way() -> None:
    """His snail is covered: 90 among his cards, nothing among the minus cards."""
    assert score_of(0, seat(200), seat(90, 0)).scores == (200, 0)


@pytest.mark.rule("ZZ-22", "ZZ-04", "ZZ-03")
@pytest.mark.parametrize(
    ("category", "points"),
    [
        ("ocean", 15),
        ("bird", 20),
        ("insect", 25),
        ("semi_aquatic", 30),
        ("horns", 35),
        ("reptile", 40),
        ("arachnid", 55),
        ("mythical", 65),
    ],
)
def test_side_bonus_is_worth_its_category(category: str, points: int) -> None:
    assert score_of(0, seat(100), seat(0, 0, category)).scores == (100, points)


@pytest.mark.rule("ZZ-24", "ZZ-25")
@pytest.mark.parametrize(("winner", "rule"), [(1, "ZZ-24"), (None, "ZZ-25")])
def test_mere_points_are_scored_as_they_were_entered(winner: int | None, rule: str) -> None:
    score = new_match(2).score({"winner": winner, "points": [-55, 275]})
    assert score.scores == (-55, 275)
    assert rules_and_points(score) == [[(rule, "points", -55)], [(rule, "points", 275)]]
    assert score.lines[0][0].text == "Entered as -55 points."


def test_lines_say_in_words_what_they_count() -> None:
    score = score_of(0, seat(275, -90, "semi_aquatic"), seat(55))
    assert [(line.text, dict(line.data)) for lines in score.lines for line in lines] == [
        ("Covered and connected cards: 275 points.", {"cards": 275}),
        ("Visible minus cards: -90 points.", {"minus": -90}),
        ("Side bonus semi-aquatic: 30 points.", {"category": "semi_aquatic"}),
        ("Covered and connected cards: their 55 points are the winner’s alone.", {"cards": 55}),
    ]
