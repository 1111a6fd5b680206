"""Play a hand of ZOP ZOO in the engine and in the oracle, and compare them at every step."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.zop_zoo.play import ZopZooState
from tests.oracles.zop_zoo_play import Hand

JsonObject = dict[str, Any]
Choose = Callable[[Hand, Sequence[JsonObject], random.Random], JsonObject]
Watch = Callable[[Hand, JsonObject], None]
"""Is told each action that is about to be carried out."""


def at_random(hand: Hand, legal: Sequence[JsonObject], rng: random.Random) -> JsonObject:
    return rng.choice(legal)


def play_beside(
    state: ZopZooState,
    hand: Hand,
    rng: random.Random,
    choose: Choose = at_random,
    watch: Watch | None = None,
) -> None:
    """Play a hand to its end with both, and compare them at every step."""
    seats = range(state.setup.seats)
    while not state.is_over():
        legal = compare(state, hand, rng.choice([None, *seats]))
        action = choose(hand, legal, rng)
        if watch:
            watch(hand, action)
        state.apply(state.turn, state.read_action(state.turn, action))
        hand.apply(action)
    compare(state, hand, None)
    assert state.record().as_json() == hand.record()


def compare(state: ZopZooState, hand: Hand, seat: int | None) -> list[JsonObject]:
    """Compare what a seat sees and what may be done; return that."""
    expected = hand.seen_by(seat)
    seen = view_of(state, seat)
    assert {name: seen[name] for name in expected} == expected
    legal: list[JsonObject] = [
        dict(state.action_as_json(hand.turn, action)) for action in state.legal_actions(hand.turn)
    ]
    assert by_words(legal) == by_words(hand.legal())
    assert seen["legal_actions"] == (legal if seat == hand.turn else [])
    return legal


def by_words(actions: list[JsonObject]) -> list[str]:
    return sorted(str(sorted(action.items(), key=str)) for action in actions)


def view_of(state: ZopZooState, seat: int | None) -> JsonObject:
    """Reduce what a seat sees to what the oracle knows, in no order where there is none."""
    seen: JsonObject = dict(state.observation(seat).as_json())
    seen["rows"] = [
        sorted((card["card"], card["cover"], card["points"]) for card in row)
        for row in seen["rows"]
    ]
    seen["bonuses"] = [sorted(bonuses) for bonuses in seen["bonuses"]]
    seen["used"] = sorted(seen["used"])
    return seen
