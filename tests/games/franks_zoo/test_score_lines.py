"""Every sort of line tells its code, its numbers and its words."""

import pytest

from games.base import Json, ScoreLine
from games.franks_zoo import FRANKS_ZOO

HAND: dict[str, Json] = {
    "teams": [[1, 4], [2, 0]],
    "solo": 3,
    "finish": [0, 1, 2, 3, 4],
    "lions_taken": [0, 2, 0, 1, 0],
    "lions_in_hand": 2,
    "hedgehog": [True, True, False, True, True],
}


def lines_of(seats: int, number: int, record: dict[str, Json]) -> tuple[tuple[ScoreLine, ...], ...]:
    match = FRANKS_ZOO.new_match(FRANKS_ZOO.options({}), seats, dealer=0)
    for _ in range(1, number):
        match = match.skip()
    return match.score(record).lines


def team(place: int, place_points: int, **partner: int) -> dict[str, int]:
    return {"place": place, "place_points": place_points, **partner}


@pytest.mark.rule("FZ-14")
def test_place_alone_is_told_with_its_number() -> None:
    lines = lines_of(4, 1, {"finish": [2, 0, 3, 1]})
    assert lines == (
        (ScoreLine("FZ-14", 3, "Place 2 of 4: 3 points.", "place", {"place": 2}),),
        (ScoreLine("FZ-14", 0, "Place 4 of 4: 0 points.", "place", {"place": 4}),),
        (ScoreLine("FZ-14", 4, "Place 1 of 4: 4 points.", "place", {"place": 1}),),
        (ScoreLine("FZ-14", 2, "Place 3 of 4: 2 points.", "place", {"place": 3}),),
    )


@pytest.mark.rule("FZ-27", "FZ-28", "FZ-29", "FZ-30", "FZ-31")
def test_lines_of_a_hand_in_teams_tell_what_they_count() -> None:
    lines = lines_of(5, 2, HAND)
    told = [[(each.code, each.rule, each.points, each.data) for each in own] for own in lines]
    assert told == [
        [("team", "FZ-27", 8, team(1, 5, partner=2, partner_place=3, partner_points=3))],
        [
            ("team", "FZ-27", 4, team(2, 4, partner=4, partner_place=5, partner_points=0)),
            ("lions_taken", "FZ-28", 2, {"lions": 2}),
        ],
        [
            ("team", "FZ-27", 8, team(3, 3, partner=0, partner_place=1, partner_points=5)),
            ("no_hedgehog", "FZ-30", -1, {}),
        ],
        [("solo", "FZ-27", 6, {"place": 4, "place_points": 2, "bonus": 4})],
        [
            ("team", "FZ-27", 4, team(5, 0, partner=1, partner_place=2, partner_points=4)),
            ("lions_in_hand", "FZ-29", -2, {"lions": 2}),
        ],
    ]
    assert lines[4][1].text == "2 lions left in hand: minus a point each."


@pytest.mark.rule("FZ-28")
@pytest.mark.parametrize(("taken", "points"), [(0, []), (1, []), (2, [2]), (4, [4])])
def test_single_lion_counts_nothing_and_has_no_line(taken: int, points: list[int]) -> None:
    record = {**HAND, "lions_taken": [0, taken, 0, 0, 0], "lions_in_hand": 0}
    told = [line for own in lines_of(5, 2, record) for line in own if line.code == "lions_taken"]
    assert [line.points for line in told] == points
    assert [line.text for line in told] == [
        f"Took {lions} lions: a point each." for lions in points
    ]
