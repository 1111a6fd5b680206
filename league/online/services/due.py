"""Do what has fallen due at an online table, whatever it is."""

from datetime import datetime

from league.online.models import OnlineTable, Phase
from league.online.queries import seats_of
from league.online.services.absence import is_time_up, run_out
from league.online.services.bots import play_bots
from league.online.services.play import begin_due_hand


def do_what_is_due(*, table_id: int, now: datetime) -> None:
    """Begin a hand, take note of a clock that has run out, and play for the bots.

    A table is locked only for what is due there: most often the bots are, and they think first.
    """
    table = OnlineTable.objects.get(pk=table_id)
    if table.due_at is None or table.due_at > now:
        return
    if table.phase == Phase.BETWEEN:
        begin_due_hand(table_id=table_id, now=now)
    elif table.phase == Phase.PLAYING:
        if is_time_up(table, seats_of(table), now):
            run_out(table_id=table_id, now=now)
        play_bots(table_id=table_id, now=now)
