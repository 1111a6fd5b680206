import pytest

from games.base import InvalidRecordError, Match
from games.hand_limit import LimitedMatch
from games.registry import game

SIMPLE = {"finish": [2, 0, 1, 3]}


def simple_match(limit: int, target: int = 100) -> LimitedMatch:
    franks_zoo = game("franks-zoo")
    options = franks_zoo.options({"mode": "simple", "target": target})
    return LimitedMatch(franks_zoo.new_match(options, 4, 0), limit)


def test_limited_match_is_the_match_itself_until_its_hands_are_played() -> None:
    limited: Match = simple_match(2)
    own: Match = simple_match(2).match

    after, own_after = limited.add(SIMPLE), own.add(SIMPLE)

    assert (after.totals, after.places, after.number) == (
        own_after.totals,
        own_after.places,
        own_after.number,
    )
    assert after.next_hand() == own_after.next_hand()
    assert (after.is_over, after.winners) == (False, ())


def test_limited_match_ends_after_its_hands_with_the_first_placed_as_winners() -> None:
    after = simple_match(2).add(SIMPLE).add(SIMPLE)

    assert (after.is_over, after.is_cut_short, after.winners) == (True, True, (2,))
    assert after.next_hand() is None
    assert [problem.code for problem in after.check(SIMPLE)] == ["match_over"]
    with pytest.raises(InvalidRecordError):
        after.add(SIMPLE)


def test_limited_match_lets_skipped_hands_not_count() -> None:
    after = simple_match(2).skip().add(SIMPLE)

    assert (after.counted, after.number, after.is_over) == (1, 3, False)


def test_limited_match_that_ends_by_its_own_rules_is_not_cut_short() -> None:
    after = simple_match(5, target=1).add(SIMPLE)

    assert (after.is_over, after.is_cut_short) == (True, False)
    assert after.winners == after.match.winners
