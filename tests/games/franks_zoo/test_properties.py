"""What holds at every step of every hand, whatever is played."""

import random
from collections.abc import Iterator

import pytest

from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.actions import ASK
from games.franks_zoo.cards import PACKED_DECKS, count, fits
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.sets import FROM_ANY_HAND, PAIRS, READING
from games.refusals import IllegalActionError
from tests.games.franks_zoo.hands import (
    KINDS,
    KINDS_BY_RUN,
    Kind,
    deal_hand,
    everything,
    some_action,
)

ALL_ACTIONS = sorted(
    {0, *READING, *PAIRS}
    | {ASK + laid for asks in FROM_ANY_HAND.values() for laid in asks}
    | {part for asks in FROM_ANY_HAND.values() for parts in asks.values() for part in parts}
)
NO_ACTIONS = (-1, -ASK, ASK, 2 * ASK, ASK + ASK // 2, 7, 15, 1 << 70, (1 << 52) - 1, 0x8888)
HANDS = 3


def steps(kind: Kind, seed: str) -> Iterator[FranksZooHand]:
    """Play some hands at random and yield each at every moment, its end included."""
    rng = random.Random(f"{seed} {kind}")
    for _ in range(HANDS):
        hand = deal_hand(kind, rng)
        while not hand.is_over():
            yield hand
            hand.apply(*some_action(hand, rng))
        yield hand


@pytest.mark.rule("FZ-01", "FZ-03", "FZ-32")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_cards_are_conserved(kind: Kind) -> None:
    for hand in steps(kind, "conserved"):
        solo = hand.setup.solo
        aside = 0 if solo is None else hand.passed[solo]
        all_cards = sum(hand.hands) + sum(hand.piles) + hand.table + aside
        assert all_cards == PACKED_DECKS[kind.seats]
        assert hand.unplayed == sum(hand.hands) + aside
        assert sum(hand.played) == sum(hand.piles) + hand.table
        assert all(fits(*known) for known in zip(hand.shown, hand.hands, strict=True))


@pytest.mark.parametrize("kind", KINDS_BY_RUN, ids=str)
def test_legal_actions_are_those_that_check_accepts_and_others_change_nothing(kind: Kind) -> None:
    rng = random.Random(str(kind))
    for hand in steps(kind, "legal"):
        if rng.random() > 0.05:
            continue
        before = everything(hand)
        for seat in range(kind.seats):
            legal = hand.legal_actions(seat)
            accepted = [
                action for action in (*ALL_ACTIONS, *NO_ACTIONS) if not hand.check(seat, action)
            ]
            assert sorted(accepted) == sorted(legal)
            for action in rng.sample(ALL_ACTIONS, 20):
                if action not in legal:
                    with pytest.raises(IllegalActionError):
                        hand.apply(seat, action)
        assert everything(hand) == before


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_clone_is_equal_and_independent(kind: Kind) -> None:
    rng = random.Random(str(kind))
    for hand in steps(kind, "clone"):
        before = everything(hand)
        clone = hand.clone()
        assert everything(clone) == before
        while not clone.is_over() and rng.random() < 0.8:
            seat, action = some_action(clone, rng)
            clone.apply_unchecked(seat, action)
        assert everything(hand) == before


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_actions_are_read_as_they_were_written(kind: Kind) -> None:
    for hand in steps(kind, "json"):
        for seat in hand.acting_seats():
            for action in hand.legal_actions(seat):
                written = hand.event(seat, action).action
                assert hand.read_action(seat, written) == action


@pytest.mark.rule("FZ-13", "FZ-27", "FZ-31")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_hand_ends_in_a_record_that_the_match_takes(kind: Kind) -> None:
    options = FRANKS_ZOO.options({"mode": kind.mode, "final_trick": kind.final_trick})
    for hand in steps(kind, "ends"):
        if not hand.is_over():
            continue
        match = FRANKS_ZOO.new_match(options, kind.seats, hand.setup.dealer)
        if kind.number == 2:
            match = FRANKS_ZOO.new_match(options, kind.seats, (hand.setup.dealer - 1) % kind.seats)
            match = match.skip()
        assert match.next_hand() == hand.setup
        record = hand.record()
        score = match.score(record)
        assert score.warnings == ()
        assert match.add(record).totals == score.scores
        assert match.read(record.as_json()) == record
        assert sum(count(cards) > 0 for cards in hand.hands) <= 1
