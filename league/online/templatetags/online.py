"""Lead from the pages of a round to its tables on screens, and show cards."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles.finders import find
from django.db.models import F
from django.utils.safestring import SafeString, mark_safe

from league.competitions.models import Table
from league.core.games import SiteGame, online_games, online_part
from league.online.models import OnlineTable, Phase
from league.online.rules import RulePart
from league.online.services.seat_assignment import DEFAULT_BOT

register = template.Library()


@register.inclusion_tag("online/_bot_takes_seat.html")
def bot_takes_seat(table_id: int, seat: int) -> dict[str, Any]:
    """Offer a bot for a seat whose match is played online."""
    playing = OnlineTable.objects.filter(table=table_id, event=None).exclude(phase=Phase.OVER)
    token = playing.values_list("token", flat=True).first()
    return {"token": token, "seat": seat, "bot": DEFAULT_BOT}


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


@register.simple_tag
def card_pictures(rules: Iterable[RulePart], games: Iterable[SiteGame] = ()) -> SafeString:
    """Put the cards of rules and games into a page, for pictures that refer to `#picture-…`."""
    cards = {face.id for part in rules for group in part.chart for face in group.faces}
    cards.update(face for game in games if game.online for face in game.online.faces)
    drawn = "".join(text for card, text in _drawings().items() if card in cards)
    return mark_safe(f'<svg class="all-pictures" aria-hidden="true">{drawn}</svg>')  # noqa: S308


@cache
def _drawings() -> dict[str, str]:
    """Return each card of all games as a symbol."""
    files = {online_part(game.slug).pictures for game in online_games()} - {""}
    drawn = [Path(file).read_text(encoding="utf-8") for file in map(find, files) if file]
    symbols = re.findall(r'<symbol id="(.+?)"(.+)', "".join(drawn))
    return {card: f'<symbol id="picture-{card}"{rest}' for card, rest in symbols}
