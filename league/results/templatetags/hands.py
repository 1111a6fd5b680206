"""Template tags of the pages of hands, and the inbox on any page of an organiser."""

from typing import Any

from django import template
from django.template.context import Context
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.competitions.models import Seat, Table
from league.core.games import site_game
from league.core.rule_texts import rule_text
from league.results.authors import Written
from league.results.confirmation import HandConfirmation
from league.results.history import Letters, origin_label
from league.results.inbox import inbox_of

register = template.Library()


@register.inclusion_tag("results/_rule_help.html")
def rule_help(game: str, *ids: str) -> dict[str, Any]:
    """Render the texts of rules in a part that is closed at first."""
    rules = site_game(game).engine.rules()
    if unknown := [rule for rule in ids if rule not in rules]:
        raise LookupError(f"{game} has no rule {', '.join(unknown)}.")
    return {"rules": [(rule, rule_text(rules, rule)) for rule in ids]}


@register.filter
def team_at(table: Table | None, seat: int) -> str:
    """Return the team that is played for on a seat of a table that was read with its seats."""
    return next((each.entry.team for each in seats_in_teams(table) if each.number == seat), "")


@register.filter
def seats_in_teams(table: Table | None) -> list[Seat]:
    """Return the seats of such a table that are played for a team."""
    return [seat for seat in table.seats.all() if seat.entry.team] if table else []


@register.filter
def pairs_at(table: Table | None) -> list[str]:
    """Return the partners of the round at a table that was read with its seats."""
    names: dict[int, list[str]] = {}
    for seat in table.seats.all() if table else ():
        if seat.pair is not None:
            names.setdefault(seat.pair, []).append(seat.player.name)
    return [" + ".join(pair) for _pair, pair in sorted(names.items()) if len(pair) > 1]


@register.filter
def origin(row: Written, letters: Letters) -> str:
    """Return by which right something was written, and on which phone."""
    return origin_label(row.via, row.phone, letters)


@register.filter
def author(by: Player | None, is_online: bool) -> str:
    """Return the name of who did something; an online table did it for those who sat there."""
    if by is not None:
        return by.name
    return "" if is_online else _("unknown")


register.filter("confirmed_by", HandConfirmation.has_agreed)
register.filter("disputed_by", HandConfirmation.has_disputed)


@register.inclusion_tag("results/_inbox.html", takes_context=True)
def inbox(context: Context, club: Club) -> dict[str, Any]:
    """Render the calls and disputed hands of a club; nothing where there are none."""
    # Live fragments need the request.
    return {"club": club, "inbox": inbox_of(club), "request": context["request"]}
