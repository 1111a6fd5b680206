"""Template filters for the scenes of a screen."""

from collections.abc import Iterator
from typing import Any

from django import template

from league.displays.slides import Slide, SlidePage

register = template.Library()

# A name this long takes two lines in smaller letters.
LONG_NAME = 20


@register.filter
def paged(slide: Slide, slide_page: SlidePage) -> Iterator[tuple[Any, bool]]:
    """Pair the items of a scene with whether they are on the page of a slide."""
    return slide.shown(slide_page)


@register.filter
def is_long(name: str) -> bool:
    """Say whether a name needs two lines."""
    return len(name) > LONG_NAME
