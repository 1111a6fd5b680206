"""Cuckoo, an old card game in the public domain: the example of docs/adding-a-game.md.

The modules are those of a game in `games/`, but for `on_site`, which holds what a site says of it
and in a game of the site lies in `league/`. `places` lists where a game is entered.
"""

from tests.examples.cuckoo.game import CUCKOO

__all__ = ["CUCKOO"]
