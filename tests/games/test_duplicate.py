import random

import pytest

from games.base import InvalidRecordError, Match
from games.bots.chance import choose_at_random
from games.duplicate import NO_RULE, DuplicateMatch
from games.registry import game as find_game

GAMES = [("franks-zoo", 5), ("franks-zoo", 3), ("zop-zoo", 4), ("animal-poker", 3)]


def begin(slug: str, seats: int, hands: int = 6) -> DuplicateMatch:
    game = find_game(slug)
    return DuplicateMatch.begin(game, game.options({}), seats, hands)


def played(match: DuplicateMatch, rng: random.Random) -> object:
    """Return the record of the next hand, played at random."""
    setup = match.next_hand()
    assert setup is not None
    state = match.start(match.game.sample_deal(setup, rng))
    while not state.is_over():
        seat = state.acting_seats()[0]
        state.apply(seat, choose_at_random(state.observation(seat), rng))
    return state.record().as_json()


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_the_set_up_of_a_hand_hangs_on_its_number_alone(slug: str, seats: int) -> None:
    one = other = begin(slug, seats)
    for number in range(1, 7):
        first, second = one.next_hand(), other.next_hand()
        assert first is not None
        assert second is not None
        assert (first.as_log(), first.number) == (second.as_log(), number)
        assert one.dealer == first.dealer
        one = one.add(played(one, random.Random(number)))
        other = other.add(played(other, random.Random(-number)))
    assert (one.is_over, one.next_hand()) == (True, None)


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_points_are_added_up_and_the_places_follow_them(slug: str, seats: int) -> None:
    rng = random.Random(3)
    match: Match = begin(slug, seats, 4)
    totals = [0] * seats
    for _ in range(4):
        assert isinstance(match, DuplicateMatch)
        assert match.winners == ()
        record = played(match, rng)
        totals = [a + b for a, b in zip(totals, match.score(record).scores, strict=True)]
        match = match.add(record)
    assert list(match.totals) == totals
    best = max(totals)
    assert match.winners == tuple(seat for seat in range(seats) if totals[seat] == best)
    assert [match.places[seat] for seat in match.winners] == [1] * len(match.winners)


def test_teams_of_franks_zoo_go_round_with_the_deal() -> None:
    match = begin("franks-zoo", 4)
    teams = []
    for number in range(1, 6):
        setup = match.next_hand()
        assert setup is not None
        teams.append({frozenset(team) for team in setup.teams})
        match = match.skip()
        assert match.number == number + 1
    # The first hand of the game has none.
    assert teams[0] == set()
    assert teams[1] == {frozenset({2, 0}), frozenset({3, 1})}
    assert [len(each) for each in teams[1:]] == [2, 2, 2, 2]


def test_a_match_that_is_over_takes_no_hand() -> None:
    match = begin("zop-zoo", 2, 1)
    record = played(match, random.Random(1))
    after = match.add(record)
    assert [problem.code for problem in after.check(record)] == ["match_over"]
    for refuse in (after.read, after.score, after.add):
        with pytest.raises(InvalidRecordError):
            refuse(record)
    setup = match.next_hand()
    assert setup is not None
    with pytest.raises(ValueError, match="no next hand"):
        after.start(match.game.sample_deal(setup, random.Random(1)))


def test_reasons_name_who_shares_a_place_and_who_comes_next() -> None:
    match = begin("franks-zoo", 4)
    level = DuplicateMatch(match.game, match.options, 4, 6, 2, (3, 5, 3, 1))
    assert level.places == (2, 1, 2, 4)
    assert [(each.rule, each.ahead_of, each.shared_with) for each in level.place_reasons] == [
        (NO_RULE, 3, (2,)),
        (NO_RULE, 0, ()),
        (NO_RULE, 3, (0,)),
        (NO_RULE, None, ()),
    ]
