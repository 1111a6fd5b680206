"""Ask whether somebody may still see what a notice is about, at the moment it goes out.

A notice names its subject as `kind:id`, for example `competition:12`. The app that keeps such
things says once who may see them:

    sight.register("competition", competitions_seen)               # in AppConfig.ready
"""

from collections.abc import Callable

from league.clubs.models import Player

MaySee = Callable[[Player, int], bool]
"""Whether a player, read with user and club, may see the thing of an id, if it is there."""

_rules: dict[str, MaySee] = {}


def register(kind: str, may_see: MaySee) -> None:
    """Say who may see the things of a kind."""
    _rules[kind] = may_see


def name_of(kind: str, pk: int) -> str:
    """Return the name of a thing."""
    return f"{kind}:{pk}"


def is_seen_by(player: Player, about: str) -> bool:
    """Say whether a player may see a thing, given its name; what has no name is seen by all."""
    if not about:
        return True
    kind, _, pk = about.partition(":")
    return _rules[kind](player, int(pk))
