"""Show how competitions are played, and the first step to one."""

from typing import Any

from django import template

from league.clubs.models import Club
from league.competitions.models import Competition, Stage
from league.competitions.recurring_words import words_of
from league.competitions.terms_words import Fact, stage_in_words, terms_in_words
from league.core.games import is_played_online, site_game

register = template.Library()


@register.simple_tag
def terms(competition: Competition) -> list[Fact]:
    """Return what was chosen for a competition; empty where nothing was."""
    return terms_in_words(competition)


@register.simple_tag
def stage_terms(stage: Stage) -> list[Fact]:
    """Return what was chosen for the clock and the deadlines of a stage."""
    return stage_in_words(stage)


@register.filter
def recurs(stage: Stage) -> str:
    """Say when the rounds of a stage make themselves; "" where they do not."""
    recurrence = getattr(stage, "recurrence", None)
    if recurrence is None or recurrence.paused_at or recurrence.ended_at:
        return ""
    return words_of(recurrence)


register.filter("is_played_online", is_played_online)


@register.filter
def game_title(slug: str) -> str:
    """Return the name of a game."""
    return site_game(slug).title


@register.inclusion_tag("competitions/_first.html")
def first_competition(club: Club) -> dict[str, Any]:
    """Draw the way to a club's first competition; nothing once there is one."""
    return {"club": club, "has_competitions": club.competitions.exists()}
