"""Bound what visitors may have open: tables of no round, strong bots there, and guests at them.

What counts are rows. Whoever counts holds a lock until their transaction ends, so that of two who
ask at once for the last place one gets it. Tables of a round are neither counted nor refused.
"""

from datetime import datetime
from typing import TypeAlias

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.online.errors import beyond_limit
from league.online.models import OnlineSeat, OnlineTable, Visitor
from league.online.services.places import Person

Bound: TypeAlias = tuple[str, QuerySet[OnlineTable], int]
"""Whose tables count, which these are, and how many they may be."""

# The bots that think for up to 200 ms a move; the others take next to nothing.
STRONG = "search"
# Guests leave so much of the whole site to those who sign in.
LEFT_TO_MEMBERS = 4
# Any number that no other lock of this kind has.
_LOCK = 5_243_001


def check_tables(*, host: Person, wanted: int = 1, bots: str = "") -> None:
    """Make sure that somebody may open so many tables more, with bots of this strength.

    Raises too_many_tables and too_many_strong_bots.
    """
    _hold()
    most = settings.PLAY_LIMITS["tables"]
    for bound in _bounds(_open_tables(), most, host.mark, host.network):
        _check(bound, wanted, "too_many_tables")
    if bots == STRONG:
        _check_strong(wanted, host.mark, host.network)


def check_strong_bot(table: OnlineTable, bot: str) -> None:
    """Make sure that a bot may play at a table that is open; raises too_many_strong_bots."""
    if bot != STRONG or not table.opened_by:
        return
    _hold()
    if not _with_strong_bots(_open_tables()).filter(pk=table.pk).exists():
        _check_strong(1, table.opened_by, table.opened_from)


def note_guest(person: Person, now: datetime) -> None:
    """Note a browser without an account that takes a seat; raises too_many_guests."""
    if person.user is not None or not person.network:
        return
    if Visitor.objects.filter(mark=person.guest).exists():
        return
    _hold()
    most = settings.PLAY_LIMITS["guests"]
    near = Visitor.objects.filter(network=person.network)
    for whose, counted in (("network", near), ("site", Visitor.objects.all())):
        if counted.count() >= most[whose]:
            raise beyond_limit("too_many_guests", whose, most[whose])
    given = {"network": person.network, "created_at": now}
    Visitor.objects.get_or_create(mark=person.guest, defaults=given)


def _open_tables() -> QuerySet[OnlineTable]:
    return OnlineTable.objects.filter(table=None, ended_at=None)


def _with_strong_bots(tables: QuerySet[OnlineTable]) -> QuerySet[OnlineTable]:
    plays = Q(bot=STRONG) | Q(successor=STRONG)
    return tables.filter(Exists(OnlineSeat.objects.filter(plays, table=OuterRef("pk"))))


def _check_strong(wanted: int, mark: str, network: str) -> None:
    tables = _with_strong_bots(_open_tables())
    most = settings.PLAY_LIMITS["strong_bots"]
    for bound in _bounds(tables, most, mark, network):
        _check(bound, wanted, "too_many_strong_bots")


def _check(bound: Bound, wanted: int, code: str) -> None:
    whose, counted, limit = bound
    count = counted.count()
    if count + wanted > limit:
        raise beyond_limit(code, whose, limit, count)


def _bounds(
    tables: QuerySet[OnlineTable], most: dict[str, int], mark: str, network: str
) -> list[Bound]:
    """Return whose tables count, which these are, and how many they may be, the nearest first."""
    site = most["site"]
    bounds = [("visitor", tables.filter(opened_by=mark), most["visitor"])]
    if network:
        bounds.append(("network", tables.filter(opened_from=network), most["network"]))
        site -= site // LEFT_TO_MEMBERS
    return [*bounds, ("site", tables, site)]


def _hold() -> None:
    """Let nobody else count until this transaction ends; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
