"""Inbox of organisers, and calls from tables. A table has one open call at most."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Prefetch

from league.audit.actions import Action
from league.clubs.models import Club, Player
from league.competitions.models import Round, RoundStatus, Table
from league.competitions.queries import rounds, seats_in_order
from league.competitions.writing import bump, lock_competition_of_table, log_table
from league.core import live
from league.results.authors import Author
from league.results.errors import ResultError
from league.results.models import ClubInbox, Hand, HandResponse, HandResponseKind, TableCall
from league.results.notifications import notify_call

TOPIC = "inbox"


class Inbox(NamedTuple):
    """All that waits in a club, the longest wait first, as of a version."""

    version: int
    calls: tuple[TableCall, ...]
    disputes: tuple[Hand, ...]
    missed: tuple[Round, ...]

    def __bool__(self) -> bool:
        return bool(self.calls or self.disputes or self.missed)


def inbox_of(club: Club) -> Inbox:
    """Return the inbox of a club's organisers."""
    of_club = {"table__round__stage__competition__club": club}
    # The version first: what changes after it was read makes the page fetch itself again.
    version = inbox_versions([club.pk])[club.pk]
    calls = TableCall.objects.filter(**of_club, closed_at=None).order_by("pk")
    responses = HandResponse.objects.filter(kind=HandResponseKind.DISPUTED).select_related("by")
    disputes = (
        Hand.objects.filter(**of_club, table__dissolved_at=None, is_disputed=True, is_void=False)
        .select_related("table__round__stage__competition", "current")
        .prefetch_related(
            Prefetch("current__responses", queryset=responses.order_by("pk")),
            Prefetch("table__seats", queryset=seats_in_order()),
        )
        .order_by("pk")
    )
    missed = rounds().filter(
        stage__competition__club=club, status=RoundStatus.SCHEDULED, missed_at__isnull=False
    )
    return Inbox(
        version=version,
        calls=tuple(
            calls.select_related("table__round__stage__competition", "by", "acknowledged_by")
        ),
        disputes=tuple(disputes),
        missed=tuple(missed.order_by("opens_at", "pk")),
    )


def inbox_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the version of the inbox of each of these clubs: 0 before there was anything."""
    stored = ClubInbox.objects.filter(club__in=ids).values_list("club", "version")
    return {**dict.fromkeys(ids, 0), **dict(stored)}


@transaction.atomic
def bump_inbox(*, club_id: int) -> None:
    """Give a club's inbox a newer version, and notify the organisers' screens."""
    ClubInbox.objects.get_or_create(club_id=club_id)
    ClubInbox.objects.filter(club=club_id).update(version=F("version") + 1)
    version = ClubInbox.objects.values_list("version", flat=True).get(club=club_id)
    live.publish({live.topic_name(TOPIC, club_id): version})


def open_call(table: Table) -> TableCall | None:
    """Return the open call of a table."""
    calls = TableCall.objects.filter(table=table, closed_at=None)
    return calls.select_related("by", "acknowledged_by").first()


@transaction.atomic
def call_organiser(*, table_id: int, message: str, author: Author) -> TableCall:
    """Call an organiser to a table, once until the call is closed; raises table_dissolved."""
    lock_competition_of_table(table_id=table_id)
    message = message.strip()
    calls = TableCall.objects.select_related("table__round__stage__competition")
    call = calls.filter(table=table_id, closed_at=None).first()
    if call is not None:
        if message and not call.message:
            call.message = message
            _save(call, "message")
        return call
    table = Table.objects.select_related("round__stage__competition__club").get(pk=table_id)
    if table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    call = TableCall(table=table, message=message, **author._asdict())
    _save(call)
    notify_call(call, table)
    return call


@transaction.atomic
def acknowledge_call(*, call_id: int, by: Player | None, now: datetime) -> TableCall:
    """Tell the table that an organiser is on the way; the first who says so is shown."""
    call = _locked(call_id)
    if call.closed_at is None and call.acknowledged_at is None:
        call.acknowledged_by, call.acknowledged_at = by, now
        _save(call, "acknowledged_by", "acknowledged_at")
        log_table(Action.CALL_ACKNOWLEDGED, call.table)
    return call


@transaction.atomic
def close_call(*, call_id: int, author: Author) -> TableCall:
    """Close a call, as an organiser or as the table itself."""
    call = _locked(call_id)
    if call.closed_at is None:
        call.closed_by, call.closed_via = author.by, author.via
        call.closed_phone, call.closed_at = author.phone, author.created_at
        _save(call, "closed_by", "closed_via", "closed_phone", "closed_at")
        log_table(Action.CALL_CLOSED, call.table)
    return call


def _locked(call_id: int) -> TableCall:
    """Return a call, its competition locked."""
    calls = TableCall.objects.select_related("table__round__stage__competition")
    lock_competition_of_table(table_id=calls.values_list("table_id", flat=True).get(pk=call_id))
    return calls.get(pk=call_id)


def _save(call: TableCall, *fields: str) -> None:
    """Save a call, or the changed fields of one, and notify the screens."""
    call.save(update_fields=fields or None)
    competition = call.table.round.stage.competition
    bump(competition_id=competition.pk, table_ids=[call.table_id])
    bump_inbox(club_id=competition.club_id)
