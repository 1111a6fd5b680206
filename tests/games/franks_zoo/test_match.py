from typing import Any

import pytest

from games.base import InvalidMatchError, InvalidRecordError, PlaceReason
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.match import FranksZooMatch
from games.franks_zoo.setup import FranksZooSetup
from games.franks_zoo.teams import Team

JsonObject = dict[str, Any]


def new_match(seats: int, dealer: int = 0, **options: object) -> FranksZooMatch:
    return FRANKS_ZOO.new_match(FRANKS_ZOO.options(options), seats, dealer)


def setup_of(match: FranksZooMatch) -> FranksZooSetup:
    setup = match.next_hand()
    assert setup is not None
    return setup


def team_hand(match: FranksZooMatch, finish: list[int], **changed: object) -> JsonObject:
    """Write a record with the teams of the rule, all lions in hand, and hedgehogs for everybody."""
    setup = setup_of(match)
    return {
        "teams": [list(team) for team in setup.teams],
        "solo": setup.solo,
        "finish": finish,
        "lions_taken": [0] * setup.seats,
        "lions_in_hand": 0,
        "hedgehog": [True] * setup.seats,
        **changed,
    }


def three_hand(finish: list[int], lions: list[int], hedgehog: list[bool]) -> JsonObject:
    return {"finish": finish, "lions_taken": lions, "lions_in_hand": 0, "hedgehog": hedgehog}


@pytest.mark.rule("FZ-07", "FZ-33")
@pytest.mark.parametrize(
    ("seats", "dealer", "leader"), [(3, 0, 1), (3, 2, 0), (5, 1, 2), (7, 6, 0)]
)
def test_first_hand_is_led_from_the_dealers_left(seats: int, dealer: int, leader: int) -> None:
    setup = setup_of(new_match(seats, dealer))
    assert (setup.number, setup.dealer, setup.leader) == (1, dealer, leader)
    assert (setup.teams, setup.solo) == ((), None)
    assert (setup.counts_teams, setup.counts_cards) == (False, seats == 3)


