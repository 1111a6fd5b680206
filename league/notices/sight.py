"""Ask whether somebody may still see what a notice is about, at the moment it goes out.

A notice names its subject as `kind:id`, for example `competition:12`. The app that keeps such
things says once who may see them:

    sight.register("competition", is_competition_seen_by_player, competitions_not_listed)

and with it which of them a visitor is not shown in a club's feed.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor

MaySee = Callable[[Player, int], bool]
"""Whether a player, read with user and club, may see the thing of an id, if it is there."""

NotListed = Callable[[Club, Visitor, str], QuerySet[Any]]
"""The things of a club that are not listed for a visitor who shows this link for screens."""
LONGEST_ID = 18

_rules: dict[str, MaySee] = {}
_not_listed: dict[str, NotListed] = {}


def register(kind: str, may_see: MaySee, not_listed: NotListed) -> None:
    """Say who may see the things of a kind, and for whom they are not listed."""
    _rules[kind] = may_see
    _not_listed[kind] = not_listed


def is_about_hidden(club: Club, user: Visitor, key: str) -> Q:
    """Return the condition that something of a club is about what is not listed for a visitor."""
    hidden = Q(pk__in=())
    for kind, not_listed in _not_listed.items():
        name = Concat(Value(f"{kind}:"), Cast("pk", CharField()))
        things = not_listed(club, user, key).order_by()
        hidden |= Q(about__in=things.annotate(thing=name).values("thing"))
    return hidden


def name_of(kind: str, pk: int) -> str:
    """Return the name of a thing."""
    return f"{kind}:{pk}"


def is_name(about: str) -> bool:
    """Say whether a text names a thing of a kind that there is."""
    kind, _, pk = about.partition(":")
    return kind in _rules and pk.isascii() and pk.isdecimal() and len(pk) <= LONGEST_ID


def is_seen_by(player: Player, about: str) -> bool:
    """Say whether a player may see a thing, given its name; what has no name is seen by all."""
    if not about:
        return True
    kind, _, pk = about.partition(":")
    return _rules[kind](player, int(pk))
