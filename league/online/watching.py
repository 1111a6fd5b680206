"""Who watches at a table: the names of those who want it so, of all others how many they are."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from league.clubs.models import Player, User
from league.online.models import OnlineTable, Watcher

# A page that was not heard of for so long is closed; a hidden one is not heard of at all.
SEEN_FOR = timedelta(minutes=10)
# How often it is written down that somebody still watches.
NOTED_EVERY = timedelta(minutes=1)


class Watching(NamedTuple):
    """Who watches: `names` in their order, and how many `others`."""

    names: tuple[str, ...] = ()
    others: int = 0


NOBODY = Watching()


def watching_at(table: OnlineTable, now: datetime) -> Watching:
    """Return who watches a table; nobody does where nobody may."""
    if table.watch_delay is None:
        return NOBODY
    here = Watcher.objects.filter(table=table, seen_at__gt=now - SEEN_FOR).select_related("user")
    watchers = list(here.order_by("pk"))
    named = [each.user for each in watchers if each.is_named and each.user is not None]
    return Watching(_names_of(named, table), len(watchers) - len(named))


def _names_of(users: Sequence[User], table: OnlineTable) -> tuple[str, ...]:
    """Return by what names people watch: at a table of a club as its players."""
    known = {user.pk: user.name for user in users}
    if users and table.table is not None:
        club = table.table.round.stage.competition.club_id
        players = Player.objects.filter(club=club, user__in=users)
        known |= dict(players.values_list("user", "name"))
    return tuple(known[user.pk] for user in users)
