"""Find a game by its slug."""

from collections.abc import Mapping
from types import MappingProxyType

from games.animal_poker import ANIMAL_POKER
from games.base import Game, PlayableGame
from games.franks_zoo import FRANKS_ZOO
from games.score_sheet import SCORE_SHEET
from games.zop_zoo import ZOP_ZOO

_GAMES: Mapping[str, PlayableGame] = MappingProxyType(
    {game.slug: game for game in (FRANKS_ZOO, ZOP_ZOO, ANIMAL_POKER)}
)


class UnknownGameError(LookupError):
    """No game has this slug."""

    def __init__(self, slug: str) -> None:
        super().__init__(f"There is no game {slug!r}.")
        self.slug = slug


def game(slug: str) -> PlayableGame:
    """Return the game with this slug; raises UnknownGameError."""
    try:
        return _GAMES[slug]
    except KeyError:
        raise UnknownGameError(slug) from None


def games() -> tuple[PlayableGame, ...]:
    """Return every game that is played here, in the order in which screens list them."""
    return tuple(_GAMES.values())


def scored_games() -> tuple[Game, ...]:
    """Return every game whose matches can be scored: those, and any that a score sheet describes.

    No screen lists games by score sheet: a sheet is a game of its own there.
    """
    return (*games(), SCORE_SHEET)
