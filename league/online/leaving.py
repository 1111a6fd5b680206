"""Open the seats at tables of a club's rounds whose players leave the club."""

from datetime import datetime

from league.clubs.models import Player
from league.online.models import OnlineSeat, Phase
from league.online.services.replacing import replace


def open_seats(player: Player, now: datetime) -> None:
    """Take a player out of the seats of rounds at once; organisers say who goes on."""
    seats = OnlineSeat.objects.filter(player=player).exclude(table__phase=Phase.OVER)
    for seat in seats.exclude(table__table=None).order_by("table", "number"):
        replace(
            table_id=seat.table_id,
            seat=seat.number,
            successor=OnlineSeat.OPEN,
            is_now=True,
            by="",
            now=now,
        )
