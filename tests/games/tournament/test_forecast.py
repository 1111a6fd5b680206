from math import isclose

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournament.forecast import Season, fit_sharpness, forecast
from games.tournament.ratings import BETA, Rating

SCALE = (10, 7, 5, 3)
SURE = Rating(25, 1e-9)


def season(count: int = 8, **changes: object) -> Season:
    values: dict[str, object] = {
        "results": {entry: [] for entry in range(count)},
        "ratings": dict.fromkeys(range(count), SURE),
        "worth": {size: [SCALE[:size]] for size in (1, 2, 3, 4)},
        "sizes": [[4, 4]] * 3,
    }
    return Season(**(values | changes))  # type: ignore[arg-type]


def test_forecast_of_a_season_that_is_over_is_its_table() -> None:
    over = season(3, results={0: [10, 3], 1: [7, 7], 2: [5, 5]}, sizes=[], cut=2)

    found = forecast(over, seed=1, simulations=100)

    assert [found.outlooks[entry].place for entry in range(3)] == [2, 1, 3]
    assert [found.outlooks[entry].win for entry in range(3)] == [0, 1, 0]
    assert [found.outlooks[entry].cut for entry in range(3)] == [1, 1, 0]


def test_forecast_shares_a_place_by_lot_among_those_who_end_level() -> None:
    level = season(2, results={0: [10], 1: [10]}, sizes=[])

    found = forecast(level, seed=1, simulations=4000)

    assert abs(found.outlooks[0].win - 0.5) < 0.04


def test_forecast_counts_the_best_rounds_only() -> None:
    streaky = {0: [10, 10, 0, 0], 1: [7, 7, 7, 7]}

    every = forecast(season(2, results=streaky, sizes=[]), seed=1)
    best_two = forecast(season(2, results=streaky, sizes=[], best_of=2), seed=1)

    assert (every.outlooks[1].win, best_two.outlooks[0].win) == (1, 1)


def test_equals_have_equal_chances() -> None:
    found = forecast(season(cut=4), seed=3, simulations=4000)

    assert all(abs(outlook.win - 1 / 8) < 0.03 for outlook in found.outlooks.values())
    assert all(abs((outlook.cut or 0) - 1 / 2) < 0.04 for outlook in found.outlooks.values())


def test_chances_of_winning_add_up_to_one_and_places_to_their_sum() -> None:
    found = forecast(season(), seed=5)

    assert isclose(sum(outlook.win for outlook in found.outlooks.values()), 1)
    assert isclose(sum(outlook.place for outlook in found.outlooks.values()), 36)


def test_the_stronger_win_more_and_sharpness_makes_it_more_certain() -> None:
    ratings = {entry: Rating(25 + entry, 0.5) for entry in range(8)}

    blunt = forecast(season(ratings=ratings, sharpness=0.5), seed=1).outlooks
    sharp = forecast(season(ratings=ratings, sharpness=4), seed=1).outlooks

    assert blunt[7].win > blunt[0].win
    assert sharp[7].win > blunt[7].win


def test_places_at_a_table_follow_plackett_luce() -> None:
    ratings = {0: Rating(25 + BETA, 1e-9), 1: SURE, 2: SURE, 3: SURE}
    one_table = season(4, ratings=ratings, playing=[[0, 1, 2, 3]], sizes=[])

    found = forecast(one_table, seed=2, simulations=40_000)

    ahead = np.exp(1 / np.sqrt(4))
    assert abs(found.outlooks[0].win - ahead / (ahead + 3)) < 0.01


def test_needs_say_what_each_place_at_the_table_leads_to() -> None:
    results = {0: [10], 1: [9], 2: [0], 3: [0]}
    last_round = season(4, results=results, playing=[[0, 1, 2, 3]], sizes=[])

    needs = forecast(last_round, seed=1, simulations=8000).needs[0]

    assert [need.place for need in needs] == [1, 2, 3, 4]
    assert isclose(sum(need.chance for need in needs), 1)
    assert needs[0].outlook.win == 1
    assert needs[0].outlook.win > needs[1].outlook.win > needs[3].outlook.win


def test_needs_are_of_the_next_round_where_nothing_is_being_played() -> None:
    results = {0: [10], 1: [9], 2: [0], 3: [0]}

    needs = forecast(season(4, results=results, sizes=[[3]]), seed=1, simulations=8000).needs

    assert [need.place for need in needs[0]] == [1, 2, 3]
    assert needs[0][0].outlook.win == 1
    assert sum(need.chance for need in needs[0]) < 0.8


