"""The template tag of the pages that sign somebody in."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def sends_mail() -> bool:
    """Say whether a code that is mailed reaches anybody, or stays in a file of this machine."""
    return bool(settings.SENDS_MAIL)
