"""Lead from the pages of a round to its tables on screens."""

from typing import Any

from django import template
from django.db.models import F

from league.competitions.models import Table
from league.online.models import OnlineTable, Phase
from league.online.services.seat_assignment import STAND_IN

register = template.Library()


@register.inclusion_tag("online/_bot_takes_seat.html")
def bot_takes_seat(table_id: int, seat: int) -> dict[str, Any]:
    """Offer a bot for a seat whose match is played online."""
    playing = OnlineTable.objects.filter(table=table_id, event=None).exclude(phase=Phase.OVER)
    token = playing.values_list("token", flat=True).first()
    return {"token": token, "seat": seat, "bot": STAND_IN}


@register.inclusion_tag("online/_way_in.html", takes_context=True)
def play_online(context: dict[str, Any], table: Table, may_record: bool) -> dict[str, Any]:
    """Offer a table's screens: to open them to those who play there, to look at them to all."""
    known = Table.objects.filter(pk=table.pk).values(
        token=F("online__token"),
        ended_at=F("online__ended_at"),
        event=F("online__event__token"),
        is_on=F("round__stage__competition__online_settings__is_on"),
    )
    online = known.get()
    return {
        "online": online,
        "table": table,
        "may_open": may_record and table.takes_hands and online["is_on"],
        "csrf_token": context.get("csrf_token"),
    }
