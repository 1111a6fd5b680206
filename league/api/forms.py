"""What people say of a token that they make."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.api.scopes import Scope
from league.core.names import NameField

LIVES = [
    ("7", _("a week")),
    ("30", _("a month")),
    ("90", _("three months")),
    ("365", _("a year")),
]


class TokenForm(forms.Form):
    """What a token is for, what it may do, and for how long."""

    name = NameField(
        label=_("What is it for?"), help_text=_("So that you know it again, say: scoreboard.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("It works for"), choices=LIVES, coerce=int, initial="90")
    key = forms.UUIDField(widget=forms.HiddenInput)

    @property
    def life(self) -> timedelta:
        """Return how long the token works."""
        return timedelta(days=self.cleaned_data["days"])

    def values(self) -> dict[str, Any]:
        """Return what the service needs."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "scopes": data["scopes"],
            "life": self.life,
            "key": data["key"],
        }
