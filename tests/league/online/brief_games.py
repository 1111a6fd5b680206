"""The games of the site, with bots that think briefly of each move."""

from dataclasses import replace

from games.bots.search import Budget
from league.core.games import SiteGame, site_game


def _brief(slug: str) -> SiteGame:
    game = site_game(slug)
    assert game.online is not None
    return replace(game, online=replace(game.online, budget=Budget(playouts=20)))


FRANKS_ZOO = _brief("franks-zoo")
ZOP_ZOO = _brief("zop-zoo")
ANIMAL_POKER = _brief("animal-poker")
BRIEF_GAMES = [
    f"tests.league.online.brief_games.{name}" for name in ("FRANKS_ZOO", "ZOP_ZOO", "ANIMAL_POKER")
]
