"""The games of the site: one `SiteGame` each, listed in the setting SITE_GAMES.

`site_game(slug)` finds one. What it holds is described beside this module; the games themselves
are in league/site_games.
"""

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from games.registry import UnknownGameError
from league.core.games.demo import DemoPart
from league.core.games.online import OnlinePart
from league.core.games.site_game import SiteGame

__all__ = [
    "SiteGame",
    "UnknownGameError",
    "demo_game",
    "game_of_rule",
    "is_played_online",
    "online_games",
    "online_part",
    "site_game",
    "site_games",
]


def site_games() -> tuple[SiteGame, ...]:
    """Return every game, in the order in which screens list them."""
    return tuple(_load(tuple(settings.SITE_GAMES)).values())


def site_game(slug: str) -> SiteGame:
    """Return the game with this slug; raises UnknownGameError."""
    game = _load(tuple(settings.SITE_GAMES)).get(slug)
    if game is None:
        raise UnknownGameError(slug)
    return game


def online_games() -> tuple[SiteGame, ...]:
    """Return every game that is played online, in the same order."""
    return tuple(game for game in site_games() if game.online)


def demo_game() -> tuple[SiteGame, DemoPart]:
    """Return the first game of which hands can be made up for show."""
    return next((game, game.demo) for game in site_games() if game.demo)


def is_played_online(slug: str) -> bool:
    """Say whether a game can be played online."""
    return site_game(slug).online is not None


def online_part(slug: str) -> OnlinePart:
    """Return how a game is played online; raises UnknownGameError for one that is not."""
    part = site_game(slug).online
    if part is None:
        raise UnknownGameError(slug)
    return part


def game_of_rule(rule: str | None) -> SiteGame | None:
    """Return the game to which a rule belongs, given the whole id of the rule."""
    return _load_rules(tuple(settings.SITE_GAMES)).get(rule)


@cache
def _load(names: tuple[str, ...]) -> Mapping[str, SiteGame]:
    """Import each game once, when one is first asked for: games import much of the site.

    Raises ImproperlyConfigured where a name is none of a game, or two games are called the same.
    """
    games: dict[str, SiteGame] = {}
    for name in names:
        try:
            game = import_string(name)
        except ImportError as error:
            text = f"SITE_GAMES: {name} cannot be imported: {error}"
            raise ImproperlyConfigured(text) from error
        if not isinstance(game, SiteGame):
            raise ImproperlyConfigured(f"SITE_GAMES: {name} is not a SiteGame.")
        if game.slug in games:
            raise ImproperlyConfigured(f"SITE_GAMES: two games are called {game.slug}.")
        games[game.slug] = game
    if not games:
        raise ImproperlyConfigured("SITE_GAMES lists no game.")
    return games


@cache
def _load_rules(names: tuple[str, ...]) -> Mapping[str | None, SiteGame]:
    return {rule: game for game in _load(names).values() for rule in game.engine.rules()}
