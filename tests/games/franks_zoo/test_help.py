"""Asking for help. In these hands seat 0 is the senior of junior 2, and 1 of 3."""

import pytest

from games.franks_zoo.actions import ASK, DECLINE, PASS
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.sets import reading_of
from tests.games.franks_zoo.hands import hand_of, play, refusal, table_of

TEAMS = ((0, 2), (1, 3))
FISH, MOUSE, LION, JOKER, WHALE = (
    hand_of(animal) for animal in ("fish", "mouse", "lion", "joker", "whale")
)
SEAL, FOX, PERCH, MOSQUITO, ELEPHANT = (
    hand_of(animal) for animal in ("seal", "fox", "perch", "mosquito", "elephant")
)


def two_fish_stand(
    senior: int = 3 * WHALE, junior: int = hand_of("whale*2", "seal", "lion"), **others: int
) -> FranksZooHand:
    """Let seat 1 lead two fish; it is the turn of junior 2, whose senior 0 comes last."""
    leads = others.get("leads", hand_of("fish*2", "mouse"))
    follows = others.get("follows", hand_of("fox*3"))
    return play(table_of(senior, leads, junior, follows, teams=TEAMS, leader=1), 2 * FISH)


def asks(hand: FranksZooHand) -> set[int]:
    """Return the cards that whoever is to act may lay and ask with."""
    return {action - ASK for action in hand.legal_actions(hand.acting[0]) if action >= ASK}


@pytest.mark.rule("FZ-24", "FZ-26")
def test_set_that_the_senior_completes_is_the_juniors_play() -> None:
    hand = play(two_fish_stand(), ASK + SEAL)
    assert hand.acting_seats() == (0,)
    assert hand.legal_actions(0) == (DECLINE,)
    hand = play(two_fish_stand(senior=hand_of("seal", "whale")), ASK + SEAL)
    assert set(hand.legal_actions(0)) == {DECLINE, SEAL}
    play(hand, SEAL)
    assert (hand.standing, hand.owner) == (reading_of("seal", 2), 2)
    assert hand.hands == [WHALE, MOUSE, hand_of("whale*2", "lion"), 3 * FOX]
    play(hand, PASS, PASS, PASS)
    assert hand.piles == [0, 0, 2 * FISH + 2 * SEAL, 0]
    assert hand.acting_seats() == (2,)


@pytest.mark.rule("FZ-25", "FZ-R15")
def test_declined_junior_has_passed_and_everybody_knows_the_cards() -> None:
    hand = play(two_fish_stand(), ASK + SEAL, DECLINE)
    assert hand.acting_seats() == (3,)
    assert (hand.standing, hand.owner, hand.table) == (reading_of("fish", 2), 1, 2 * FISH)
    assert hand.hands[2] == hand_of("whale*2", "seal", "lion")
    assert hand.observation(None).shown == (0, 0, SEAL, 0)


@pytest.mark.rule("FZ-R15")
def test_cards_shown_are_forgotten_once_they_may_have_been_played() -> None:
    hand = play(two_fish_stand(senior=hand_of("seal*2", "lion")), ASK + WHALE, DECLINE)
    assert hand.shown[2] == WHALE
    play(hand, PASS, 2 * SEAL, PASS, 2 * WHALE)
    assert hand.shown == [0, 0, 0, 0]


@pytest.mark.rule("FZ-R15")
def test_junior_may_ask_again_on_a_later_turn() -> None:
    hand = play(two_fish_stand(senior=hand_of("seal*2", "lion")), ASK + SEAL, DECLINE, PASS)
    play(hand, 2 * SEAL, PASS)
    assert ASK + WHALE in hand.legal_actions(2)


@pytest.mark.rule("FZ-R13")
def test_junior_may_lay_helpers_alone_but_never_the_whole_set() -> None:
    junior = hand_of("joker", "mosquito", "seal*2")
    assert asks(two_fish_stand(junior=junior)) == {SEAL, JOKER}
    hand = table_of(
        hand_of("elephant*2"), hand_of("lion*2", "fish"), junior, 3 * FOX, teams=TEAMS, leader=1
    )
    play(hand, 2 * LION)
    assert asks(hand) == {JOKER, MOSQUITO}
    play(hand, ASK + MOSQUITO)
    assert set(hand.legal_actions(0)) == {DECLINE, ELEPHANT}


@pytest.mark.rule("FZ-05", "FZ-R13")
def test_joint_set_has_one_mosquito_at_most() -> None:
    hand = table_of(
        hand_of("elephant*2", "mosquito"),
        hand_of("lion*3", "fish"),
        hand_of("mosquito", "joker", "fish"),
        3 * FOX,
        teams=TEAMS,
        leader=1,
    )
    play(hand, 3 * LION, ASK + MOSQUITO)
    assert set(hand.legal_actions(0)) == {DECLINE, 2 * ELEPHANT}
    assert refusal(hand, ELEPHANT + MOSQUITO) == ("does_not_complete", "FZ-24")
    assert refusal(hand, 3 * ELEPHANT) == ("not_in_hand", "FZ-06")


