"""Check the shape of what is typed on the pages about privacy."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.privacy.keeping.kinds import FOR_EVER, OF_CLUBS, Kind

DAYS = (7, 30, 90, 180, 365, 730, 1825)


class SureForm(forms.Form):
    """A box that keeps from erasing by a slip."""

    is_sure = forms.BooleanField(label=_("I know that this cannot be undone"))


def days_in_words(days: int) -> str:
    """Say for how long something is kept."""
    if days == FOR_EVER:
        return str(_("for ever"))
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


class KeepingForm(forms.Form):
    """For how long a club keeps each kind of thing that it chooses for."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for kind in OF_CLUBS:
            self.fields[kind.slug] = forms.TypedChoiceField(
                label=str(kind.title),
                required=False,
                choices=_choices(kind, self.initial.get(kind.slug)),
                coerce=int,
                empty_value=None,
            )


def _choices(kind: Kind, chosen: int | None) -> list[tuple[str, str]]:
    """Return what can be chosen, and what has been if it is none of these."""
    host = _("as the host has it: %(days)s") % {"days": days_in_words(kind.default)}
    days = sorted({*DAYS, *([chosen] if chosen else [])})
    return [("", host), *((str(each), days_in_words(each)) for each in (*days, FOR_EVER))]
