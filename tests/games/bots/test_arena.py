import random

import pytest

from games.base import Action, Observation, Rng
from games.bots.arena import compare
from games.bots.catalogue import BOTS, UnknownBotError, bot
from games.franks_zoo import FRANKS_ZOO
from games.match_log import Choose


def duel(one: str, other: str, *, seats: int = 4, deals: int = 60, hand: int = 2) -> float:
    """Return by how many of its intervals the first bot is ahead of the second."""
    names = [(one, other)[seat % 2] for seat in range(seats)]
    bots = [(name, bot("franks-zoo", name)) for name in names]
    rows = compare(
        FRANKS_ZOO,
        FRANKS_ZOO.options({}),
        bots,
        hand=hand,
        deals=deals,
        rng=random.Random(f"{one} {other}"),
    )
    [row] = [row for row in rows if row.bot == one]
    return row.ahead / row.ahead_interval


@pytest.mark.parametrize(
    ("better", "worse", "seats", "hand"),
    [
        ("greedy", "random", 4, 2),
        ("heuristic", "greedy", 4, 2),
        pytest.param("heuristic", "greedy", 4, 1, marks=pytest.mark.thorough),
        pytest.param("heuristic", "greedy", 3, 2, marks=pytest.mark.thorough),
        pytest.param("heuristic", "greedy", 6, 2, marks=pytest.mark.thorough),
    ],
)
def test_each_bot_beats_the_one_below_by_more_than_chance(
    better: str, worse: str, seats: int, hand: int
) -> None:
    assert duel(better, worse, seats=seats, hand=hand) > 1


def test_bot_against_itself_is_neither_ahead_nor_behind() -> None:
    def first(view: Observation, rng: Rng) -> Action:
        return view.legal_actions[0]

    bots: list[tuple[str, Choose]] = [("a", first), ("b", first), ("a", first), ("b", first)]
    rows = compare(FRANKS_ZOO, FRANKS_ZOO.options({}), bots, hand=2, deals=5, rng=random.Random(1))
    assert [(row.bot, row.ahead, row.ahead_interval) for row in rows] == [
        ("a", 0.0, 0.0),
        ("b", 0.0, 0.0),
    ]


def test_interval_is_of_the_mean_over_deals() -> None:
    bots = [(name, bot("franks-zoo", name)) for name in ("greedy", "random", "greedy", "random")]
    few, many = (
        compare(FRANKS_ZOO, FRANKS_ZOO.options({}), bots, hand=1, deals=deals, rng=random.Random(3))
        for deals in (10, 160)
    )
    assert many[0].interval < few[0].interval
    assert many[0].points + many[1].points == pytest.approx((4 + 3 + 2) / 2)


def test_unknown_bot_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownBotError, match="random, greedy, heuristic"):
        bot("franks-zoo", "genius")
    assert [*BOTS["franks-zoo"]][:3] == ["random", "greedy", "heuristic"]
