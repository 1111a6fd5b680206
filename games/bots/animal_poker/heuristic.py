"""A player of Animal Poker that expects the others to think, and does not let them read it."""

from collections.abc import Sequence

from games.base import Action, Observation, Rng
from games.bots.animal_poker.prospects import expected_coins, own_view, random_tables

FIRST_TABLES = 8
"""Tables at which everybody plays at random: they show which submissions look good at first."""
LIKELY = 40
"""How many of those the others are taken to choose from."""
SECOND_TABLES = 12
MIXED = 4
"""How many of the best answers this player chooses from."""


def choose_mixed(view: Observation, rng: Rng) -> Action:
    """Submit one of the best answers to what looks good to everybody, the better the likelier.

    The others see the same season cards, so what looks good to this seat looks good to them.
    """
    own, seat = own_view(view)
    tables = random_tables(own, own.legal_actions, FIRST_TABLES, rng)
    likely = _best(expected_coins(own, seat, tables), LIKELY)
    tables = random_tables(own, likely, SECOND_TABLES, rng)
    coins = expected_coins(own, seat, tables)
    return _drawn(_best(coins, MIXED), coins, rng)


def _best(coins: Sequence[float], many: int) -> list[Action]:
    """Return the submissions that bring most, best first."""
    return sorted(range(len(coins)), key=lambda action: -coins[action])[:many]


def _drawn(among: Sequence[Action], coins: Sequence[float], rng: Rng) -> Action:
    """Draw one, each as likely as it brings coins."""
    left = rng.random() * sum(coins[action] for action in among)
    for action in among:
        left -= coins[action]
        if left < 0:
            return action
    return among[-1]
