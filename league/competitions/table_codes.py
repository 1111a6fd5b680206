"""Write the codes that open a table to whoever holds its sheet of paper."""

from datetime import datetime

from django.db import transaction

from league.audit.verbs import Verb
from league.competitions.models import Table, TableCode
from league.competitions.noting import note_table
from league.competitions.services import bump, lock_competition


def make_code(table: Table, now: datetime) -> TableCode:
    """Make the code of a table that has no valid one."""
    return TableCode.objects.create(table=table, created_at=now)


@transaction.atomic
def replace_code(*, table_id: int, code_id: int, now: datetime) -> TableCode:
    """Revoke a code and make another; return the valid one if this code was revoked before."""
    revoke_code(table_id=table_id, code_id=code_id, now=now)
    valid = TableCode.objects.filter(table=table_id, revoked_at=None).first()
    return valid or make_code(Table.objects.get(pk=table_id), now)


@transaction.atomic
def revoke_code(*, table_id: int, code_id: int, now: datetime) -> None:
    """Let a code of this table open nothing any more."""
    table = Table.objects.select_related("round__stage").get(pk=table_id)
    competition_id = table.round.stage.competition_id
    lock_competition(competition_id=competition_id)
    codes = TableCode.objects.filter(table=table, pk=code_id, revoked_at=None)
    if codes.update(revoked_at=now):
        note_table(Verb.CODE_CHANGED, table)
        bump(competition_id=competition_id, table_ids=[table_id])
