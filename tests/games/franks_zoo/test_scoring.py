import pytest

from games.base import HandScore, Json
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.scoring import place_points


def score_of(seats: int, number: int, record: dict[str, Json], mode: str = "partners") -> HandScore:
    """Score a record as hand `number` of a match whose hands before were void."""
    match = FRANKS_ZOO.new_match(FRANKS_ZOO.options({"mode": mode}), seats, dealer=0)
    for _ in range(1, number):
        match = match.skip()
    return match.score(record)


def cards(
    lions_taken: list[int], *, lions_in_hand: int = 0, hedgehog: list[bool] | None = None
) -> dict[str, Json]:
    return {
        "lions_taken": lions_taken,
        "lions_in_hand": lions_in_hand,
        "hedgehog": [True] * len(lions_taken) if hedgehog is None else hedgehog,
    }


def rules_and_points(score: HandScore, seat: int) -> list[tuple[str, int]]:
    return [(line.rule, line.points) for line in score.lines[seat]]


@pytest.mark.rule("FZ-14", "FZ-34")
@pytest.mark.parametrize(
    ("seats", "points"),
    [
        (3, [3, 2, 0]),
        (4, [4, 3, 2, 0]),
        (5, [5, 4, 3, 2, 0]),
        (6, [6, 5, 4, 3, 2, 0]),
        (7, [7, 6, 5, 4, 3, 2, 0]),
    ],
)
def test_place_points_fall_by_one_and_end_with_nothing(seats: int, points: list[int]) -> None:
    assert [place_points(place, seats) for place in range(1, seats + 1)] == points


@pytest.mark.rule("FZ-14", "FZ-11", "FZ-13")
@pytest.mark.parametrize(("mode", "number"), [("partners", 1), ("simple", 1), ("simple", 5)])
def test_hand_without_teams_counts_places_alone(mode: str, number: int) -> None:
    score = score_of(5, number, {"finish": [3, 1, 0, 4, 2]}, mode)
    assert score.scores == (3, 4, 0, 5, 2)
    assert [rules_and_points(score, seat) for seat in range(5)] == [
        [("FZ-14", 3)],
        [("FZ-14", 4)],
        [("FZ-14", 0)],
        [("FZ-14", 5)],
        [("FZ-14", 2)],
    ]


@pytest.mark.rule("FZ-27")
def test_partners_score_both_places_and_the_solo_player_four_more() -> None:
    """The rulebook's own sum: 5+0, 4+2 and 3+4."""
    record = {"teams": [[0, 4], [1, 3]], "solo": 2, "finish": [0, 1, 2, 3, 4], **cards([1] * 5)}
    score = score_of(5, 2, record)
    assert score.scores == (5, 6, 7, 6, 5)
    assert score.lines[0][0].data == {
        "place": 1,
        "place_points": 5,
        "partner": 4,
        "partner_place": 5,
        "partner_points": 0,
    }
    assert score.lines[2][0].data == {"place": 3, "place_points": 3, "bonus": 4}
    assert [lines[0].code for lines in score.lines] == ["team", "team", "solo", "team", "team"]


@pytest.mark.rule("FZ-27", "FZ-R1")
def test_number_four_of_seven_scores_as_the_solo_player() -> None:
    record = {
        "teams": [[0, 4], [1, 5], [2, 6]],
        "solo": 3,
        "finish": [6, 5, 4, 3, 2, 1, 0],
        **cards([1, 1, 1, 1, 1, 0, 0], hedgehog=[True] * 5 + [False] * 2),
    }
    assert score_of(7, 2, record).scores == (5, 8, 10, 8, 5, 7, 9)


@pytest.mark.rule("FZ-28")
@pytest.mark.parametrize(("lions", "points"), [(0, 0), (1, 0), (2, 2), (3, 3), (5, 5)])
def test_lions_taken_count_from_two_on(lions: int, points: int) -> None:
    record = {"teams": [[0, 1], [2, 3]], "finish": [0, 1, 2, 3], **cards([lions, 0, 0, 0])}
    score = score_of(4, 2, record)
    assert score.scores == (7 + points, 7, 2, 2)
    assert rules_and_points(score, 0)[1:] == ([("FZ-28", points)] if points else [])


