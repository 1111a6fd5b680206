"""What the apps above say of merges; each registers when it starts."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

from league.clubs.models import Club, Player


class Rewrite(NamedTuple):
    """A value of a row in which players stand by their ids, before and after a merge."""

    model: str
    pk: int
    field: str
    before: Any
    after: Any


Hook = TypeVar("Hook")
FindObstacles = Callable[[Player, Player], list[str]]
FindRewrites = Callable[[Player, Player], list[Rewrite]]
Lock = Callable[[Club, Collection[int]], object]
Rebuild = Callable[[Club, Collection[int]], object]

_obstacles: list[FindObstacles] = []
_rewrites: list[FindRewrites] = []
_locks: list[Lock] = []
_rebuilds: list[Rebuild] = []


def register(
    *,
    obstacles: FindObstacles | None = None,
    rewrites: FindRewrites | None = None,
    lock: Lock | None = None,
    rebuild: Rebuild | None = None,
) -> None:
    """Have these called; call it in `AppConfig.ready`.

    `obstacles(kept, gone)` returns sentences that say why the two cannot be one.
    `rewrites(kept, gone)` returns the values in which the id of `gone` stands.
    `lock(club, ids)` locks what these players took part in, `rebuild(club, ids)` works out anew
    what is derived from it, and raises versions.
    """
    _add(_obstacles, obstacles)
    _add(_rewrites, rewrites)
    _add(_locks, lock)
    _add(_rebuilds, rebuild)


def _add(kept: list[Hook], added: Hook | None) -> None:
    if added is not None and added not in kept:
        kept.append(added)


def find_obstacles(kept: Player, gone: Player) -> list[str]:
    """Return why two players cannot be one, in sentences."""
    return [sentence for find in _obstacles for sentence in find(kept, gone)]


def find_rewrites(kept: Player, gone: Player) -> list[Rewrite]:
    """Return the values in which the player who goes stands by the id."""
    return [rewrite for find in _rewrites for rewrite in find(kept, gone)]


def lock(club: Club, ids: Collection[int]) -> None:
    """Lock what these players took part in."""
    for each in _locks:
        each(club, ids)


def rebuild(club: Club, ids: Collection[int]) -> None:
    """Work out anew what is derived from what these players played."""
    for each in _rebuilds:
        each(club, ids)
