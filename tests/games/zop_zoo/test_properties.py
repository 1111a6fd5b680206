"""What holds at every step of every hand."""

from typing import Any

import pytest

from games.refusals import IllegalActionError
from games.zop_zoo import ZOP_ZOO
from games.zop_zoo.actions import COVER
from games.zop_zoo.cards import black_deck
from games.zop_zoo.play import ZopZooState
from tests.games.zop_zoo.playing import SEEDS, SEEDS_BY_RUN, moves, new_hand
from tests.games.zop_zoo.writing import all_black_cards, new_match
from tests.portions import thinned

ALL_ACTIONS = range(-3, 6 << 12)


def everything(state: ZopZooState) -> list[object]:
    """Return all that a state holds, as values that do not change with it."""
    rows = state.rows
    held = [getattr(rows, name) for name in rows.__slots__ if name != "deck"]
    rest = [getattr(state, name) for name in state.__slots__ if name not in {"rows", "setup"}]
    return [repr(value) for value in (*held, *rest)]


@pytest.mark.rule("ZZ-01", "ZZ-02", "ZZ-12", "ZZ-20", "ZZ-R7")
@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_cards_are_conserved_and_wild_cards_never_discarded(seed: int) -> None:
    state, rng = new_hand(seed)
    ids = state.setup.options.deck.ids
    deck = sorted(ids[card] for card in black_deck(state.setup.options.beasts))
    dealt: Any = state.observation(None).as_json()["rows"]
    whites = sorted(card["card"] for row in dealt for card in row)
    for _ in moves(state, rng):
        assert all_black_cards(state) == deck
        rows: Any = state.observation(None).as_json()["rows"]
        assert sorted(card["card"] for row in rows for card in row) == whites
        assert min(len(row) for row in rows) >= 3
        assert {ids[card] for card in state.discard_pile} & {"beast", "best_beast"} == set()
    assert all_black_cards(state) == deck


@pytest.mark.rule("ZZ-12")
@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_every_hand_ends_and_until_then_the_acting_seat_can_act(seed: int) -> None:
    state, rng = new_hand(seed)
    for seat, _ in moves(state, rng):
        assert state.acting_seats() == (seat,)
        legal = state.legal_actions(seat)
        assert len(legal) == len(set(legal)) > 0
        others = [other for other in range(state.setup.seats) if other != seat]
        assert [state.legal_actions(other) for other in others] == [()] * len(others)
    assert state.is_over()
    assert state.acting_seats() == ()
    assert [state.legal_actions(seat) for seat in range(state.setup.seats)] == [
        ()
    ] * state.setup.seats


@pytest.mark.parametrize("seed", thinned(SEEDS[::8], 5))
def test_check_accepts_the_legal_actions_and_no_other_whole_number(seed: int) -> None:
    state, rng = new_hand(seed)
    phases: set[int] = set()
    for seat, _ in moves(state, rng):
        if state.phase in phases and rng.random() < 0.9:
            continue
        phases.add(state.phase)
        legal = set(state.legal_actions(seat))
        accepted = {action for action in ALL_ACTIONS if state.check(seat, action) is None}
        assert accepted == legal
        other = (seat + 1) % state.setup.seats
        refused = {str(state.check(other, action)) for action in (*legal, COVER, 10**9)}
        assert len(refused) == 1
        assert "not_your_turn" in refused.pop()


@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_refused_action_changes_nothing(seed: int) -> None:
    state, rng = new_hand(seed)
    for seat, _ in moves(state, rng):
        before = everything(state)
        illegal = rng.randrange(6 << 12)
        if illegal not in state.legal_actions(seat):
            with pytest.raises(IllegalActionError):
                state.apply(seat, illegal)
        with pytest.raises(IllegalActionError):
            state.apply((seat + 1) % state.setup.seats, state.legal_actions(seat)[0])
        assert everything(state) == before


@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_clone_is_equal_and_independent(seed: int) -> None:
    state, rng = new_hand(seed)
    for seat, action in moves(state, rng):
        before = everything(state)
        copy = state.clone()
        assert everything(copy) == before
        copy.apply(seat, action)
        assert everything(state) == before
        assert everything(copy) != before


@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_actions_read_back_from_their_json_and_from_their_event(seed: int) -> None:
    state, rng = new_hand(seed)
    for seat, _ in moves(state, rng):
        written = [state.action_as_json(seat, action) for action in state.legal_actions(seat)]
        read = [state.read_action(seat, data) for data in written]
        assert read == list(state.legal_actions(seat))
        for action in state.legal_actions(seat):
            event = state.event(seat, action)
            assert (event.seat, event.visible_to) == (seat, None)
            assert state.read_action(seat, event.action) == action
            assert state.action_as_json(seat, action)["type"] == event.type


@pytest.mark.rule("ZZ-24", "ZZ-25")
@pytest.mark.parametrize("seed", SEEDS_BY_RUN)
def test_record_of_a_hand_is_one_that_the_match_takes(seed: int) -> None:
    state, rng = new_hand(seed)
    for _ in moves(state, rng):
        pass
    match = new_match(state.setup.seats, state.setup.dealer, target=1)
    record = state.record()
    assert match.check(record) == []
    assert match.read(record.as_json()) == record
    score = match.score(record)
    assert [sum(line.points for line in lines) for lines in score.lines] == list(score.scores)
    assert match.add(record).totals == score.scores


def test_same_deal_and_actions_give_the_same_hand() -> None:
    played, rng = new_hand(5)
    done = list(moves(played, rng))
    again, _ = new_hand(5)
    for seat, action in done:
        again.apply(seat, action)
    assert everything(again) == everything(played)
    assert ZOP_ZOO.rules_version == 1
