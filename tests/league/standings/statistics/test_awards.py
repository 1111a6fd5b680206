from collections.abc import Iterable
from typing import Any

import pytest

from league.standings.statistics.awards import (
    AWARDS,
    Award,
    Evidence,
    Holder,
    Rated,
    Result,
    Stats,
    best,
    collect,
)

ADA, BJORN, CHIARA, DORTE = range(1, 5)
RESULTS = [
    Result(1, ADA, 1, 30, None),
    Result(1, BJORN, 2, 29, None),
    Result(1, CHIARA, 3, 10, None),
    Result(2, ADA, 1, 20, None),
    Result(2, BJORN, 2, 8, None),
    Result(2, DORTE, 3, 2, None),
    Result(3, CHIARA, 1, 41, 1),
    Result(3, DORTE, 1, 40, 1),
    Result(3, ADA, 3, 7, 2),
    Result(3, BJORN, 3, 7, 2),
]
RATED = [
    Rated(1, ADA, 1, 1, 120),
    Rated(1, BJORN, 2, 2, -60),
    Rated(2, ADA, 1, 1, 60),
    Rated(2, CHIARA, 1, 1, 60),
    Rated(2, BJORN, 2, 2, -120),
    Rated(2, DORTE, 2, 2, -120),
]
EXPECTED = {
    "lion": ([(ADA,)], 2),
    "streak": ([(ADA,)], 2),
    "elephant": ([(CHIARA,)], 41),
    "runaway": ([(ADA,)], 12),
    "whisker": ([(ADA,)], 1),
    "bridesmaid": ([(BJORN,)], 2),
    "tortoise": ([(ADA,), (BJORN,), (CHIARA,), (DORTE,)], 1),
    "cat": ([(ADA,), (BJORN,)], 2),
    "regular": ([(ADA,), (BJORN,)], 3),
    "dealer": ([(ADA,), (BJORN,)], 2),
    "butterfly": ([(ADA,), (BJORN,)], 3),
    "giant-slayer": ([(ADA,)], 120),
    "climber": ([(ADA,)], 180),
    "duo": ([(ADA, CHIARA)], 1),
}


def holders(award: Award, rounds: Iterable[Stats]) -> tuple[list[Holder], int]:
    """Return who gets an award by what it counts in each round."""
    collected: dict[Holder, Any] = {}
    for stats in rounds:
        collect(award, collected, stats)
    return best(award, collected)


@pytest.mark.parametrize("award", AWARDS, ids=lambda award: award.slug)
def test_award_goes_to_whoever_has_most(award: Award) -> None:
    assert holders(award, [award.count(Evidence(RESULTS, RATED))]) == EXPECTED[award.slug]


@pytest.mark.parametrize("award", AWARDS, ids=lambda award: award.slug)
def test_award_counted_round_by_round_goes_to_the_same(award: Award) -> None:
    rounds = [
        Evidence([row for row in RESULTS if row.table == number], [])
        for number in sorted({row.table for row in RESULTS})
    ]
    rounds += [
        Evidence([], [row for row in RATED if row.position == number])
        for number in sorted({row.position for row in RATED})
    ]
    assert holders(award, [award.count(evidence) for evidence in rounds]) == EXPECTED[award.slug]


@pytest.mark.parametrize("award", AWARDS, ids=lambda award: award.slug)
def test_nobody_gets_an_award_for_nothing(award: Award) -> None:
    assert holders(award, [award.count(Evidence([], []))]) == ([], 0)


def test_partners_are_no_opponents() -> None:
    table = [Result(1, player, 1 + player % 2, 5, player % 2) for player in (1, 2, 3, 4)]
    butterfly = next(award for award in AWARDS if award.slug == "butterfly")
    assert holders(butterfly, [butterfly.count(Evidence(table, []))]) == (
        [(1,), (2,), (3,), (4,)],
        2,
    )
