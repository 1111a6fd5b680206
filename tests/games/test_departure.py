"""A match that a player leaves goes on with those who stay."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from games.base import InvalidMatchError, Match
from games.departure import drop, go_on_without, number_without
from games.franks_zoo.match import FranksZooMatch
from games.hand_limit import LimitedMatch
from games.registry import game
from tests.games.score_sheet.sheets import match_of as sheet_match
from tests.games.score_sheet.sheets import sheet_of
from tests.oracles import franks_zoo_scores as oracle


def match_of(slug: str, seats: int, dealer: int = 0, **options: object) -> Match:
    found = game(slug)
    return found.new_match(found.options(options), seats, dealer)


def simple(seats: int, *finishes: list[int], dealer: int = 0, target: int = 500) -> Match:
    match = match_of("franks-zoo", seats, dealer, mode="simple", target=target)
    for finish in finishes:
        match = match.add({"finish": finish})
    return match


@pytest.mark.parametrize(
    ("number", "left", "new"), [(0, 4, 0), (1, 4, 1), (2, 4, 2), (3, 4, 2), (4, 4, 3)]
)
def test_seats_after_the_one_that_goes_move_up_and_the_next_takes_its_duties(
    number: int, left: int, new: int
) -> None:
    assert number_without(number, 2, left) == new
    assert number_without(4, 4, left) == 0
    assert drop("abcde", 2) == ("a", "b", "d", "e")


@some.composite
def played(draw: some.DrawFn) -> dict[str, Any]:
    seats = draw(some.integers(4, 7))

    def hands(size: int) -> list[list[int]]:
        return draw(some.lists(some.permutations(range(size)), min_size=1, max_size=4))

    leaver = draw(some.integers(0, seats - 1))
    return {"seats": seats, "leaver": leaver, "before": hands(seats), "after": hands(seats - 1)}


def add_up(
    totals: list[int], places: list[int], hands: list[list[int]]
) -> tuple[list[int], list[int]]:
    """Add hands up as the naive reading of the rules does."""
    for finish in hands:
        worth = dict(zip(finish, oracle.PLACE_POINTS[len(totals)], strict=True))
        totals = [total + worth[seat] for seat, total in enumerate(totals)]
        places = oracle.places_after(totals, places, finish)
    return totals, places


@pytest.mark.rule("FZ-14", "FZ-15", "FZ-16", "FZ-34")
@given(case=played())
@settings(max_examples=60)
def test_those_who_stay_keep_totals_and_order_as_the_oracle_says(case: dict[str, Any]) -> None:
    seats, leaver = case["seats"], case["leaver"]
    totals, places = add_up([0] * seats, [1] * seats, case["before"])
    del totals[leaver], places[leaver]
    places = [1 + sum(other < place for other in places) for place in places]

    match = go_on_without(simple(seats, *case["before"]), leaver)

    assert (list(match.totals), list(match.places)) == (totals, places)
    assert [reason.ahead_of for reason in match.place_reasons].count(None) >= 1
    if seats == 4:
        return
    for finish in case["after"]:
        match = match.add({"finish": finish})
    assert (list(match.totals), list(match.places)) == add_up(totals, places, case["after"])


@pytest.mark.rule("FZ-20", "FZ-17")
def test_teams_of_the_next_hand_follow_the_standing_of_those_who_stay() -> None:
    match = match_of("franks-zoo", 5, mode="partners", target=99).add({"finish": [4, 3, 2, 1, 0]})

    setup = go_on_without(match, 1).next_hand()

    assert setup is not None
    assert (setup.number, setup.dealer, setup.leader) == (2, 3, 0)
    assert (setup.teams, setup.solo) == (((3, 1), (2, 0)), None)


@pytest.mark.rule("FZ-16", "FZ-R4")
def test_reason_between_equals_stays_when_who_leaves_was_between_them() -> None:
    match = simple(5, [0, 1, 2, 3, 4], [4, 3, 2, 1, 0])
    assert match.totals == (5, 6, 6, 6, 5)
    order = sorted(range(5), key=lambda seat: match.places[seat])

    after = go_on_without(match, order[1])

    best = after.places.index(1)
    assert after.place_reasons[best].rule == "FZ-16"
    assert after.totals[best] == 6


@pytest.mark.rule("FZ-35")
def test_three_go_on_by_their_own_rules_and_may_be_over_at_once() -> None:
    match = simple(4, [0, 1, 2, 3], target=4)
    assert not match.is_over
    after = go_on_without(match, 3)
    assert (after.is_over, after.winners) == (True, (0,))
    assert isinstance(after, FranksZooMatch)


@pytest.mark.parametrize(
    ("slug", "seats"), [("franks-zoo", 3), ("zop-zoo", 2), ("animal-poker", 3)]
)
def test_table_that_would_be_too_small_is_refused(slug: str, seats: int) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        go_on_without(match_of(slug, seats), 0)
    assert [problem.code for problem in refused.value.problems] == ["not_a_table_size"]


def test_limit_of_hands_stays() -> None:
    limited = LimitedMatch(simple(5), 2).add({"finish": [0, 1, 2, 3, 4]})
    after = go_on_without(limited, 4).add({"finish": [0, 1, 2, 3]})
    assert (after.is_over, after.totals) == (True, (9, 7, 5, 2))


@pytest.mark.rule("ZZ-06")
def test_zop_zoo_goes_on_with_the_next_as_dealer_and_first() -> None:
    after = go_on_without(match_of("zop-zoo", 4, dealer=3), 3)
    setup = after.next_hand()
    assert setup is not None
    assert (setup.seats, setup.dealer, setup.leader) == (3, 0, 0)


@pytest.mark.rule("AP-02", "AP-04")
def test_animal_poker_goes_on_with_its_pot() -> None:
    before = match_of("animal-poker", 5, dealer=4)
    after = go_on_without(before, 0)
    assert (len(after.totals), after.dealer, after.number) == (4, 3, 1)
    setup = after.next_hand()
    assert setup is not None
    assert setup.seats == 4


def test_score_sheet_goes_on_with_all_sums() -> None:
    sheet = sheet_of()
    match = sheet_match(sheet, 4, dealer=3).add({"points": [4, 3, 2, 1]})
    after = go_on_without(match, 0)
    assert (after.totals, after.places, after.dealer) == ((3, 2, 1), (1, 2, 3), 0)
    assert after.add({"points": [0, 5, 5]}).totals == (3, 7, 6)


def test_partners_for_the_whole_match_do_not_lose_a_player() -> None:
    sheet = sheet_of(partners={"kind": "seats", "size": 2}, players={"fewest": 4, "most": 4})
    with pytest.raises(InvalidMatchError) as refused:
        go_on_without(sheet_match(sheet, 4), 0)
    assert [problem.code for problem in refused.value.problems] == [
        "not_a_table_size",
        "partners_stay",
    ]


def test_match_that_does_not_know_how_is_refused() -> None:
    with pytest.raises(InvalidMatchError) as refused:
        go_on_without(object(), 0)  # type: ignore[arg-type]
    assert [problem.code for problem in refused.value.problems] == ["cannot_shrink"]
