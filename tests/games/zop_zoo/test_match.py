from typing import Any

import pytest

from games.base import InvalidMatchError, InvalidRecordError, PlaceReason
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.match import ZopZooMatch
from tests.games.zop_zoo.writing import new_match, new_setup, setup_of

JsonObject = dict[str, Any]


def points(*points: int, winner: int | None = None) -> JsonObject:
    return {"winner": winner, "points": list(points)}


@pytest.mark.rule("ZZ-06")
@pytest.mark.parametrize(("seats", "dealer"), [(2, 0), (5, 3), (8, 7)])
def test_first_hand_begins_with_the_dealer(seats: int, dealer: int) -> None:
    setup = new_setup(seats, dealer)
    assert (setup.number, setup.dealer, setup.first, setup.leader) == (1, dealer, dealer, dealer)
    assert (setup.teams, setup.solo) == ((), None)
    assert setup.as_json() == {"number": 1, "first": dealer}


@pytest.mark.rule("ZZ-06")
def test_later_hands_begin_with_the_winner_whatever_he_scored() -> None:
    match = new_match(3, dealer=1).add(points(100, 5, -20, winner=2))
    assert setup_of(match).as_json() == {"number": 2, "first": 2}
    assert match.dealer == 1


@pytest.mark.rule("ZZ-06", "ZZ-R12")
@pytest.mark.parametrize(
    ("scores", "first"),
    [((10, 5, 20, 0), 2), ((20, 5, 20, 0), 2), ((20, 5, 0, 20), 3), ((-5, -5, -5, -10), 1)],
)
def test_after_a_hand_without_a_winner_the_highest_score_begins(
    scores: tuple[int, ...], first: int
) -> None:
    """Seat 1 began the hand that nobody won, so of equal scores 1, 2, 3, 0 come in this order."""
    match = new_match(4).add(points(0, 0, 0, 0, winner=1)).add(points(*scores))
    assert setup_of(match).first == first


@pytest.mark.rule("ZZ-06", "ZZ-25")
def test_highest_score_is_of_the_hand_and_not_of_the_match() -> None:
    match = new_match(2).add(points(500, 0, winner=0)).add(points(0, 10))
    assert setup_of(match).first == 1


@pytest.mark.rule("ZZ-26")
def test_match_ends_once_somebody_has_the_target() -> None:
    match = new_match(3).add(points(795, 0, 0, winner=0))
    assert (match.is_over, match.winners) == (False, ())
    match = match.add(points(5, 400, 0, winner=1))
    assert (match.totals, match.is_over, match.winners) == ((800, 400, 0), True, (0,))
    assert match.next_hand() is None


@pytest.mark.rule("ZZ-26", "ZZ-R13")
def test_highest_total_wins_where_several_have_the_target() -> None:
    match = new_match(3, target=100).add(points(100, 250, 120, winner=0))
    assert (match.places, match.winners) == ((3, 1, 2), (1,))


@pytest.mark.rule("ZZ-R13")
def test_equal_totals_share_the_place_and_the_win() -> None:
    match = new_match(4, target=100).add(points(100, 20, 100, 20, winner=0))
    assert (match.places, match.winners) == ((1, 3, 1, 3), (0, 2))
    assert match.place_reasons == (
        PlaceReason("ZZ-R13", 1, (2,)),
        PlaceReason("ZZ-R13", None, (3,)),
        PlaceReason("ZZ-R13", 1, (0,)),
        PlaceReason("ZZ-R13", None, (1,)),
    )


@pytest.mark.rule("ZZ-26")
def test_places_go_by_the_total_and_say_so() -> None:
    match = new_match(3)
    assert match.places == (1, 1, 1)
    match = match.add(points(-50, 100, 0, winner=1))
    assert (match.places, match.place_reasons) == (
        (3, 1, 2),
        (PlaceReason("ZZ-26", None), PlaceReason("ZZ-26", 2), PlaceReason("ZZ-26", 0)),
    )


@pytest.mark.rule("ZZ-26")
def test_hand_after_the_end_is_refused() -> None:
    match = new_match(2, target=5).add(points(5, 0))
    assert [(fault.code, fault.field, fault.rule) for fault in match.check(points(5, 0))] == [
        ("match_over", "", "ZZ-26")
    ]
    with pytest.raises(InvalidRecordError):
        match.add(points(5, 0))
    with pytest.raises(ValueError, match="is over"):
        match.start(ZOP_ZOO.sample_deal(new_setup(2), _NoChance()))


class _NoChance:
    def random(self) -> float:
        return 0.0

    def randrange(self, stop: int, /) -> int:
        return 0


def test_all_faults_of_a_record_are_raised() -> None:
    with pytest.raises(InvalidRecordError) as refused:
        new_match(2).add({"winner": 2, "points": [1, None]})
    assert [problem.field for problem in refused.value.problems] == [
        "winner",
        "points[0]",
        "points[1]",
    ]


def test_skip_uses_up_the_number_and_nothing_else() -> None:
    match = new_match(3, dealer=1).add(points(10, 0, 0, winner=2))
    skipped = match.skip()
    assert (skipped.number, skipped.totals, setup_of(skipped).first) == (3, (10, 0, 0), 2)


def test_match_is_never_changed_in_place() -> None:
    match = new_match(2)
    match.add(points(10, 0))
    match.skip()
    assert match == new_match(2)


@pytest.mark.rule("ZZ-24", "ZZ-22")
def test_hand_in_fields_adds_its_score() -> None:
    """The hand of the file formats."""
    hand = {
        "winner": 1,
        "seats": [
            {"cards": 55, "minus": -75, "bonus": ["bird"]},
            {"cards": 275, "minus": 0, "bonus": []},
        ],
    }
    match = new_match(2).add(hand)
    assert match.totals == new_match(2).add(points(-55, 275, winner=1)).totals == (-55, 275)
    assert new_match(2).read(hand).as_json() == hand


@pytest.mark.parametrize(
    ("seats", "dealer", "fields"),
    [
        (1, 0, ["seats"]),
        (9, 0, ["seats"]),
        (True, 0, ["seats"]),
        (4.0, 0, ["seats"]),
        (None, None, ["seats", "dealer"]),
        (4, 4, ["dealer"]),
        (4, -1, ["dealer"]),
        (4, False, ["dealer"]),
        (10**400, 8, ["seats", "dealer"]),
    ],
)
def test_match_that_cannot_be_set_up_is_refused(seats: Any, dealer: Any, fields: list[str]) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        new_match(seats, dealer)
    assert [problem.field for problem in refused.value.problems] == fields


def test_game_is_for_two_to_eight() -> None:
    with pytest.raises(InvalidMatchError, match="for 2 to 8 players"):
        new_match(9)
    assert (ZOP_ZOO.slug, ZOP_ZOO.title, ZOP_ZOO.seats) == ("zop-zoo", "ZOP ZOO", range(2, 9))
    assert isinstance(new_match(8), ZopZooMatch)
