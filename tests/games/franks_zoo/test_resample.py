"""Deal anew what a seat cannot know: nothing that it sees may change."""

import json
import random

import pytest

from games.base import Json, Seat
from games.franks_zoo import FRANKS_ZOO
from games.franks_zoo.cards import PACKED_DECKS
from games.franks_zoo.deal import FranksZooDeal
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.setup import NOBODY
from games.log import HandLog
from tests.games.franks_zoo.hands import (
    KINDS,
    KINDS_BY_RUN,
    Kind,
    deal_hand,
    hand_of,
    some_action,
    table_of,
)

Move = tuple[Seat, int]
LOOKS = 8
"""How many moments of a hand are looked at."""


def played_part(kind: Kind, rng: random.Random) -> tuple[FranksZooHand, list[Move]]:
    """Return a hand played to some moment, and its moves."""
    hand, moves = deal_hand(kind, rng), []
    for _ in range(rng.randrange(160)):
        if hand.is_over():
            break
        moves.append(some_action(hand, rng))
        hand.apply(*moves[-1])
    return hand, moves


def original_deal(hand: FranksZooHand) -> FranksZooDeal:
    """Return the deal from which a hand has come: undo what was played and passed."""
    hands = [held + played for held, played in zip(hand.hands, hand.played, strict=True)]
    for seat in range(len(hands)):
        partner = max(hand.seniors[seat], hand.setup.junior_of[seat])
        hands[seat] += hand.passed[seat]
        if partner != NOBODY:
            hands[seat] -= hand.passed[partner]
    return FranksZooDeal(tuple(hands))


def log_of(deal: FranksZooDeal, hand: FranksZooHand, moves: list[Move]) -> HandLog:
    """Play moves again from a deal, checked, with the cards passed of another hand."""
    options = FRANKS_ZOO.options({"final_trick": hand.setup.final_trick})
    log = HandLog(FRANKS_ZOO, options, hand.setup, deal, "salt")
    exchanges = sum(map(bool, hand.passed))
    for at, (seat, action) in enumerate(moves):
        log.apply(seat, hand.passed[seat] if at < exchanges else action)
    return log


def as_text(lines: list[dict[str, Json]]) -> list[str]:
    """Write a log but for the commitment, which hides the deal by its salt."""
    return [json.dumps({**line, "commitment": None}) for line in lines]


@pytest.mark.rule("FZ-06", "FZ-22", "FZ-R11", "FZ-R15", "FZ-R16")
@pytest.mark.parametrize("kind", KINDS_BY_RUN, ids=str)
def test_no_seat_can_tell_its_hand_from_one_dealt_anew(kind: Kind) -> None:
    rng = random.Random(f"leak {kind}")
    for _ in range(LOOKS):
        hand, moves = played_part(kind, rng)
        log = log_of(original_deal(hand), hand, moves)
        for seat in (None, *range(kind.seats)):
            view = hand.observation(seat)
            other = FRANKS_ZOO.resample(view, rng)
            assert other.observation(seat) == view
            assert json.dumps(other.observation(seat).as_json()) == json.dumps(view.as_json())
            if seat is not None:
                assert other.legal_actions(seat) == hand.legal_actions(seat)
            other_log = log_of(original_deal(other), other, moves)
            assert other_log.state.observation(seat) == view
            seen = as_text(log.lines_as_seen_by(seat))
            assert (
                as_text(other_log.lines_as_seen_by(seat))[: len(moves) + 1]
                == seen[: len(moves) + 1]
            )


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_dealt_anew_is_the_whole_deck_and_plays_to_its_end(kind: Kind) -> None:
    rng = random.Random(f"plays {kind}")
    for _ in range(LOOKS):
        hand, _ = played_part(kind, rng)
        other = FRANKS_ZOO.resample(hand.observation(rng.randrange(kind.seats)), rng)
        assert sum(original_deal(other).hands) == PACKED_DECKS[kind.seats]
        while not other.is_over():
            other.apply(*some_action(other, rng))
        assert sorted(other.finish) == list(range(kind.seats))


def test_unknown_cards_come_to_every_other_seat() -> None:
    rng = random.Random(5)
    hand = deal_hand(Kind(4, "simple", "owner", 1), rng)
    seat = next(seat for seat in range(4) if not hand.hands[seat] >> 48)
    view = hand.observation(seat)
    holders = [0, 0, 0, 0]
    for _ in range(900):
        for other, cards in enumerate(FRANKS_ZOO.resample(view, rng).hands):
            holders[other] += cards >> 48
    assert holders[seat] == 0
    assert all(230 < number < 370 for at, number in enumerate(holders) if at != seat)


@pytest.mark.rule("FZ-R6")
def test_joker_of_a_leader_who_passed_stays_where_it_is() -> None:
    hand = table_of(hand_of("joker"), hand_of("fish*2"), hand_of("lion*2"))
    hand.unplayed = sum(hand.hands)
    hand.apply(0, 0)
    for seed in range(20):
        other = FRANKS_ZOO.resample(hand.observation(2), random.Random(seed))
        assert other.hands == hand.hands
