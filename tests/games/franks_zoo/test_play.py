import pytest

from games.franks_zoo.actions import PASS
from games.franks_zoo.cards import count
from games.franks_zoo.options import FinalTrick
from games.franks_zoo.sets import reading_of
from games.refusals import HandNotOverError
from tests.games.franks_zoo.hands import KINDS, Kind, hand_of, play, refusal, setup_of, table_of

FISH, MOUSE, LION, JOKER, WHALE = (
    hand_of(animal) for animal in ("fish", "mouse", "lion", "joker", "whale")
)
SEAL, FOX, PERCH = hand_of("seal"), hand_of("fox"), hand_of("perch")


@pytest.mark.rule("FZ-07", "FZ-33")
def test_leader_plays_any_set_and_may_not_pass() -> None:
    hand = table_of(hand_of("fish*2", "joker", "lion"), LION, LION)
    assert sorted(hand.legal_actions(0)) == sorted(
        hand_of(*cards)
        for cards in (
            ["fish"],
            ["fish*2"],
            ["fish", "joker"],
            ["fish*2", "joker"],
            ["lion"],
            ["lion", "joker"],
        )
    )
    assert refusal(hand, PASS) == ("leader_must_play", "FZ-07")


@pytest.mark.parametrize(("kind"), [kind for kind in KINDS if kind.number == 1], ids=str)
@pytest.mark.rule("FZ-07")
def test_first_hand_is_led_left_of_the_dealer(kind: Kind) -> None:
    assert setup_of(kind, dealer=kind.seats - 1).leader == 0


@pytest.mark.rule("FZ-04", "FZ-05", "FZ-06", "FZ-08")
def test_play_is_refused_with_its_reason() -> None:
    hand = table_of(hand_of("fish", "perch", "elephant", "mosquito*2", "joker"), FISH, LION)
    assert refusal(hand, LION) == ("not_in_hand", "FZ-06")
    assert refusal(hand, -1) == ("not_in_hand", "FZ-06")
    assert refusal(hand, JOKER) == ("not_a_set", "FZ-04")
    assert refusal(hand, hand_of("fish", "perch")) == ("not_a_set", "FZ-04")
    assert refusal(hand, hand_of("fish", "mosquito")) == ("not_a_set", "FZ-04")
    assert refusal(hand, hand_of("elephant", "mosquito*2")) == ("not_a_set", "FZ-05")
    play(hand, PERCH)
    assert refusal(hand, FISH) == ("does_not_beat", "FZ-08")
    assert refusal(hand, FISH, seat=2) == ("not_now", "FZ-08")


@pytest.mark.rule("FZ-08")
def test_set_is_beaten_by_as_many_that_outrank_it_or_by_one_more() -> None:
    hand = table_of(
        hand_of("fish*2", "lion"), hand_of("perch*2", "fish*3", "whale", "seal*3"), LION
    )
    play(hand, 2 * FISH)
    assert set(hand.legal_actions(1)) == {PASS, 2 * PERCH, 2 * SEAL, 3 * FISH}


@pytest.mark.rule("FZ-09", "FZ-10")
def test_player_who_passed_may_come_in_again_until_the_trick_comes_round() -> None:
    hand = table_of(hand_of("fish", "lion"), hand_of("perch", "lion"), hand_of("seal", "lion"))
    play(hand, FISH, PASS, SEAL, PASS)
    assert hand.acting_seats() == (1,)
    assert hand.legal_actions(1) == (PASS,)
    play(hand, PASS)
    assert (hand.acting_seats(), hand.standing, hand.table) == ((2,), 0, 0)
    assert hand.piles == [0, 0, FISH + SEAL]


@pytest.mark.rule("FZ-10")
def test_owner_whom_nobody_beats_takes_the_trick_and_leads() -> None:
    hand = play(table_of(hand_of("fish", "lion"), 2 * LION, 2 * LION), FISH, PASS, PASS)
    assert hand.acting_seats() == (0,)
    assert hand.legal_actions(0) == (LION,)
    assert hand.piles == [FISH, 0, 0]


