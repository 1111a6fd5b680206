"""What the command line says of the search: playouts measured, budgets read."""

import pytest

from games.bots.catalogue import BOTS
from games.commands.playouts import ONE_SEARCH, Searches, playouts
from games.registry import game as find_game
from tests.games.command_line import run, values


def test_playouts_are_counted_in_each_game() -> None:
    measured = dict(playouts(2))
    assert [name.split("/")[1] for name in measured] == [*BOTS]
    for name, work in measured.items():
        done = work()
        assert 0 < done <= 2 * ONE_SEARCH.playouts, name


@pytest.mark.parametrize("slug", BOTS)
def test_moments_that_are_searched_are_choices_and_stay_the_same(slug: str) -> None:
    searches = Searches(find_game(slug), 4, 2)
    moments = searches.moments
    assert [len(position.candidates) > 1 for _, position in moments] == [True] * len(moments)
    assert searches.search() == searches.search()
    assert searches.moments is moments


def arena(*told: str) -> tuple[int, str, str]:
    table = ("--seats", "3", "--seed", "2", "--deals", "1", "--bots", "search,greedy")
    return run("arena", "zop-zoo", *table, *told)


def test_arena_repeats_where_the_search_counts_playouts() -> None:
    first = arena("--playouts", "9")
    assert first == arena("--playouts", "9")
    assert [line["bot"] for line in values(first[1])] == ["greedy", "search"]


def test_arena_lets_the_search_think_for_some_milliseconds() -> None:
    status, output, _ = arena("--milliseconds", "1")
    assert (status, len(values(output))) == (0, 2)


@pytest.mark.parametrize(
    "told",
    [("--milliseconds", "0"), ("--playouts", "0"), ("--milliseconds", "9", "--playouts", "9")],
)
def test_arena_refuses_a_budget_that_is_none_or_two(told: tuple[str, ...]) -> None:
    status, output, errors = arena(*told)
    assert (status, output) == (2, "")
    assert errors.startswith("usage: python -m games arena")
