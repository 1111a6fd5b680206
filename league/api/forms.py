"""Forms of tokens and webhooks."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.api.models import URL_LENGTH, Scope, WebhookEventType
from league.core.names import NameField
from league.core.safe_http import RefusedAddressError, check_url

LIVES = [("7", _("1 week")), ("30", _("1 month")), ("90", _("3 months")), ("365", _("1 year"))]


class TokenForm(forms.Form):
    """The name, scopes and lifetime of a token."""

    name = NameField(
        label=_("Purpose"), help_text=_("To recognise it later, for example “scoreboard”.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LIVES, coerce=int, initial="90")
    key = forms.UUIDField(widget=forms.HiddenInput)

    def values(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data = dict(self.cleaned_data)
        data["life"] = timedelta(days=data.pop("days"))
        return data


class WebhookForm(forms.Form):
    """The address and events of a webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=URL_LENGTH,
        help_text=_(
            "The address your program listens on, for example https://example.org/menagerie"
        ),
        widget=forms.URLInput,
    )
    events = forms.MultipleChoiceField(
        label=_("Events"),
        choices=WebhookEventType.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_url(self) -> str:
        """Return the address; raises ValidationError if the site does not send there."""
        try:
            return check_url(self.cleaned_data["url"].strip())
        except RefusedAddressError as error:
            raise forms.ValidationError(str(error), code=error.code) from None
