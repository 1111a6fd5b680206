"""Forms of privacy."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.privacy.retention import FOR_EVER, OF_CLUBS, RetentionKind

DAYS = (7, 30, 90, 180, 365, 730, 1825)


class SureForm(forms.Form):
    """Confirmation of an erasure."""

    is_sure = forms.BooleanField(label=_("I understand that this cannot be undone"))


def days_text(days: int) -> str:
    """Return the text of a number of days."""
    if days == FOR_EVER:
        return str(_("no limit"))
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


class RetentionForm(forms.Form):
    """Retention periods of a club."""

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


def _choices(kind: RetentionKind, chosen: int | None) -> list[tuple[str, str]]:
    host = _("site default: %(days)s") % {"days": days_text(kind.default)}
    days = sorted({*DAYS, *([chosen] if chosen else [])})
    return [("", host), *((str(each), days_text(each)) for each in (*days, FOR_EVER))]
