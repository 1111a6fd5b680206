"""The engine and the naive oracle must agree where the cards lie as they seldom do.

A twentieth of `FRANKS_ZOO_HANDS` is played with each of these deals.
"""

import os
import random
from collections import Counter

import pytest

from games.base import Action
from games.franks_zoo.cards import pack
from games.franks_zoo.play import FranksZooHand
from tests.games.franks_zoo.beside_oracle import Choose, play_beside
from tests.games.franks_zoo.hands import KINDS, plain, setup_of
from tests.oracles import franks_zoo_play as oracle
from tests.oracles.franks_zoo_rare import RARE, hands_to_end_at_once, rare_hands, seen_in
from tests.portions import portions

HANDS = int(os.environ.get("FRANKS_ZOO_HANDS", "1200")) // 20


def choose_by(worth: dict[str, int]) -> Choose:
    """Prefer actions with the cards worth most, or with most cards; one in four is any action.

    What is worth least is given away in the exchange.
    """

    def worth_of(action: oracle.Action) -> tuple[int, int]:
        cards = sum(worth.get(card, 0) for card in action.cards)
        return -cards if action.kind == "exchange" else cards, len(action.cards)

    def choose(hand: FranksZooHand, rng: random.Random) -> tuple[int, Action]:
        seat = rng.choice(hand.acting_seats())
        legal = hand.legal_actions(seat)
        if rng.random() < 0.25:
            return seat, rng.choice(legal)
        worths = [worth_of(plain(hand.action_as_json(seat, action))) for action in legal]
        best = [action for action, of in zip(legal, worths, strict=True) if of == max(worths)]
        return seat, rng.choice(best)

    return choose


LAY_HELPERS = choose_by({"joker": 4, "mosquito": 3, "elephant": 2, "mouse": 2, "seal": 1})
KEEP_JOKER = choose_by({"joker": -4})
WITH_TEAMS = [kind for kind in KINDS if setup_of(kind).teams]


def deal(name: str, number: int, rng: random.Random) -> FranksZooHand:
    """Begin a hand with such cards, of all kinds in turn."""
    kinds = WITH_TEAMS if RARE[name].teams else KINDS
    kind = kinds[number % len(kinds)]
    setup = setup_of(kind, rng.randrange(kind.seats))
    hands = rare_hands(
        RARE[name],
        dealer=setup.dealer,
        leader=setup.leader,
        seats=setup.seats,
        teams=[list(team) for team in setup.teams],
        rng=rng,
    )
    return FranksZooHand(setup, [pack(cards) for cards in hands])


def play_and_count(hand: FranksZooHand, rng: random.Random, seen: Counter[str]) -> None:
    """Play a hand with both, in one way or the other, and count what is rare."""

    def watch(naive: oracle.Hand, seat: int, action: oracle.Action) -> None:
        seen.update(seen_in(naive, seat, action))

    play_beside(hand, rng.choice([LAY_HELPERS, KEEP_JOKER]), rng, watch)


@pytest.mark.rule("FZ-04", "FZ-05", "FZ-R6", "FZ-R7", "FZ-R13")
@pytest.mark.parametrize("numbers", portions(len(KINDS), HANDS))
@pytest.mark.parametrize("name", RARE)
def test_rare_deal_goes_as_the_oracle_says(name: str, numbers: range) -> None:
    seen: Counter[str] = Counter()
    for number in numbers:
        rng = random.Random(f"{name} {number}")
        play_and_count(deal(name, number, rng), rng, seen)
    assert [event for event in RARE[name].brings if not seen[event]] == []


@pytest.mark.rule("FZ-R17", "FZ-R18", "FZ-13")
@pytest.mark.parametrize("numbers", portions(20, HANDS))
def test_two_partners_who_go_out_last_and_together_end_it_as_the_oracle_says(
    numbers: range,
) -> None:
    kinds = [kind for kind in WITH_TEAMS if kind.seats == 4]
    seen: Counter[str] = Counter()
    for number in numbers:
        rng = random.Random(f"together {number}")
        setup = setup_of(kinds[number % len(kinds)], rng.randrange(4))
        hands = hands_to_end_at_once(setup.leader, [list(team) for team in setup.teams])
        play_and_count(FranksZooHand(setup, [pack(cards) for cards in hands]), rng, seen)
    assert seen["a joint set empties both hands"] > 0
    assert seen["a set leaves nobody with cards"] > 0
