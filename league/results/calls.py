"""Let a table call an organiser, and organisers answer. A table has one open call at most."""

from datetime import datetime

from django.db import transaction

from league.audit.verbs import Verb
from league.clubs.models import Player
from league.competitions.models import Table
from league.competitions.noting import note_table
from league.competitions.services import bump, lock_competition_of_table
from league.results.desk import raise_desk
from league.results.errors import ResultError
from league.results.models import TableCall
from league.results.telling import tell_call


def open_call(table: Table) -> TableCall | None:
    """Return the call of a table that nobody has seen to yet."""
    calls = TableCall.objects.filter(table=table, done_at=None)
    return calls.select_related("by", "coming_by").first()


@transaction.atomic
def call_organiser(
    *, table_id: int, words: str, by: Player | None, via: str, phone: str = "", now: datetime
) -> TableCall:
    """Call an organiser to a table; while a call is open, this is the same call.

    What it is about is added to an open call that does not say so. Raises table_dissolved.
    """
    competition = lock_competition_of_table(table_id=table_id)
    words = words.strip()
    call = TableCall.objects.filter(table=table_id, done_at=None).first()
    if call is not None:
        if words and not call.words:
            call.words = words
            call.save(update_fields=["words"])
            _show(call, competition.club_id, competition.pk)
        return call
    table = Table.objects.select_related("round__stage__competition__club").get(pk=table_id)
    if table.dissolved_at is not None:
        raise ResultError("table_dissolved")
    call = TableCall.objects.create(
        table=table, words=words, by=by, via=via, phone=phone, created_at=now
    )
    tell_call(call, table)
    _show(call, competition.club_id, competition.pk)
    return call


@transaction.atomic
def come_to_table(*, call_id: int, by: Player | None, now: datetime) -> TableCall:
    """Say that an organiser is on the way; the first to say so is the one whom the table sees."""
    call, club_id, competition_id = _locked(call_id)
    if call.done_at is None and call.coming_at is None:
        call.coming_by, call.coming_at = by, now
        call.save(update_fields=["coming_by", "coming_at"])
        note_table(Verb.CALL_ANSWERED, call.table)
        _show(call, club_id, competition_id)
    return call


@transaction.atomic
def end_call(
    *, call_id: int, by: Player | None, via: str, phone: str = "", now: datetime
) -> TableCall:
    """End a call: an organiser has seen to it, or the table needs nobody any more."""
    call, club_id, competition_id = _locked(call_id)
    if call.done_at is None:
        call.done_by, call.done_via, call.done_phone, call.done_at = by, via, phone, now
        call.save(update_fields=["done_by", "done_via", "done_phone", "done_at"])
        note_table(Verb.CALL_ENDED, call.table)
        _show(call, club_id, competition_id)
    return call


def _locked(call_id: int) -> tuple[TableCall, int, int]:
    """Lock the competition of a call; return the call, its club and its competition."""
    table_id = TableCall.objects.values_list("table_id", flat=True).get(pk=call_id)
    competition = lock_competition_of_table(table_id=table_id)
    calls = TableCall.objects.select_related("table__round__stage__competition")
    return calls.get(pk=call_id), competition.club_id, competition.pk


def _show(call: TableCall, club_id: int, competition_id: int) -> None:
    bump(competition_id=competition_id, table_ids=[call.table_id])
    raise_desk(club_id=club_id)
