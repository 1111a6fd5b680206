"""Random play in the card games of other libraries, to be measured beside ours where installed.

Nothing here is needed to play, and nothing is imported before it is measured.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.commands.choices import seeded


def peers(hands: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the name of each measure, and its work: play so many hands, return the decisions."""
    if find_spec("pyspiel"):
        yield "peer/open_spiel-hearts", OpenSpielGame("hearts", hands).play
    if find_spec("rlcard"):
        yield "peer/rlcard-uno", RlcardGame("uno", "legal_actions", hands).play
        yield "peer/rlcard-doudizhu", RlcardGame("doudizhu", "actions", hands).play


class OpenSpielGame:
    """Play a game of OpenSpiel from hands dealt beforehand, as our own `unchecked` does."""

    def __init__(self, name: str, hands: int) -> None:
        self.name = name
        self.hands = hands
        self.rng = seeded(1)

    @cached_property
    def deals(self) -> list[Any]:
        """States after the deal, which OpenSpiel makes card by card."""
        game = import_module("pyspiel").load_game(self.name)
        return [self._deal(game.new_initial_state()) for _ in range(self.hands)]

    def _deal(self, state: Any) -> Any:
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[self.rng.randrange(len(outcomes))][0])
        return state

    def play(self) -> int:
        """Play copies of the deals, any legal action as likely; return the decisions."""
        return sum(self._play(deal.clone()) for deal in self.deals)

    def _play(self, state: Any) -> int:
        chance, decisions = self.rng.random, 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions


class RlcardGame:
    """Play a game of RLCard without its environment, which would encode each state for learning.

    `listed` is where its states list the legal actions. Dealing is included, as a hand that has
    been dealt cannot be kept.
    """

    def __init__(self, name: str, listed: str, hands: int) -> None:
        self.name = name
        self.listed = listed
        self.hands = hands
        self.rng = seeded(1)

    @cached_property
    def game(self) -> Any:
        """The game itself."""
        return import_module("rlcard").make(self.name, config={"seed": 1}).game

    def play(self) -> int:
        """Deal and play hands, any legal action as likely; return the decisions."""
        return sum(self._play() for _ in range(self.hands))

    def _play(self) -> int:
        game, chance, decisions = self.game, self.rng.random, 0
        state, _ = game.init_game()
        while not game.is_over():
            actions = state[self.listed]
            state, _ = game.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions
