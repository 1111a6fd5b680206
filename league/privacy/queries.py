"""What the pages about keeping ask for."""

from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise

from league.clubs.models import Club, Player
from league.clubs.queries import Visitor, players_managed_by
from league.privacy.keeping.kinds import FOR_EVER, KINDS, OF_CLUBS
from league.privacy.keeping.services import days_chosen


class Kept(NamedTuple):
    """A kind of thing, for how many days it is kept (None: for ever), and who chooses that."""

    title: str | Promise
    days: int | None
    is_of_club: bool


def what_is_kept(club: Club | None = None) -> list[Kept]:
    """Return how long everything is kept: in a club, or where clubs do not say otherwise."""
    chosen = days_chosen(club.pk) if club else {}
    days = {kind.slug: chosen.get(kind.slug, kind.default) for kind in KINDS}
    return [
        Kept(
            kind.title,
            days[kind.slug] if days[kind.slug] != FOR_EVER else None,
            kind in OF_CLUBS,
        )
        for kind in KINDS
    ]


def players_told_through(user: Visitor) -> QuerySet[Player]:
    """Return the players whose file organisers take, as they have no account to ask with."""
    return players_managed_by(user).filter(user=None)
