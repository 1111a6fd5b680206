"""Template tags of the forms and pages of hands."""

from typing import Any

from django import template

from league.competitions.models import Seat, Table
from league.core.games import site_game, site_games
from league.core.rule_texts import rule_words
from league.results.agreement import Agreement
from league.results.models import FinalRevision, HandAnswer, HandRevision, Submission
from league.results.phones import Letters, origin_label

register = template.Library()


@register.inclusion_tag("results/_rule_help.html")
def rule_help(game: str, *ids: str) -> dict[str, Any]:
    """Draw what rules say in a part of its own, which is closed until somebody wants to know."""
    rules = site_game(game).engine.rules()
    if unknown := [rule for rule in ids if rule not in rules]:
        raise LookupError(f"{game} has no rule {', '.join(unknown)}.")
    return {"rules": [(rule, rule_words(rules, rule)) for rule in ids]}


@register.simple_tag
def preview_scripts() -> list[str]:
    """List the scripts that show without network what a hand is worth, of all games."""
    return [game.entry.preview_script for game in site_games() if game.entry.preview_script]


@register.filter
def team_at(table: Table | None, seat: int) -> str:
    """Name the team that is played for on a seat of a table that was read with its seats."""
    return next((each.entry.team for each in seats_in_teams(table) if each.number == seat), "")


@register.filter
def seats_in_teams(table: Table | None) -> list[Seat]:
    """Return the seats of such a table that are played for a team."""
    return [seat for seat in table.seats.all() if seat.entry.team] if table else []


@register.filter
def pairs_at(table: Table | None) -> list[str]:
    """Name the partners of the round at a table that was read with its seats."""
    names: dict[int, list[str]] = {}
    for seat in table.seats.all() if table else ():
        if seat.pair is not None:
            names.setdefault(seat.pair, []).append(seat.player.name)
    return [" + ".join(pair) for _pair, pair in sorted(names.items()) if len(pair) > 1]


@register.filter
def origin(row: HandRevision | HandAnswer | Submission | FinalRevision, letters: Letters) -> str:
    """Say by which right something was written, and on which phone."""
    return origin_label(row.via, row.phone, letters)


@register.filter
def agreed_by(agreement: Agreement, seat: int) -> bool:
    """Say whether the player of a seat has agreed with a hand."""
    return agreement.has_agreed(seat)


@register.filter
def objected_by(agreement: Agreement, seat: int) -> bool:
    """Say whether the player of a seat says that a hand is wrong."""
    return agreement.has_objected(seat)
