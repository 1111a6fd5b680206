"""The player of Animal Poker that takes everybody else to play at random."""

from games.base import Action, Observation, Rng
from games.bots.animal_poker.prospects import expected_coins, own_view, random_tables

TABLES = 8


def choose_greedily(view: Observation, rng: Rng) -> Action:
    """Submit what brings most against random submissions of all others."""
    own, seat = own_view(view)
    tables = random_tables(own, own.legal_actions, TABLES, rng)
    coins = expected_coins(own, seat, tables)
    return coins.index(max(coins))