def test_cut_by_points_is_made_by_all_who_have_enough() -> None:
    last_round = season(4, results={0: [10], 1: [3], 2: [0], 3: [5]}, sizes=[[4]], threshold=10)

    found = forecast(last_round, seed=1, simulations=8000).outlooks

    assert found[0].cut == 1
    assert abs((found[1].cut or 0) - 1 / 2) < 0.03
    assert abs((found[2].cut or 0) - 1 / 4) < 0.03
    assert abs((found[3].cut or 0) - 3 / 4) < 0.03


def test_what_a_table_is_worth_is_drawn_from_the_ways_it_may_be() -> None:
    by_chance = season(2, sizes=[[2]], worth={2: [[30, 0], [8, 7]]}, threshold=20)

    found = forecast(by_chance, seed=1, simulations=8000).outlooks

    assert abs((found[0].cut or 0) - 1 / 4) < 0.03


@settings(max_examples=30)
@given(
    st.lists(st.lists(st.integers(-5, 20), max_size=6), min_size=2, max_size=2),
    st.integers(1, 4),
    st.integers(0, 3),
)
def test_dropped_rounds_are_those_of_the_whole_season(
    results: list[list[int]], best_of: int, rounds: int
) -> None:
    each_round = season(
        2,
        results=dict(enumerate(results)),
        sizes=[[1, 1]] * rounds,
        worth={1: [[4]]},
        best_of=best_of,
        threshold=9,
    )

    found = forecast(each_round, seed=1, simulations=10)

    for entry, of_entry in enumerate(results):
        total = sum(sorted([*of_entry, *[4] * rounds], reverse=True)[:best_of])
        assert found.outlooks[entry].cut == (total >= 9)


def test_same_seed_has_one_answer() -> None:
    assert forecast(season(), seed=7) == forecast(season(), seed=7)
    assert forecast(season(), seed=7) != forecast(season(), seed=8)


def test_large_seasons_are_played_on_less_often() -> None:
    large = season(2000, sizes=[[4] * 500] * 10)

    assert forecast(large, seed=1).simulations == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"playing": [[0, 1], [1, 2]]},
        {"playing": [[]]},
        {"playing": [[99, 1]]},
        {"sizes": [[4, 5]]},
        {"sizes": [[0]]},
        {"sizes": [[5]]},
    ],
)
def test_forecast_refuses_what_cannot_be_played(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"table|results|round|worth"):
        forecast(season(8, **changes), seed=1)


@settings(max_examples=30)
@given(
    st.lists(st.lists(st.integers(-5, 20), max_size=4), min_size=4, max_size=9),
    st.integers(0, 3),
    st.none() | st.integers(1, 3),
)
def test_places_are_always_a_ranking(
    results: list[list[int]], rounds: int, best_of: int | None
) -> None:
    some = season(
        len(results), results=dict(enumerate(results)), sizes=[[4]] * rounds, best_of=best_of
    )

    found = forecast(some, seed=1, simulations=50)

    count = len(results)
    assert isclose(sum(one.place for one in found.outlooks.values()), count * (count + 1) / 2)


def test_fit_sharpness_finds_how_much_skill_counts() -> None:
    random = np.random.default_rng(1)
    ratings = {entry: Rating(20 + entry, 1.0) for entry in range(10)}
    for true in (0.5, 2.0):
        tables = []
        for _ in range(600):
            table = random.choice(10, size=4, replace=False)
            skill = np.array([ratings[int(entry)].mu for entry in table])
            luck = true * skill / (BETA * 2) + random.gumbel(size=4)
            tables.append(([int(entry) for entry in table[np.argsort(-luck)]], ratings))
        assert true / 1.3 < fit_sharpness(tables) < true * 1.3


def test_fit_sharpness_stays_at_one_without_matches() -> None:
    assert fit_sharpness([]) == 1


def test_points_besides_the_rounds_always_count() -> None:
    season = Season(results={1: [10, 7], 2: [10, 7]}, ratings={}, worth={}, best_of=1, fixed={2: 1})
    told = forecast(season, seed=1, simulations=50)
    assert (told.outlooks[1].win, told.outlooks[2].win) == (0, 1)
