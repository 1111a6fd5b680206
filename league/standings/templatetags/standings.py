"""The template tags that put a competition's standings on any page."""

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from league.competitions.models import Competition
from league.competitions.models.stages import stage_label
from league.standings import explained
from league.standings.overview import Asked
from league.standings.pieces import draw_standings
from league.standings.words import criterion_words

register = template.Library()


@register.simple_tag
def standings_table(competition: Competition, asked: Asked | None = None) -> SafeString:
    """Draw the standings; they keep themselves up to date on any page that loads live.js."""
    return draw_standings(competition, asked or Asked(page=1))


@register.filter
def criterion(decided_by: str) -> str:
    """Name the tie-break of a standing's `decided_by`."""
    return criterion_words(decided_by)


@register.simple_tag
def stage_name(number: int, name: str) -> str:
    """Name a stage, by its number where it has no name."""
    return stage_label(number, name)


@register.filter
def distance(movement: int) -> int:
    """Return by how many places a row has moved, up or down."""
    return abs(movement)


@register.simple_tag
def movement_words(movement: int) -> str:
    """Say by how many places a row has moved since the round before."""
    words = (
        ngettext("up one place", "up %(count)d places", movement)
        if movement > 0
        else ngettext("down one place", "down %(count)d places", -movement)
    )
    return words % {"count": abs(movement)}


@register.simple_tag
def how_it_counts(competition: Competition) -> list[str]:
    """Say in sentences how a competition counts."""
    return explained.how_it_counts(competition)