@pytest.mark.rule("FZ-17", "FZ-23", "FZ-33")
@pytest.mark.parametrize("mode", ["partners", "simple"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_later_hands_are_dealt_by_the_first_and_led_by_the_last(seats: int, mode: str) -> None:
    finish = [1, 0, *range(2, seats)]
    record: JsonObject = {"finish": finish}
    if seats == 3:
        record = three_hand(finish, [0, 0, 1], [True] * 3)
    setup = setup_of(new_match(seats, dealer=2, mode=mode).add(record))
    assert (setup.number, setup.dealer, setup.leader) == (2, 1, seats - 1)
    in_teams = mode == "partners" and seats > 3
    assert setup.counts_teams == in_teams
    assert setup.counts_cards == (in_teams or seats == 3)


@pytest.mark.rule("FZ-01", "FZ-32")
@pytest.mark.parametrize(
    ("seats", "lions", "hedgehogs"), [(3, 4, 3), (4, 5, 5), (5, 5, 5), (6, 5, 5), (7, 5, 5)]
)
def test_setup_says_how_many_lions_and_hedgehogs_there_are(
    seats: int, lions: int, hedgehogs: int
) -> None:
    setup = setup_of(new_match(seats))
    assert (setup.lions, setup.hedgehogs) == (lions, hedgehogs)


def test_setup_writes_null_for_what_the_hand_does_not_have() -> None:
    match = new_match(4)
    assert setup_of(match).as_json() == {
        "number": 1,
        "dealer": 0,
        "leader": 1,
        "teams": None,
        "solo": None,
    }
    assert setup_of(match.add({"finish": [0, 1, 2, 3]})).as_json() == {
        "number": 2,
        "dealer": 0,
        "leader": 3,
        "teams": [[0, 2], [1, 3]],
        "solo": None,
    }


@pytest.mark.rule("FZ-15", "FZ-16", "FZ-20")
def test_teams_follow_the_standing_and_its_tie_break() -> None:
    match = new_match(4).add({"finish": [0, 1, 2, 3]})
    match = match.add(team_hand(match, [0, 1, 2, 3], hedgehog=[False, True, True, True]))
    # 4+6-1, 3+3, 2+6, 0+3
    assert (match.totals, match.places) == ((9, 6, 8, 3), (1, 3, 2, 4))
    match = match.add(team_hand(match, [3, 0, 2, 1], lions_taken=[0, 3, 0, 2]))
    # seats 0 and 1 (places 1 and 3) score 3+0, seats 2 and 3 score 2+4; then the lions
    assert (match.totals, match.places) == ((12, 12, 14, 11), (3, 2, 1, 4))
    assert match.place_reasons == (
        PlaceReason("FZ-15", 3),
        PlaceReason("FZ-16", 0),
        PlaceReason("FZ-15", 1),
        PlaceReason("FZ-15", None),
    )
    assert setup_of(match).teams == ((2, 0), (1, 3))


def test_hand_corrected_later_keeps_the_teams_it_was_played_with() -> None:
    first = {"finish": [0, 1, 2, 3]}
    match = new_match(4).add(first)
    second = team_hand(match, [0, 1, 2, 3], lions_taken=[5, 0, 0, 0])
    played = match.score(second)
    corrected = new_match(4).add({"finish": [0, 2, 1, 3]})
    assert setup_of(corrected).teams == ((0, 1), (2, 3))
    again = corrected.score(second)
    assert again.lines == played.lines
    assert [warning.code for warning in again.warnings] == ["teams_differ"]
    assert played.warnings == ()


@pytest.mark.rule("FZ-19")
@pytest.mark.parametrize("mode", ["partners", "simple"])
def test_match_of_four_goes_on_until_two_have_the_target(mode: str) -> None:
    one_there = new_match(4, target=4, mode=mode).add({"finish": [2, 1, 0, 3]})
    assert (one_there.is_over, one_there.winners) == (False, ())
    two_there = new_match(4, target=3, mode=mode).add({"finish": [2, 1, 0, 3]})
    assert (two_there.is_over, two_there.winners, two_there.next_hand()) == (True, (2,), None)


@pytest.mark.rule("FZ-19", "FZ-16")
def test_winner_between_equal_totals_is_the_one_placed_worse_before() -> None:
    match = new_match(4, mode="simple", target=7)
    match = match.add({"finish": [0, 1, 2, 3]}).add({"finish": [1, 0, 2, 3]})
    assert (match.totals, match.is_over, match.winners) == ((7, 7, 4, 0), True, (1,))
    assert match.place_reasons[1] == PlaceReason("FZ-16", 0)


@pytest.mark.rule("FZ-35", "FZ-16")
def test_match_of_three_is_over_when_one_has_the_target() -> None:
    match = new_match(3, target=5).add(three_hand([0, 1, 2], [2, 0, 0], [True] * 3))
    assert (match.totals, match.is_over, match.winners) == ((5, 2, 0), True, (0,))
    short = new_match(3, target=6).add(three_hand([0, 1, 2], [2, 0, 0], [True] * 3))
    assert (short.is_over, short.winners) == (False, ())


@pytest.mark.rule("FZ-35", "FZ-R4")
def test_winner_of_three_after_hand_one_may_be_the_worse_finisher() -> None:
    match = new_match(3, target=3).add(three_hand([0, 1, 2], [0, 0, 3], [True] * 3))
    assert (match.totals, match.places, match.winners) == ((3, 2, 3), (2, 3, 1), (2,))
    assert match.place_reasons[2] == PlaceReason("FZ-R4", 0)


@pytest.mark.rule("FZ-19", "FZ-35")
@pytest.mark.parametrize(("seats", "rule"), [(3, "FZ-35"), (4, "FZ-19")])
def test_hand_after_the_end_is_refused(seats: int, rule: str) -> None:
    record: JsonObject = {"finish": list(range(seats))}
    if seats == 3:
        record = three_hand([0, 1, 2], [0] * 3, [True] * 3)
    match = new_match(seats, target=1).add(record)
    assert [(problem.code, problem.field, problem.rule) for problem in match.check(record)] == [
        ("match_over", "", rule)
    ]
    with pytest.raises(InvalidRecordError):
        match.add(record)


def test_skip_uses_up_the_number_and_nothing_else() -> None:
    match = new_match(4).add({"finish": [3, 2, 1, 0]})
    skipped = match.skip()
    assert skipped.number == 3
    assert skipped.standing == match.standing
    assert setup_of(skipped).teams == setup_of(match).teams == ((3, 1), (2, 0))
    assert (skipped.dealer, skipped.leader) == (match.dealer, match.leader) == (3, 0)


def test_skip_of_hand_one_makes_teams_from_the_dealers_left() -> None:
    setup = setup_of(new_match(5, dealer=2).skip())
    assert setup == FranksZooSetup(
        number=2,
        seats=5,
        dealer=3,
        leader=2,
        teams=(Team(3, 1), Team(4, 2)),
        solo=0,
        counts_teams=True,
        counts_cards=True,
        final_trick="owner",
    )


@pytest.mark.rule("FZ-R4")
def test_partners_level_after_a_skipped_hand_one_go_by_their_finish() -> None:
    match = new_match(4, dealer=3).skip()
    match = match.add(team_hand(match, [0, 1, 2, 3]))
    assert setup_of(new_match(4, dealer=3).skip()).teams == ((0, 2), (1, 3))
    assert (match.totals, match.places) == ((6, 3, 6, 3), (2, 4, 1, 3))
    assert [reason.rule for reason in match.place_reasons] == ["FZ-15", "FZ-15", "FZ-R4", "FZ-R4"]


@pytest.mark.parametrize(
    ("seats", "dealer", "fields"),
    [
        (2, 0, ["seats"]),
        (8, 0, ["seats"]),
        (True, 0, ["seats"]),
        (4.0, 0, ["seats"]),
        (None, None, ["seats", "dealer"]),
        (4, 4, ["dealer"]),
        (4, -1, ["dealer"]),
        (4, False, ["dealer"]),
        (10**400, 7, ["seats", "dealer"]),
    ],
)
def test_match_that_cannot_be_set_up_is_refused(seats: Any, dealer: Any, fields: list[str]) -> None:
    with pytest.raises(InvalidMatchError) as refused:
        new_match(seats, dealer)
    assert [problem.field for problem in refused.value.problems] == fields


def test_match_is_never_changed_in_place() -> None:
    match = new_match(4)
    match.add({"finish": [0, 1, 2, 3]})
    assert match == new_match(4)