@pytest.mark.rule("FZ-24", "FZ-R14")
def test_asking_is_refused_with_its_reason() -> None:
    hand = two_fish_stand()
    assert refusal(hand, ASK + MOUSE) == ("not_in_hand", "FZ-06")
    assert refusal(hand, ASK + LION) == ("not_part_of_a_set", "FZ-R13")
    assert refusal(hand, ASK + 2 * WHALE) == ("not_part_of_a_set", "FZ-R13")
    assert refusal(hand, ASK) == ("not_part_of_a_set", "FZ-R13")
    play(hand, PASS, PASS)
    assert refusal(hand, ASK + WHALE) == ("not_a_junior", "FZ-24")
    leading = table_of(LION, LION, 2 * FISH, LION, teams=TEAMS, leader=2)
    assert refusal(leading, ASK + FISH) == ("ask_when_leading", "FZ-R14")
    assert asks(leading) == set()
    alone = play(table_of(WHALE, FISH, 2 * WHALE, 2 * LION, teams=TEAMS), WHALE, PASS)
    assert refusal(alone, ASK + WHALE) == ("senior_is_out", "FZ-R14")
    assert asks(alone) == set()


@pytest.mark.rule("FZ-R14")
def test_set_to_beat_may_be_the_seniors_own() -> None:
    hand = table_of(
        hand_of("fish*2", "lion*2"), LION, hand_of("fish*2", "fox"), LION, teams=TEAMS, leader=0
    )
    play(hand, 2 * FISH, PASS)
    assert asks(hand) == {FISH, 2 * FISH}


@pytest.mark.rule("FZ-R16")
def test_only_what_everybody_knows_and_the_own_hand_rule_out_an_asking() -> None:
    five_whales = hand_of("whale*5", "lion")
    assert asks(two_fish_stand(junior=five_whales)) == {WHALE}  # the joker may be there
    with_joker = hand_of("whale*5", "joker", "lion")
    assert asks(two_fish_stand(junior=with_joker)) == {JOKER}  # with one of three other animals
    one_card = two_fish_stand(senior=LION, junior=hand_of("fish*2", "seal"))
    assert asks(one_card) == {SEAL, 2 * FISH}
    assert refusal(one_card, ASK + FISH) == ("cannot_be_completed", "FZ-R16")


@pytest.mark.rule("FZ-R16", "FZ-R15")
def test_cards_that_another_has_shown_cannot_be_the_seniors() -> None:
    hand = two_fish_stand(junior=hand_of("seal*4", "lion"), follows=hand_of("seal", "joker", "fox"))
    assert asks(hand) == {SEAL}
    hand.shown[3] = SEAL
    hand.shown_in_all = SEAL
    assert asks(hand) == {SEAL}  # with the joker still
    hand.shown[3] = hand.shown_in_all = SEAL + JOKER
    assert asks(hand) == set()


@pytest.mark.rule("FZ-R16")
def test_asking_is_judged_alike_whatever_the_senior_holds() -> None:
    junior = hand_of("whale", "crocodile", "perch", "fish", "joker")
    hands = [
        two_fish_stand(senior=3 * hand_of(animal), junior=junior)
        for animal in ("lion", "whale", "mosquito", "hedgehog", "elephant")
    ]
    assert len({tuple(hand.legal_actions(2)) for hand in hands}) == 1
    for laid in (LION, FISH, MOUSE, 2 * FISH, JOKER, PERCH + JOKER):
        assert len({hand.check(2, ASK + laid) for hand in hands}) == 1


@pytest.mark.rule("FZ-R17")
def test_joint_set_that_empties_both_hands_places_the_junior_first() -> None:
    hand = two_fish_stand(senior=WHALE, junior=WHALE)
    play(hand, ASK + WHALE, WHALE)
    assert hand.finish == [2, 0]
    assert (hand.acting_seats(), hand.owner) == ((3,), 2)


@pytest.mark.rule("FZ-R17")
def test_senior_who_goes_out_by_helping_has_finished_and_play_goes_on_left_of_the_junior() -> None:
    hand = play(two_fish_stand(senior=WHALE), ASK + WHALE, WHALE)
    assert hand.finish == [0]
    assert hand.acting_seats() == (3,)
    play(hand, PASS, PASS)
    assert hand.acting_seats() == (2,)


@pytest.mark.rule("FZ-R18", "FZ-R17")
def test_play_that_leaves_nobody_with_cards_puts_the_senior_last() -> None:
    hand = table_of(WHALE, hand_of("fish*2", "seal"), WHALE, MOUSE, teams=TEAMS, leader=3)
    play(hand, MOUSE, PASS, SEAL, PASS, PASS, 2 * FISH)
    assert hand.finish == [3, 1]
    play(hand, ASK + WHALE, WHALE)
    record = hand.record()
    assert record.finish == (3, 1, 2, 0)
    assert record.lions_in_hand == 0
    assert hand.hands == [0, 0, 0, 0]


def test_senior_alone_may_answer() -> None:
    hand = play(two_fish_stand(), ASK + SEAL)
    assert refusal(hand, PASS, seat=2) == ("not_now", "FZ-24")
    assert [hand.legal_actions(seat) for seat in (1, 2, 3)] == [(), (), ()]
