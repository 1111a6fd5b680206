"""What ties players to the games they play in, told here by the apps above that know.

Who is tied has to be freed before becoming a spectator, so that nobody sits at a table who may not
play.
"""

from collections.abc import Callable

from league.clubs.models import Player

FindTie = Callable[[Player], str]
"""Say in words why a player cannot become a spectator now; "" where nothing is in the way."""

_finders: list[FindTie] = []


def register(find: FindTie) -> None:
    """Have this asked before somebody becomes a spectator; call it in `AppConfig.ready`."""
    if find not in _finders:
        _finders.append(find)


def find_tie(player: Player) -> str:
    """Return the first reason that there is."""
    return next(filter(None, (find(player) for find in _finders)), "")
