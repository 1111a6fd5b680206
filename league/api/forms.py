"""Forms of tokens, apps and webhooks."""

import re
from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from league.api.models import ADDRESS_LENGTH, URL_LENGTH, Scope, WebhookEventType
from league.clubs.models import Club, User
from league.clubs.queries import clubs_organised_by
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


class ConnectForm(forms.Form):
    """What an app may do, for which club and how long; fewer scopes than it asks for at will."""

    scopes = forms.MultipleChoiceField(
        label=_("The app may"), widget=forms.CheckboxSelectMultiple, choices=()
    )
    club = forms.ModelChoiceField(
        queryset=Club.objects.none(), label=_("Club"), required=False, empty_label=_("All my clubs")
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LIVES, coerce=int, initial="90")

    def __init__(self, data: Any, *, user: User, asked: Collection[str]) -> None:
        super().__init__(data, initial={"scopes": asked})
        fields: dict[str, Any] = self.fields
        labels = dict(Scope.choices) | {Scope.READ.value: _("read everything you can see")}
        fields["scopes"].choices = [each for each in labels.items() if each[0] in asked]
        clubs = clubs_organised_by(user)
        fields["club"].queryset = clubs
        if not clubs.exists():
            del fields["club"]


MOST_ADDRESSES: Final = 10
# Of programs on one's own machine, and of phones (RFC 8252: a reversed domain as scheme).
_OF_DEVICE = re.compile(
    r"(http://(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?|[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:)/[\x21-\x7e]*"
)


class AppForm(forms.Form):
    """The name of an app and the addresses to which it lets people come back."""

    name = NameField(label=_("Name"), help_text=_("People see it when they connect the app."))
    redirect_uris = forms.CharField(
        label=_("Redirect addresses"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line. A program that shows a code needs none."),
    )

    def clean_redirect_uris(self) -> list[str]:
        """Return the addresses; raises ValidationError."""
        addresses = self.cleaned_data["redirect_uris"].split()
        if len(addresses) > MOST_ADDRESSES or any(map(_is_refused, addresses)):
            text = _(
                "Enter at most 10 addresses such as https://example.org/back, "
                "http://127.0.0.1:8765/back or org.example.app:/back."
            )
            raise ValidationError(text, code="redirect_address")
        return list(addresses)


def _is_refused(address: str) -> bool:
    is_plain = not re.search(r"[#@*;,'\"\\]", address) and len(address) <= ADDRESS_LENGTH
    return not (is_plain and (_is_https(address) or _OF_DEVICE.fullmatch(address)))


def _is_https(address: str) -> bool:
    try:
        URLValidator(["https"])(address)
    except ValidationError:
        return False
    return True


class UserCodeForm(forms.Form):
    """The code that a device shows."""

    user_code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


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
