"""Do what has fallen due at an online table, whatever it is."""

from datetime import datetime

from league.online.models import OnlineTable, Phase
from league.online.services.absence import run_out
from league.online.services.bots import play_bots
from league.online.services.play import begin_due_hand


def do_what_is_due(*, table_id: int, now: datetime) -> None:
    """Begin a hand, take note of a clock that has run out, and play for the bots."""
    phase = OnlineTable.objects.values_list("phase", flat=True).get(pk=table_id)
    if phase == Phase.BETWEEN:
        begin_due_hand(table_id=table_id, now=now)
    elif phase == Phase.PLAYING:
        run_out(table_id=table_id, now=now)
        play_bots(table_id=table_id, now=now)
