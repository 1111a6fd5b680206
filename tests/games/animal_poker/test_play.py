"""A hand played action by action: sealed submissions, and nothing that leaks."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.animal_poker import ANIMAL_POKER
from games.animal_poker.actions import actions_of
from games.animal_poker.deal import AnimalPokerDeal
from games.animal_poker.play import AnimalPokerHand
from games.animal_poker.setup import AnimalPokerSetup
from games.base import InvalidInputError
from games.log import HandLog
from games.refusals import (
    HandNotOverError,
    IllegalActionError,
    InvalidActionError,
    InvalidDealError,
    InvalidSetupError,
)
from tests.games.animal_poker.spoilt_json import spoilt
from tests.games.animal_poker.writing import hand_of, new_match, seat_of
from tests.oracles import animal_poker as oracle
from tests.oracles.animal_poker_hands import random_match
from tests.portions import in_portions

JsonObject = dict[str, Any]
T = TypeVar("T")
SIZES = [3, 4, 5, 6]


def setup_of(seats: int) -> AnimalPokerSetup:
    setup = new_match(seats).next_hand()
    assert setup is not None
    return setup


def new_hand(seats: int, seed: int = 1) -> AnimalPokerHand:
    setup = setup_of(seats)
    return ANIMAL_POKER.start(setup, ANIMAL_POKER.sample_deal(setup, Random(seed)))


def finished_hand(*texts: str) -> AnimalPokerHand:
    """Return a hand in which the seats have submitted this."""
    hand = new_hand(len(texts))
    for seat, text in enumerate(texts):
        hand.apply(seat, hand.read_action(seat, {"type": "submit", **seat_of(text)}))
    return hand


@pytest.mark.rule("AP-04", "AP-R19")
@pytest.mark.parametrize(("seats", "many"), [(3, 4760), (4, 2380), (5, 3600), (6, 3600)])
def test_legal_actions_are_all_submissions_there_are(seats: int, many: int) -> None:
    actions = actions_of(seats)
    submissions = [actions.submission(action).as_json() for action in actions.legal]
    assert len(submissions) == many
    assert len({str(submission) for submission in submissions}) == many
    guesses = [each for each in oracle.SETS[seats] if each["size"] <= 9]
    assert all(submission["guess"] in guesses for submission in submissions)
    hand = new_hand(seats)
    assert [hand.legal_actions(seat) for seat in range(seats)] == [actions.legal] * seats
    assert [actions.packed(actions.submission(action)) for action in actions.legal] == list(
        actions.legal
    )


@pytest.mark.rule("AP-04")
@pytest.mark.parametrize("seats", SIZES)
def test_legal_actions_are_what_check_accepts_and_a_refusal_changes_nothing(seats: int) -> None:
    hand = new_hand(seats)
    hand.apply(1, 7)
    before = [hand.observation(seat) for seat in range(seats)]
    for seat in range(seats):
        legal = hand.legal_actions(seat)
        tried = [*range(-2, 12), *range(2370, 4800)]
        for action in tried:
            violation = hand.check(seat, action)
            assert (violation is None) == (action in legal)
            if violation is not None:
                with pytest.raises(IllegalActionError) as refused:
                    hand.apply(seat, action)
                assert refused.value.violation == violation
    assert [hand.observation(seat) for seat in range(seats)] == before
    refusals = [hand.check(1, 7), hand.check(0, -1)]
    assert [(one.code, one.rule) for one in refusals if one] == [
        ("not_acting", "AP-04"),
        ("not_an_action", "AP-R19"),
    ]


@pytest.mark.rule("AP-04")
def test_everybody_acts_at_once_and_the_hand_is_over_when_all_have() -> None:
    hand = new_hand(4)
    for seat, left in ((2, (0, 1, 3)), (0, (1, 3)), (3, (1,)), (1, ())):
        assert hand.is_over() is False
        with pytest.raises(HandNotOverError):
            hand.record()
        with pytest.raises(HandNotOverError):
            hand.outcome()
        hand.apply(seat, seat)
        assert hand.acting_seats() == left
        assert hand.legal_actions(seat) == ()
    assert hand.is_over() is True
    assert len(hand.record().submissions) == 4


@pytest.mark.rule("AP-04", "AP-R10")
def test_nobody_sees_what_another_has_submitted_until_the_last_has() -> None:
    first, second = new_hand(4), new_hand(4)
    for seat in range(3):
        first.apply(seat, 0)
        second.apply(seat, 1000 + seat)
        for viewer in [None, *range(4)]:
            if viewer is None or viewer > seat:
                views = first.observation(viewer), second.observation(viewer)
                assert views[0] == views[1]
                assert views[0].as_json() == views[1].as_json()
                assert views[0].submitted == (None,) * 4
                assert views[0].acting == tuple(range(seat + 1, 4))
    assert first.observation(1).submitted == (None, 0, None, None)
    assert second.observation(1).legal_actions == ()
    assert first.observation(3).legal_actions == first.legal_actions(3)
    assert first.observation(None).legal_actions == ()
    over = finished_hand(*["cat dog: herd 2 cat"] * 4)
    shown = [over.observation(viewer).as_json()["submitted"] for viewer in (0, 3, None)]
    assert shown == [[seat_of("cat dog: herd 2 cat")] * 4] * 3


def log_of(first: int, others: int) -> HandLog:
    """Play three of four seats, seat 0 submitting `first`."""
    setup = setup_of(4)
    options = ANIMAL_POKER.options({})
    log = HandLog(ANIMAL_POKER, options, setup, ANIMAL_POKER.sample_deal(setup, Random(1)), "salt")
    for seat, action in ((0, first), (1, others), (2, others)):
        log.apply(seat, action)
    return log


def test_log_of_another_seat_tells_nothing_of_a_sealed_submission() -> None:
    one, other = log_of(0, 5), log_of(2000, 5)
    for viewer in (1, 2, 3, None):
        assert one.lines_as_seen_by(viewer) == other.lines_as_seen_by(viewer)
    assert one.lines_as_seen_by(0) != other.lines_as_seen_by(0)
    actions = [line["action"] for line in one.lines_as_seen_by(1)[1:]]
    assert [action is None for action in actions] == [True, False, True]
    one.apply(3, 5)
    assert one.lines_as_seen_by(None)[-1] == {
        "type": "record",
        "record": one.state.record().as_json(),
    }


@pytest.mark.parametrize("seats", SIZES)
def test_log_replays_to_the_same_hand(seats: int) -> None:
    rng = Random(seats)
    match = new_match(seats, target=1000)
    for number in range(1, 6):
        setup = match.next_hand()
        assert setup is not None
        assert ANIMAL_POKER.read_setup(match.options, setup.as_log()) == setup
        log = HandLog(
            ANIMAL_POKER, match.options, setup, ANIMAL_POKER.sample_deal(setup, rng), "salt"
        )
        for seat in rng.sample(range(seats), seats):
            log.apply(seat, rng.choice(log.state.legal_actions(seat)))
        header, *events = log.lines()
        again = HandLog.take_up(ANIMAL_POKER, header)
        for event in events:
            again.replay(event)
        assert again.lines() == log.lines()
        assert again.setup.number == number
        match = match.add(again.state.record())


def test_clone_is_independent() -> None:
    hand = new_hand(4)
    hand.apply(0, 3)
    copy = hand.clone()
    copy.apply(1, 4)
    assert (hand.acting_seats(), copy.acting_seats()) == ((1, 2, 3), (2, 3))
    assert copy.observation(0).submitted[0] == 3


def test_resampled_hand_looks_the_same_to_its_viewer() -> None:
    hand = new_hand(5)
    hand.apply(1, 100)
    hand.apply(3, 200)
    rng = Random(1)
    sealed = set()
    for viewer in [None, *range(5)]:
        view = hand.observation(viewer)
        for _ in range(20):
            other = ANIMAL_POKER.resample(view, rng)
            assert other.observation(viewer) == view
            sealed.add(other.observation(3).submitted[3])
    assert len(sealed) > 50
    for seat in (0, 2, 4):
        hand.apply(seat, 9)
    assert ANIMAL_POKER.resample(hand.observation(0), rng).record() == hand.record()


@pytest.mark.parametrize("seats", SIZES)
def test_outcome_of_a_hand_is_what_its_record_scores(seats: int) -> None:
    rng = Random(seats)
    match = new_match(seats, target=10**6)
    for recorded in random_match(rng, seats)["hands"]:
        if recorded is None or "coins" in recorded:
            continue
        setup = match.next_hand()
        assert setup is not None
        hand = match.start(ANIMAL_POKER.sample_deal(setup, rng))
        for seat in range(seats):
            hand.apply(seat, hand.read_action(seat, {"type": "submit", **recorded["seats"][seat]}))
        score, outcome = match.score(hand.record()), hand.outcome()
        assert (outcome.coins, outcome.won) == (score.scores, score.won)
        assert outcome.best_sets() == score.made
        match = match.add(hand.record())


@pytest.mark.rule("AP-R19", "AP-04")
@pytest.mark.parametrize(
    ("action", "fields"),
    [
        (None, [""]),
        ([], [""]),
        ({}, ["type", "animals", "guess"]),
        ({"type": "pass", **seat_of("cat dog: herd 2 cat")}, ["type"]),
        ({"type": "submit", **seat_of("cat ape: herd 2 cat")}, ["animals[1]"]),
        ({"type": "submit", **seat_of("cat dog: chain 2 cat")}, ["guess"]),
        ({"type": "submit", **seat_of("cat dog: herd 2 cat"), "n": 1}, ["n"]),
    ],
)
def test_bad_action_is_refused_with_every_fault(action: object, fields: list[str]) -> None:
    with pytest.raises(InvalidActionError) as refused:
        new_hand(4).read_action(0, action)
    assert [problem.field for problem in refused.value.problems] == fields


@pytest.mark.rule("AP-09", "AP-03")
@pytest.mark.parametrize("seats", SIZES)
def test_deal_shows_each_season_as_often_and_none_twice_in_a_cycle(seats: int) -> None:
    rng = Random(seats)
    counts: dict[tuple[str, str], int] = {}
    for _ in range(200):
        match = new_match(seats, target=1000)
        cycle = []
        for _ in range(4):
            setup = match.next_hand()
            assert setup is not None
            deal = ANIMAL_POKER.sample_deal(setup, rng)
            seasons = deal.as_json()["seasons"]
            assert isinstance(seasons, dict)
            assert deal.as_seen_by(None) == deal.as_json()
            assert ANIMAL_POKER.read_deal(setup, deal.as_json()) == deal
            cycle.append(seasons)
            three = "cat " if seats == 3 else ""
            record = hand_of(*[f"{three}rabbit dog: herd 9 mouse"] * seats)
            match = match.add({**record, "seasons": seasons})
        for animal in oracle.animals_of(seats)[:-1]:
            assert {seasons[animal] for seasons in cycle} == set(oracle.YEAR)
            first = (animal, str(cycle[0][animal]))
            counts[first] = counts.get(first, 0) + 1
    assert set(counts) == {
        (animal, season) for animal in oracle.animals_of(seats)[:-1] for season in oracle.YEAR
    }
    assert all(25 <= count <= 75 for count in counts.values())


def test_deal_that_cannot_turn_up_is_refused() -> None:
    first = hand_of(*["rabbit dog: herd 9 mouse"] * 4)
    match = new_match(4).add(first)
    setup = match.next_hand()
    assert setup is not None
    winter, fall, none = 0, 3, -1
    with pytest.raises(InvalidDealError) as refused:
        match.start(AnimalPokerDeal((1, fall, 1, 1, winter, none, 1, 1, winter)))
    assert [problem.field for problem in refused.value.problems] == [
        "seasons.rabbit",
        "seasons.ape",
        "seasons.dog",
        "seasons.elephant",
    ]
    for data in (None, {}, {"seasons": first["seasons"]}, {"seasons": {}, "salt": ""}):
        with pytest.raises(InvalidDealError):
            ANIMAL_POKER.read_deal(setup, data)


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"seats": 2}, ["seats"]),
        ({"seats": None}, ["seats"]),
        ({"leader": 0}, ["leader"]),
        ({"number": 0, "dealer": 4, "pot": 3}, ["number", "dealer", "pot"]),
        ({"number": True, "dealer": -1, "pot": "4"}, ["number", "dealer", "pot"]),
        ({"stored_rabbits": [True]}, ["stored_rabbits"]),
        ({"stored_rabbits": [0, 0, 0, 0]}, ["stored_rabbits"]),
        ({"cycle": None}, ["cycle"]),
        ({"cycle": {"hand": 4}}, ["cycle.hand", "cycle.shown"]),
        ({"cycle": {"hand": 0, "shown": {}, "x": 1}}, ["cycle.x", "cycle.shown"]),
    ],
)
def test_bad_setup_of_a_log_is_refused(changed: JsonObject, fields: list[str]) -> None:
    data = {**setup_of(4).as_log(), **changed}
    with pytest.raises(InvalidSetupError) as refused:
        ANIMAL_POKER.read_setup(ANIMAL_POKER.options({}), data)
    assert [problem.field for problem in refused.value.problems] == fields


@pytest.mark.parametrize("shown", [["winter", "winter"], ["winter", "fall"], ["x"], "winter", [3]])
def test_setup_with_seasons_that_cannot_have_been_shown_is_refused(shown: object) -> None:
    match = new_match(4).add(hand_of(*["rabbit dog: herd 9 mouse"] * 4))
    setup = match.next_hand()
    assert setup is not None
    data: Any = setup.as_log()
    data["cycle"]["shown"]["cat"] = shown
    with pytest.raises(InvalidSetupError) as refused:
        ANIMAL_POKER.read_setup(match.options, data)
    assert [problem.field for problem in refused.value.problems] == ["cycle.shown.cat"]


def read_or_refused(read: Callable[[object], T], data: object) -> T | None:
    """Read a value; None where it is refused with at least one fault."""
    try:
        return read(data)
    except InvalidInputError as error:
        return None if error.problems else read(data)


@in_portions(5)
@given(data=st.data())
@settings(max_examples=60)
def test_no_value_makes_the_reading_of_setups_deals_and_actions_fail(
    portion: int, data: st.DataObject
) -> None:
    """Whatever is read is what it writes."""
    setup, hand = setup_of(4), new_hand(4)
    deal = ANIMAL_POKER.sample_deal(setup, Random(1))
    read_setup = partial(ANIMAL_POKER.read_setup, ANIMAL_POKER.options({}))
    other_setup = read_or_refused(read_setup, data.draw(spoilt(setup.as_log())))
    assert other_setup is None or read_setup(other_setup.as_log()) == other_setup
    read_deal = partial(ANIMAL_POKER.read_deal, setup)
    other_deal = read_or_refused(read_deal, data.draw(spoilt(deal.as_json())))
    assert other_deal is None or ANIMAL_POKER.start(setup, other_deal).seasons == other_deal.seasons
    action = read_or_refused(
        partial(hand.read_action, 0), data.draw(spoilt(hand.action_as_json(0, 77)))
    )
    assert action is None or hand.check(0, action) is None


def test_values_of_another_game_are_refused() -> None:
    other: Any = object()
    setup = setup_of(4)
    with pytest.raises(TypeError):
        ANIMAL_POKER.new_match(other, 4, 0)
    with pytest.raises(TypeError):
        ANIMAL_POKER.sample_deal(other, Random(1))
    with pytest.raises(TypeError):
        ANIMAL_POKER.start(setup, other)
    with pytest.raises(TypeError):
        ANIMAL_POKER.resample(other, Random(1))
    with pytest.raises(TypeError):
        new_match(4).start(other)


def test_start_after_the_end_is_an_error() -> None:
    match = new_match(4, target=1)
    for _ in range(2):
        match = match.add({"coins": [4, 0, 0, 0], "won": [0], "pot": 0})
    with pytest.raises(ValueError, match="over"):
        match.start(AnimalPokerDeal((0,) * 9))
