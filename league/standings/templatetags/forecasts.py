"""Template filters of forecasts."""

from collections.abc import Sequence

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


@register.filter
def after_places(needs: Sequence[tuple[int, float]]) -> str:
    """Write the chance after each place at the next table; once where it is always the same."""
    told = [(place, percent(chance)) for place, chance in needs]
    first, *others = {chance for _place, chance in told}
    if not others:
        return _("%(chance)s after any place") % {"chance": first}
    return " · ".join(
        _("place %(place)s: %(chance)s") % {"place": place, "chance": chance}
        for place, chance in told
    )
