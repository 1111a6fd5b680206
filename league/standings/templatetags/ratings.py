"""Template filters of the ratings' arithmetic."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def hundredths(number: float) -> str:
    """Write a number with two decimals and a real minus: 0.75, −0.38."""
    return number_format(round(number, 2), 2).replace("-", "\u2212")
