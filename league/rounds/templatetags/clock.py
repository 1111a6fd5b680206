"""Template tags for the clock of a round."""

from datetime import datetime

from django import template
from django.utils import timezone

from league.competitions.models import Round
from league.rounds.clock import Clock, clock_of

register = template.Library()


@register.simple_tag
def read_clock(round: Round) -> Clock | None:
    """Return the clock of a round as it stands now, None while it has none; reads the stage."""
    return clock_of(round, timezone.now()) if round.is_open else None


@register.filter
def is_past(moment: datetime) -> bool:
    """Say whether a moment has come."""
    return moment <= timezone.now()
