"""The log of an online table besides its moves, and its spectators."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from league.audit.actions import Action
from league.clubs.models import Player, User
from league.competitions.writing import log_table
from league.online.models import OnlineSeat, OnlineTable, Spectator, TableEvent, TableEventType


def log_table_run(table: OnlineTable, action: Action = Action.ONLINE_TABLE_CHANGED) -> None:
    """Log an action at a table of a round in its club's audit log; other tables have no club."""
    if table.table is not None:
        log_table(action, table.table)


MOST_EVENTS = 40


def log_event(
    table: OnlineTable,
    kind: TableEventType,
    now: datetime,
    seat: OnlineSeat | None = None,
    *,
    name: str = "",
    by: str = "",
) -> TableEvent:
    """Write an event into a locked table's log; `name` if the seat has changed hands."""
    return TableEvent.objects.create(
        table=table,
        type=kind,
        seat=None if seat is None else seat.number,
        name=name or ("" if seat is None else seat.name),
        by=by,
        hand=table.hand_number,
        moves=table.moves,
        created_at=now,
    )


def table_events(table: OnlineTable) -> tuple[TableEvent, ...]:
    """Return the latest events of a table, the oldest first."""
    last = TableEvent.objects.filter(table=table).order_by("-pk")[:MOST_EVENTS]
    return tuple(reversed(last))


def event_text(event: TableEvent) -> str:
    """Return an event as a sentence."""
    text = str(TableEventType(event.type).label) % {"name": event.name, "by": event.by}
    return f"{text[:1].upper()}{text[1:]}."


# A page that was not heard of for so long is closed; a hidden one is not heard of at all.
SEEN_FOR = timedelta(minutes=10)
# How often it is written down that somebody still watches.
RECORDED_EVERY = timedelta(minutes=1)


class Spectators(NamedTuple):
    """The spectators of a table: `names` in their order, and how many `others`."""

    names: tuple[str, ...] = ()
    others: int = 0


NOBODY = Spectators()


def spectators_at(table: OnlineTable, now: datetime) -> Spectators:
    """Return the spectators of a table; none where nobody may watch."""
    if table.spectator_delay is None:
        return NOBODY
    here = Spectator.objects.filter(table=table, seen_at__gt=now - SEEN_FOR).select_related("user")
    spectators = list(here.order_by("pk"))
    named = [each.user for each in spectators if each.is_named and each.user is not None]
    return Spectators(_names_of(named, table), len(spectators) - len(named))


def _names_of(users: Sequence[User], table: OnlineTable) -> tuple[str, ...]:
    """Return the names of spectators, at a table of a club those of its players."""
    known = {user.pk: user.name for user in users}
    if users and table.table is not None:
        club = table.table.round.stage.competition.club_id
        players = Player.objects.filter(club=club, user__in=users)
        known |= dict(players.values_list("user", "name"))
    return tuple(known[user.pk] for user in users)
