"""Fields of a player by audience; the name is for everybody."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, Final

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, is_organiser


class Audience(IntEnum):
    """Who reads about a player; each also reads what is for those before."""

    EVERYBODY = 0
    CONFIDANTS = 1  # the player and the club's organisers
    NOBODY = 2


FACTS: Final[Mapping[str, Audience]] = {
    **dict.fromkeys(("id", "club", "name", "role", "created_at", "left_at"), Audience.EVERYBODY),
    **dict.fromkeys(("real_name", "contact_email", "address"), Audience.CONFIDANTS),
    "user": Audience.NOBODY,
}


def audience_in(user: Visitor, club: Club) -> Audience:
    """Return the visitor's audience for all players of a club."""
    return Audience.CONFIDANTS if is_organiser(user, club) else Audience.EVERYBODY


def audience_of(user: Visitor, player: Player) -> Audience:
    """Return the visitor's audience for a player, loaded with club."""
    if user.pk and player.user_id == user.pk:
        return Audience.CONFIDANTS
    return audience_in(user, player.club)


def facts_for(audience: Audience) -> Iterator[str]:
    """Yield the fields an audience may read."""
    return (fact for fact, for_whom in FACTS.items() if for_whom <= audience)


def visible_facts(player: Player, audience: Audience) -> dict[str, Any]:
    """Return the fields of a player, loaded with user and club, for an audience."""
    return {fact: getattr(player, fact) for fact in facts_for(audience)}


def name_for(player: Player, audience: Audience) -> str:
    """Return the real name, else the name, of a player for an audience."""
    return (player.real_name if "real_name" in facts_for(audience) else "") or player.name
