"""What people say of a token or a webhook that they make."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.api.models import Event
from league.api.models.webhooks import URL_LENGTH
from league.api.scopes import Scope
from league.core.names import NameField
from league.core.outgoing import RefusedAddressError, check_url

LIVES = [("7", _("a week")), ("30", _("a month")), ("90", _("three months")), ("365", _("a year"))]


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

    def values(self) -> dict[str, Any]:
        """Return what the service needs."""
        data = dict(self.cleaned_data)
        life = timedelta(days=data.pop("days"))
        return {**data, "life": life}


class WebhookForm(forms.Form):
    """Where a club's events are sent, and which."""

    url = forms.CharField(
        label=_("Address"),
        max_length=URL_LENGTH,
        help_text=_("Where your program listens, say: https://example.org/menagerie"),
        widget=forms.URLInput,
    )
    events = forms.MultipleChoiceField(
        label=_("Tell it when"), choices=Event.choices, widget=forms.CheckboxSelectMultiple
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_url(self) -> str:
        """Refuse an address that this site never sends to."""
        try:
            return check_url(self.cleaned_data["url"].strip())
        except RefusedAddressError as error:
            raise forms.ValidationError(str(error), code=error.code) from None
