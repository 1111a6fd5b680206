"""Say which facts about a player are for whom; pages, files, answers and pictures ask here.

Everybody reads the player's `name`, a pseudonym if one is wanted: what shows no more than names has
nothing to leave out.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, Final

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, is_organiser


class Audience(IntEnum):
    """Who reads about a player; each reads what is for those below too."""

    EVERYBODY = 0
    CONFIDANTS = 1
    """The player, and who organises the club."""
    NOBODY = 2


FACTS: Final[Mapping[str, Audience]] = {
    "id": Audience.EVERYBODY,
    "club": Audience.EVERYBODY,
    "name": Audience.EVERYBODY,
    "role": Audience.EVERYBODY,
    "created_at": Audience.EVERYBODY,
    "left_at": Audience.EVERYBODY,
    "real_name": Audience.CONFIDANTS,
    "contact_email": Audience.CONFIDANTS,
    "address": Audience.CONFIDANTS,
    "user": Audience.NOBODY,
}
"""For whom each fact is: every field of a player, and what is put together of several."""


def audience_in(user: Visitor, club: Club) -> Audience:
    """Return as who a visitor reads about all players of a club."""
    return Audience.CONFIDANTS if is_organiser(user, club) else Audience.EVERYBODY


def audience_of(user: Visitor, player: Player) -> Audience:
    """Return as who a visitor reads about one player, who came with the club."""
    if user.pk and player.user_id == user.pk:
        return Audience.CONFIDANTS
    return audience_in(user, player.club)


def facts_for(audience: Audience) -> Iterator[str]:
    """Yield the facts that somebody may read."""
    return (fact for fact, for_whom in FACTS.items() if for_whom <= audience)


def tell(player: Player, audience: Audience) -> dict[str, Any]:
    """Return what somebody may read about a player, who came with user and club."""
    return {fact: getattr(player, fact) for fact in facts_for(audience)}


def name_for(player: Player, audience: Audience) -> str:
    """Return what a player is called by those who may know the real name."""
    return (player.real_name if "real_name" in facts_for(audience) else "") or player.name
