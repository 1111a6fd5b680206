"""Who may see what a notification or post is about, named as `competition:12`."""

from collections.abc import Iterable

from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor
from league.core.hooks import hooks

KIND = "competition"


def is_about_hidden(club: Club, user: Visitor, key: str) -> Q:
    """Return the condition for rows about what is not listed for a visitor."""
    hidden = Q(pk__in=())
    for not_listed in hooks("competitions_not_listed"):
        name = Concat(Value(f"{KIND}:"), Cast("pk", CharField()))
        things = not_listed(club, user, key).order_by()
        hidden |= Q(about__in=things.annotate(thing=name).values("thing"))
    return hidden


def name_of(kind: str, pk: int) -> str:
    """Return the name of a thing."""
    return f"{kind}:{pk}"


def is_name(about: str) -> bool:
    """Say whether a text names a thing."""
    kind, _, pk = about.partition(":")
    return kind == KIND and pk.isascii() and pk.isdecimal() and len(pk) <= 18


def visible_of(player: Player, abouts: Iterable[str]) -> set[str]:
    """Return the names of what a player may see."""
    return {about for about in abouts if is_visible_to(player, about)}


def is_visible_to(player: Player, about: str) -> bool:
    """Say whether a player, loaded with user and club, may see a thing; "" is for all."""
    if not about:
        return True
    pk = int(about.partition(":")[2])
    return all(may_see(player, pk) for may_see in hooks("competition_seen_by_player"))