@pytest.mark.rule("FZ-11", "FZ-12", "FZ-R7")
def test_set_of_a_player_who_went_out_still_stands_and_wins() -> None:
    hand = play(table_of(WHALE, 2 * LION, 2 * FISH, 2 * FOX), WHALE)
    assert hand.finish == [0]
    assert hand.standing == reading_of("whale", 1)
    play(hand, PASS, PASS, PASS)
    assert hand.piles == [WHALE, 0, 0, 0]
    assert (hand.acting_seats(), hand.standing) == ((1,), 0)


@pytest.mark.rule("FZ-12")
def test_next_to_the_left_with_cards_leads_for_an_owner_without() -> None:
    hand = play(table_of(FISH, PERCH, hand_of("lion*2"), 2 * FOX, leader=0), FISH, PERCH)
    assert hand.finish == [0, 1]
    play(hand, PASS, PASS)
    assert hand.piles[1] == FISH + PERCH
    assert hand.acting_seats() == (2,)


@pytest.mark.rule("FZ-13", "FZ-R5", "FZ-28", "FZ-R8")
@pytest.mark.parametrize(("final_trick", "taken"), [("owner", (0, 2, 0)), ("nobody", (0, 0, 0))])
def test_last_trick_goes_to_its_owner_or_to_nobody(
    final_trick: FinalTrick, taken: tuple[int, ...]
) -> None:
    hand = table_of(WHALE, hand_of("lion*2", "joker"), 2 * FISH, final_trick=final_trick)
    play(hand, WHALE, PASS, PASS, hand_of("lion*2", "joker"))
    record = hand.record()
    assert record.finish == (0, 1, 2)
    assert record.lions_taken == taken
    assert record.lions_in_hand == 0
    assert record.hedgehog == (False, False, False)


@pytest.mark.rule("FZ-29", "FZ-30")
def test_record_counts_the_lions_left_in_hand_and_who_took_a_hedgehog() -> None:
    hand = table_of(hand_of("hedgehog", "whale"), SEAL, 2 * LION)
    play(hand, hand_of("hedgehog"), PASS, PASS, WHALE, PASS, PASS, SEAL)
    record = hand.record()
    assert (record.finish, record.lions_in_hand) == ((0, 1, 2), 2)
    assert record.hedgehog == (True, False, False)


@pytest.mark.rule("FZ-R6")
def test_leader_with_nothing_but_the_joker_passes_the_lead_to_the_left() -> None:
    hand = table_of(JOKER, 2 * FISH, 2 * LION)
    assert hand.legal_actions(0) == (PASS,)
    play(hand, PASS)
    assert (hand.acting_seats(), hand.standing) == ((1,), 0)
    assert hand.shown == [JOKER, 0, 0]
    assert hand.legal_actions(1) == (FISH, 2 * FISH)


def test_record_of_a_hand_that_goes_on_is_refused() -> None:
    with pytest.raises(HandNotOverError):
        table_of(FISH, FISH, FISH).record()


@pytest.mark.rule("FZ-06")
def test_sizes_are_public_and_hands_are_not() -> None:
    hand = table_of(hand_of("fish*2", "lion"), hand_of("perch*2"), LION)
    view = hand.observation(None)
    assert (view.sizes, view.hand, view.legal_actions) == ((3, 2, 1), 0, ())
    assert hand.observation(1).hand == hand_of("perch*2")
    assert hand.observation(1).legal_actions == ()
    assert count(hand.observation(0).hand) == 3


@pytest.mark.rule("FZ-13")
def test_nobody_acts_after_the_end() -> None:
    hand = play(table_of(WHALE, SEAL, FISH, final_trick="owner"), WHALE, PASS, PASS, SEAL)
    assert hand.is_over()
    assert (hand.acting_seats(), hand.finish) == ((), [0, 1, 2])
    assert refusal(hand, PASS, seat=2) == ("hand_over", "FZ-13")
    assert hand.legal_actions(2) == ()
