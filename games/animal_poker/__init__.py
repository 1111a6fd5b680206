"""Animal Poker by Sam Hopkins, for 3-6 players."""

from games.animal_poker.game import ANIMAL_POKER

__all__ = ["ANIMAL_POKER"]