@pytest.mark.rule("FZ-29", "FZ-R9")
def test_lions_in_hand_cost_the_last_player_who_scores_the_pile_as_well() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "finish": [0, 1, 2, 3],
        **cards([0, 0, 0, 3], lions_in_hand=2, hedgehog=[True, True, True, False]),
    }
    score = score_of(4, 2, record)
    assert rules_and_points(score, 3) == [("FZ-27", 2), ("FZ-28", 3), ("FZ-29", -2), ("FZ-30", -1)]
    assert score.scores == (7, 7, 2, 2)


@pytest.mark.rule("FZ-29")
def test_single_lion_in_hand_costs_a_point() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "finish": [0, 1, 2, 3],
        **cards([4, 0, 0, 0], lions_in_hand=1),
    }
    assert score_of(4, 2, record).scores == (11, 7, 2, 1)


@pytest.mark.rule("FZ-30", "FZ-R10")
def test_player_without_a_hedgehog_loses_a_point() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "finish": [0, 1, 2, 3],
        **cards([5, 0, 0, 0], hedgehog=[True, False, False, False]),
    }
    assert score_of(4, 2, record).scores == (12, 6, 1, 1)


@pytest.mark.rule("FZ-31")
def test_personal_points_are_not_shared_and_totals_may_be_negative() -> None:
    record = {"finish": [0, 1, 2], **cards([0, 0, 0], lions_in_hand=4, hedgehog=[False] * 3)}
    score = score_of(3, 1, record)
    assert score.scores == (2, 1, -5)


@pytest.mark.rule("FZ-R11", "FZ-22")
def test_solo_player_without_a_trick_may_score_the_cards_laid_down() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "solo": 4,
        "finish": [0, 1, 2, 3, 4],
        **cards([3, 0, 0, 0, 2], hedgehog=[True] * 5),
    }
    assert rules_and_points(score_of(5, 2, record), 4) == [("FZ-27", 4), ("FZ-28", 2)]


@pytest.mark.rule("FZ-R18")
def test_last_placed_without_cards_scores_nothing_for_the_place() -> None:
    record = {"teams": [[0, 1], [2, 3]], "finish": [0, 2, 1, 3], **cards([5, 0, 0, 0])}
    assert score_of(4, 2, record).scores == (11, 6, 3, 3)


@pytest.mark.rule("FZ-33", "FZ-34", "FZ-R3")
@pytest.mark.parametrize("mode", ["partners", "simple"])
@pytest.mark.parametrize("number", [1, 2])
def test_three_players_count_cards_in_every_hand_of_either_mode(mode: str, number: int) -> None:
    record = {
        "finish": [1, 2, 0],
        **cards([0, 2, 1], lions_in_hand=1, hedgehog=[True, True, False]),
    }
    score = score_of(3, number, record, mode)
    assert score.scores == (-1, 5, 1)
    assert [rules_and_points(score, seat) for seat in range(3)] == [
        [("FZ-34", 0), ("FZ-29", -1)],
        [("FZ-34", 3), ("FZ-28", 2)],
        [("FZ-34", 2), ("FZ-30", -1)],
    ]


def test_lines_say_in_words_what_they_count() -> None:
    record = {
        "teams": [[0, 1], [2, 3]],
        "solo": 4,
        "finish": [0, 1, 2, 3, 4],
        **cards([2, 0, 0, 0, 2], lions_in_hand=1, hedgehog=[True] * 4 + [False]),
    }
    score = score_of(5, 2, record)
    assert [line.text for line in score.lines[0] + score.lines[4]] == [
        "Place 1 of 5: 5 points, and 4 points for the partner’s place 2.",
        "Took 2 lions: a point each.",
        "Place 5 of 5: 0 points, and 4 for playing alone.",
        "Took 2 lions: a point each.",
        "1 lion left in hand: minus a point each.",
        "Took no hedgehog: minus a point.",
    ]
