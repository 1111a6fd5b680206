"""Open the deals of duplicate events once nobody can gain by seeing them."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction

from games.base import Json, Match
from league.clubs.models import User
from league.competitions.models import Table
from league.core import live
from league.core.enqueue import enqueue
from league.core.games import online_part
from league.online.errors import OnlineError
from league.online.models import (
    DuplicateDeal,
    DuplicateEvent,
    DuplicatePlayer,
    OnlineHand,
    OnlineTable,
)
from league.online.queries import is_theirs
from league.results.authors import Author, Via
from league.results.errors import ResultError
from league.results.final_results import record_final_result

SWEEP = "league.online.tasks.open_deals"

# How late it is seen that a table was left for good.
LOOKED_INTO_EVERY = timedelta(seconds=30)

logger = logging.getLogger(__name__)


def look_into_event(*, event_id: int, now: datetime) -> None:
    """Make the event of a table due, as one of its hands has ended."""
    DuplicateEvent.objects.filter(pk=event_id).update(due_at=now)
    live.bump_versions(duplicate=[event_id])
    enqueue(SWEEP)


@transaction.atomic
def open_duplicate_deals(*, event_id: int, now: datetime) -> DuplicateEvent:
    """Open the deals that all tables have played, or all deals once the time is over."""
    event = DuplicateEvent.objects.select_for_update(no_key=True).get(pk=event_id)
    if event.ended_at is not None:
        return event
    if event.round is not None:
        is_over = not event.round.is_open
    else:
        is_over = event.closes_at is not None and event.closes_at <= now
    opened = 0
    for size in event.deals.values_list("seats", flat=True).distinct().order_by("seats"):
        closed = event.deals.filter(seats=size, opened_at=None)
        if not is_over:
            closed = closed.filter(pk__in=_played_everywhere(event, size))
        opened += closed.update(opened_at=now)
    if is_over or (event.round is None and not event.deals.filter(opened_at=None).exists()):
        event.ended_at = now
    soon = now + LOOKED_INTO_EVERY
    next_look = soon if event.closes_at is None else min(soon, event.closes_at)
    event.due_at = None if event.ended_at else next_look
    event.save(update_fields=["ended_at", "due_at"])
    if opened:
        live.bump_versions(duplicate=[event.pk])
    return event


def record_player(table: OnlineTable, user: User | None, guest: str) -> None:
    """Record that somebody plays an event's deals, at one table only; raises plays_elsewhere."""
    if table.event is None or table.event.round_id is not None:
        return
    who = {"user": user} if user is not None else {"guest": guest}
    known, _ = DuplicatePlayer.objects.select_related("table").get_or_create(
        event=table.event, **who, defaults={"table": table}
    )
    if known.table != table:
        if known.table.hand_number:
            raise OnlineError("plays_elsewhere")
        known.table = table
        known.save(update_fields=["table"])


def table_of_person(event: DuplicateEvent, user: User | None, guest: str) -> OnlineTable | None:
    """Return the table at which somebody plays the deals of an event."""
    found = event.players.filter(is_theirs(user, guest)).select_related("table").first()
    return None if found is None else found.table


def _played_everywhere(event: DuplicateEvent, size: int) -> list[int]:
    """Return the deals that all tables of a size have played or will not play any more."""
    if event.takes_tables:
        return []
    tables = [
        table
        for table in event.tables.filter(is_late=False).prefetch_related("seats")
        if len(table.seats.all()) == size
    ]
    if event.round is not None and len(tables) < _tables_of_round(event, size):
        return []
    going = [table.pk for table in tables if table.ended_at is None]
    return [
        duplicate_deal.pk
        for duplicate_deal in event.deals.filter(seats=size)
        if _has_been_played(duplicate_deal, going) and tables
    ]


def _has_been_played(duplicate_deal: DuplicateDeal, tables: Collection[int]) -> bool:
    ended = OnlineHand.objects.filter(duplicate_deal=duplicate_deal, table__in=tables).exclude(
        record=None
    )
    return ended.values("table").distinct().count() == len(tables)


def _tables_of_round(event: DuplicateEvent, size: int) -> int:
    standing = Table.objects.standing().filter(round=event.round, game=event.game)
    return sum(len(table.seats.all()) == size for table in standing.prefetch_related("seats"))


def hand_in_event(online: OnlineTable, match: Match, now: datetime) -> None:
    """Record the result of a duplicate match at its round's table, unless one is recorded."""
    if online.event_id is None or online.table is None:
        return
    try:
        record_final_result(
            table_id=online.table.pk,
            key=uuid5(NAMESPACE_URL, online.token),
            seating=online.table.seating,
            outcome=_outcome(online, match),
            author=Author(None, Via.ONLINE, now),
        )
    except ResultError as error:
        logger.warning("The result of online table %d was not taken: %s", online.pk, error)


def _outcome(online: OnlineTable, match: Match) -> dict[str, Json]:
    """Return totals and places; where the game knows no shared ones, the last hand decides."""
    places = list(match.places)
    if order_out := online_part(online.game).order_out:
        ended = OnlineHand.objects.filter(table=online, record__isnull=False)
        record: Any = ended.order_by("-number").values_list("record", flat=True)[0]
        out = list(order_out(record))
        order = sorted(range(len(places)), key=lambda seat: (places[seat], out.index(seat)))
        places = [1 + order.index(seat) for seat in range(len(places))]
    return {"totals": list(match.totals), "places": list(places)}


def events_due(now: datetime) -> list[int]:
    """Return the events to look into: a hand has ended, the time is over, or their round is."""
    going = DuplicateEvent.objects.filter(ended_at=None)
    due = going.filter(due_at__lte=now) | going.filter(round__closed_at__isnull=False)
    return list(due.order_by("pk").values_list("pk", flat=True))
