"""Find a game by its slug."""

from collections.abc import Mapping
from types import MappingProxyType

from games.animal_poker import ANIMAL_POKER
from games.base import PlayableGame
from games.franks_zoo import FRANKS_ZOO
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
    """Return every game, in the order in which screens list them."""
    return tuple(_GAMES.values())
