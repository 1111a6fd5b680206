"""The example's rules, and the engine's machinery with a fourth game: logs, command line, bots."""

import json
import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.__main__ import main
from games.base import InvalidRecordError
from games.bots.catalogue import bot
from games.hand_limit import LimitedMatch
from games.match_file import score_match
from games.match_log import Choose, play_match, verify
from games.refusals import IllegalActionError, InvalidDealError, InvalidSetupError
from tests.examples.cuckoo import CUCKOO
from tests.examples.cuckoo.bots import choose_by_rank
from tests.examples.cuckoo.deal import CuckooDeal
from tests.examples.cuckoo.match import CuckooMatch
from tests.examples.cuckoo.play import KEEP, SWAP

THREE = {"number": 1, "seats": 3, "dealer": 0}


def new_match(seats: int = 3, dealer: int = 0, **options: int) -> CuckooMatch:
    return CUCKOO.new_match(CUCKOO.options(options), seats, dealer)


@pytest.mark.rule("CK-03", "CK-04")
def test_each_exchanges_with_the_left_neighbour_and_the_dealer_with_the_pile() -> None:
    state = new_match().start(CuckooDeal((5, 9, 2, 13)))
    for seat in (1, 2, 0):
        assert state.acting_seats() == (seat,)
        state.apply(seat, SWAP)
    # 1 got the 2 of 2 for the 9; 2 gave the 9 to 0 for the 5; 0 gave the 9 for the 13 of the pile.
    assert state.observation(None).cards == (13, 2, 5, None)
    assert state.record().as_json() == {"lowest": [1]}


@pytest.mark.rule("CK-03")
def test_a_seat_knows_its_card_and_where_the_cards_went_that_it_has_seen() -> None:
    state = new_match(4).start(CuckooDeal((5, 9, 2, 7, 13)))
    assert state.observation(1).cards == (None, 9, None, None, None)
    state.apply(1, SWAP)
    assert state.observation(1).cards == state.observation(2).cards == (None, 2, 9, None, None)
    state.apply(2, SWAP)
    # Seat 1 saw the 9 go on to seat 3, and does not know what came for it.
    assert state.observation(1).cards == (None, 2, None, 9, None)
    assert state.observation(0).cards == (5, None, None, None, None)
    assert state.observation(None).cards == (None,) * 5


def test_who_is_not_to_act_is_refused_and_nothing_changes() -> None:
    state = new_match().start(CuckooDeal((5, 9, 2, 13)))
    before = state.observation(0)
    with pytest.raises(IllegalActionError, match="not your turn") as refused:
        state.apply(0, KEEP)
    assert (refused.value.violation.rule, state.observation(0)) == ("CK-03", before)
    refusal = state.check(1, 7)
    assert refusal is not None
    assert refusal.code == "not_an_action"


@pytest.mark.rule("CK-05", "CK-07")
def test_the_lowest_lose_a_life_until_somebody_has_none() -> None:
    match = new_match(lives=2).add({"lowest": [2, 0]})
    assert (match.totals, match.places, match.is_over) == ((-1, 0, -1), (2, 1, 2), False)
    match = match.add({"lowest": [0]})
    assert (match.totals, match.winners, match.next_hand()) == ((-2, 0, -1), (1,), None)
    assert [reason.ahead_of for reason in match.place_reasons] == [None, 2, 0]
    with pytest.raises(InvalidRecordError, match="over"):
        match.add({"lowest": [0]})


@pytest.mark.rule("CK-06")
def test_the_deal_goes_round_void_hands_included() -> None:
    match = new_match().add({"lowest": [0]}).skip()
    assert (match.number, match.dealer) == (3, 2)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (None, "not_an_object"),
        ({}, "missing"),
        ({"lowest": []}, "missing"),
        ({"lowest": [3]}, "not_a_seat"),
        ({"lowest": [True]}, "not_a_seat"),
        ({"lowest": [1, 1]}, "repeated"),
        ({"lowest": [1], "highest": 2}, "unknown_field"),
    ],
)
def test_a_wrong_record_is_refused(record: object, code: str) -> None:
    assert [problem.code for problem in new_match().check(record)] == [code]


def test_what_is_no_setup_and_no_deal_is_refused() -> None:
    setup = CUCKOO.read_setup(CUCKOO.options({}), THREE)
    assert setup.as_log() == THREE
    with pytest.raises(InvalidSetupError):
        CUCKOO.read_setup(CUCKOO.options({}), {**THREE, "dealer": 3})
    for cards in ([1, 2, 3], [1, 2, 3, 14], "1234"):
        with pytest.raises(InvalidDealError):
            CUCKOO.read_deal(setup, {"cards": cards})


@given(st.integers(0, 2**32), st.lists(st.booleans(), max_size=8), st.integers(3, 8))
def test_what_is_dealt_anew_looks_the_same(seed: int, swaps: list[bool], seats: int) -> None:
    rng = random.Random(seed)
    setup = new_match(seats).next_hand()
    assert setup is not None
    state = CUCKOO.start(setup, CUCKOO.sample_deal(setup, rng))
    for is_swap in swaps[:seats]:
        state.apply(state.acting_seats()[0], SWAP if is_swap else KEEP)
    for seat in range(seats):
        view = state.observation(seat)
        assert CUCKOO.resample(view, rng).observation(seat) == view


def test_a_match_is_logged_verified_and_scored_like_any_other(cuckoo: None) -> None:
    players: list[Choose] = [choose_by_rank] * 5
    lines = list(play_match(CUCKOO, CUCKOO.options({}), 0, players, random.Random(1)))
    counted = verify({"cuckoo": CUCKOO}, lines)
    played: dict[str, Any] = {name: each for name, each in lines[-1].items() if name != "type"}
    scored: Any = score_match(played)
    assert (counted.matches, counted.hands) == (1, len(played["hands"]))
    assert min(scored["totals"]) == -3


def test_the_command_line_plays_verifies_and_tells_its_rules(
    cuckoo: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "cuckoo", "--seats", "3", "--seed", "4", "--bots", "search"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["game"] == "cuckoo"
    assert main(["rules", "cuckoo"]) == 0
    assert capsys.readouterr().out.startswith("CK-01")


def test_bots_choose_what_is_legal(cuckoo: None) -> None:
    rng = random.Random(3)
    for name, cards in product(("random", "heuristic", "search"), ((1, 13, 2, 8), (13, 1, 2, 8))):
        view = new_match().start(CuckooDeal(cards)).observation(1)
        chosen = bot("cuckoo", name)(view, rng)
        assert chosen in view.legal_actions
        if name != "random":
            assert chosen == (KEEP if cards[1] == 13 else SWAP)


def test_a_match_can_be_limited(cuckoo: None) -> None:
    match = LimitedMatch(new_match(), 1).add({"lowest": [1]})
    assert (match.is_over, match.winners) == (True, (0, 2))
