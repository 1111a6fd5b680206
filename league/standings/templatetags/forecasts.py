"""Template filters of forecasts."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def percent(chance: float) -> str:
    """Write a chance in whole per cent; what was merely never seen is not ruled out."""
    if chance < 0.01:
        return _("under 1 %")
    if chance > 0.99:
        return _("over 99 %")
    return _("%(number)d %%") % {"number": round(100 * chance)}
