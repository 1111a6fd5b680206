"""Lead from the pages of a round to its tables on screens."""

from typing import Any

from django import template
from django.db.models import F

from league.competitions.models import Table

register = template.Library()


@register.inclusion_tag("online/_way_in.html", takes_context=True)
def play_online(context: dict[str, Any], table: Table, may_record: bool) -> dict[str, Any]:
    """Offer a table's screens: to open them to those who play there, to look at them to all."""
    known = Table.objects.filter(pk=table.pk).values(
        token=F("online__token"),
        ended_at=F("online__ended_at"),
        event=F("online__event__token"),
        is_on=F("round__stage__competition__online_terms__is_on"),
    )
    online = known.get()
    return {
        "online": online,
        "table": table,
        "may_open": may_record and table.takes_hands and online["is_on"],
        "csrf_token": context.get("csrf_token"),
    }
