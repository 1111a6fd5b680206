"""Adjourn tables: they go on after their round has closed, until their match ends."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.audit.verbs import Verb
from league.competitions.models import Round, RoundStatus, Table
from league.competitions.noting import note_table
from league.competitions.services import bump
from league.rounds.due import unfinished_tables
from league.rounds.errors import RoundError
from league.rounds.services.closing import post_standings
from league.rounds.services.locking import lock_round
from league.standings.services import update_round


@transaction.atomic
def adjourn_table(*, round_id: int, table_id: int, now: datetime) -> None:
    """Let a table of an open round finish later: closing the round does not end its match."""
    round = _lock_open(round_id)
    table = unfinished_tables().filter(round=round, pk=table_id)
    if not table.exists():
        raise RoundError("table_ended")
    if Table.objects.filter(pk=table_id, adjourned_at=None).update(adjourned_at=now):
        bump(competition_id=round.stage.competition_id, table_ids=[table_id])
        note_table(Verb.ADJOURNED, round.tables.get(pk=table_id))


@transaction.atomic
def take_up_table(*, round_id: int, table_id: int) -> None:
    """Let an adjourned table of an open round be like the others again."""
    round = _lock_open(round_id)
    if round.tables.filter(pk=table_id, adjourned_at__isnull=False).update(adjourned_at=None):
        bump(competition_id=round.stage.competition_id, table_ids=[table_id])
        note_table(Verb.TAKEN_UP, round.tables.get(pk=table_id))


def _lock_open(round_id: int) -> Round:
    round = lock_round(round_id)
    if not round.is_open:
        raise RoundError(
            "wrong_status", _("Tables are adjourned while the round is open. Reopen it first.")
        )
    return round


@transaction.atomic
def end_adjourned_table(*, table_id: int, now: datetime) -> None:
    """Let an adjourned table that has ended be like any other, and post the new standings once."""
    table = Table.objects.select_related("round").get(pk=table_id)
    round = lock_round(table.round_id)
    still = round.tables.standing().filter(pk=table_id, adjourned_at__isnull=False)
    if not still.exclude(pk__in=unfinished_tables().values("pk")).exists():
        return
    still.update(adjourned_at=None)
    bump(competition_id=round.stage.competition_id, table_ids=[table_id])
    update_round(round_id=round.pk)
    if round.status == RoundStatus.CLOSED:
        post_standings(round, key=f"round:{round.pk}:table:{table_id}:adjourned", now=now)
