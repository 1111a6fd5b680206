"""The exchange before play. Seats are dealt few cards, so that each pair of them can be named."""

import pytest

from games.base import Event
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.setup import FranksZooSetup
from games.franks_zoo.teams import Team
from tests.games.franks_zoo.hands import KINDS, hand_of, refusal, setup_of

LIONS, FISH, MICE, SEALS = (hand_of(f"{animal}*2") for animal in ("lion", "fish", "mouse", "seal"))


def five(solo_hand: int = hand_of("hedgehog*2", "whale")) -> FranksZooHand:
    """Return a hand of five before the exchange: 0 is senior of 3, 1 of 4, and 2 is alone."""
    setup = FranksZooSetup(
        number=2,
        seats=5,
        dealer=0,
        leader=4,
        teams=(Team(0, 3), Team(1, 4)),
        solo=2,
        counts_teams=True,
        counts_cards=True,
        final_trick="owner",
    )
    hands = (hand_of("lion*3"), hand_of("fish*3"), solo_hand, MICE, hand_of("seal*2", "fox"))
    return FranksZooHand(setup, hands)


@pytest.mark.rule("FZ-22")
def test_hands_without_teams_begin_with_the_lead() -> None:
    for kind in KINDS:
        setup = setup_of(kind)
        hand = FranksZooHand(setup, [LIONS] * kind.seats)
        waiting = hand.acting_seats()
        if kind.number == 1 or kind.mode == "simple" or kind.seats == 3:
            assert waiting == (setup.leader,)
        else:
            assert len(waiting) == (kind.seats + 1) // 2


@pytest.mark.rule("FZ-22", "FZ-R12")
def test_teams_and_the_solo_player_pass_without_waiting_for_one_another() -> None:
    hand = five()
    assert hand.acting_seats() == (2, 3, 4)
    hand.apply(4, SEALS)
    assert hand.acting_seats() == (1, 2, 3)
    hand.apply(2, hand_of("hedgehog*2"))
    hand.apply(1, SEALS)
    assert hand.acting_seats() == (3,)
    hand.apply(3, MICE)
    assert hand.acting_seats() == (0,)
    hand.apply(0, hand_of("lion", "mouse"))
    assert hand.acting_seats() == (4,)
    assert hand.hands == [
        hand_of("lion*2", "mouse"),
        hand_of("fish*3"),
        hand_of("whale"),
        hand_of("lion", "mouse"),
        hand_of("seal*2", "fox"),
    ]


@pytest.mark.rule("FZ-22", "FZ-R12")
def test_senior_may_return_what_was_just_received() -> None:
    hand = five()
    assert refusal(hand, LIONS, seat=0) == ("not_now", "FZ-22")
    hand.apply(3, MICE)
    assert set(hand.legal_actions(0)) == {LIONS, MICE, hand_of("lion", "mouse")}


@pytest.mark.rule("FZ-22")
def test_passing_other_than_two_own_cards_is_refused() -> None:
    hand = five()
    assert refusal(hand, hand_of("seal"), seat=4) == ("not_two_cards", "FZ-22")
    assert refusal(hand, hand_of("seal*2", "fox"), seat=4) == ("not_two_cards", "FZ-22")
    assert refusal(hand, LIONS, seat=4) == ("not_in_hand", "FZ-06")
    assert refusal(hand, 0, seat=4) == ("not_two_cards", "FZ-22")


@pytest.mark.rule("FZ-06", "FZ-22")
def test_cards_passed_are_seen_by_the_team_alone() -> None:
    hand = five()
    cards = {"type": "exchange", "cards": ["mouse", "mouse"]}
    assert hand.event(3, MICE) == Event(3, "exchange", cards, (0, 3))
    aside = {"type": "exchange", "cards": ["hedgehog", "hedgehog"]}
    assert hand.event(2, hand_of("hedgehog*2")) == Event(2, "exchange", aside, (2,))
    hand.apply(3, MICE)
    seen = [(view.given, view.received) for view in map(hand.observation, (0, 1, 3, None))]
    assert seen == [(0, MICE), (0, 0), (MICE, 0), (0, 0)]
    assert hand.observation(None).has_passed == (False, False, False, True, False)


@pytest.mark.rule("FZ-R11", "FZ-28", "FZ-30")
def test_cards_laid_aside_stay_hidden_and_count_as_taken() -> None:
    hand = five(solo_hand=hand_of("lion*2", "hedgehog"))
    hand.apply(2, hand_of("lion", "hedgehog"))
    assert hand.observation(2).laid_aside == hand_of("lion", "hedgehog")
    assert [hand.observation(seat).laid_aside for seat in (0, 1, 3, 4, None)] == [0] * 5
    assert (hand.observation(2).given, hand.observation(0).piles) == (0, (0,) * 5)
    for seat, cards in ((3, MICE), (0, LIONS), (4, SEALS), (1, FISH)):
        hand.apply(seat, cards)
    while not hand.is_over():
        seat = hand.acting_seats()[0]
        hand.apply(seat, hand.legal_actions(seat)[0])
    record = hand.record()
    assert record.solo == 2
    assert record.lions_taken is not None
    assert record.hedgehog is not None
    pile = hand.piles[2]
    assert record.lions_taken[2] == 1 + (pile >> 16 & 7)
    assert record.hedgehog[2]
