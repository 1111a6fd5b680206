"""The template tag that puts a competition's standings on any page."""

from django import template
from django.utils.safestring import SafeString

from league.competitions.models import Competition
from league.standings.pieces import draw_standings
from league.standings.words import criterion_words

register = template.Library()


@register.simple_tag
def standings_table(competition: Competition) -> SafeString:
    """Draw the standings; they keep themselves up to date on any page that loads live.js."""
    return draw_standings(competition)


@register.filter
def criterion(decided_by: str) -> str:
    """Name the tie-break of a standing's `decided_by`."""
    return criterion_words(decided_by)
