"""Template filters for the scenes of a screen."""

from django import template

from league.displays.slides import Slide

register = template.Library()
register.filter("paged", Slide.shown)

# A name this long takes two lines in smaller letters.
LONG_NAME = 20


@register.filter
def is_long(name: str) -> bool:
    """Say whether a name needs two lines."""
    return len(name) > LONG_NAME
