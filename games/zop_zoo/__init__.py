"""ZOP ZOO, for 2-8 players."""

from games.zop_zoo.game import ZOP_ZOO

__all__ = ["ZOP_ZOO"]
