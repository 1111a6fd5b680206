"""What signing in by email code adds to allauth: a name at sign-up, and our own words."""

from typing import ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.clubs.models import NAME_LENGTH, User


class SignInAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is not typed
    """Say what went wrong in words that tell what to do."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": _(
            "This is not the code. Type it as it stands in the newest mail we sent you."
        ),
        "too_many_login_attempts": _(
            "That was too many codes for one address. Wait a minute, then try again."
        ),
        "rate_limited": _("That was too often. Wait a minute, then try again."),
        "duplicate_email": _("You have this address already."),
        "cannot_remove_primary_email": _(
            "This is your main address. Make another one the main one first."
        ),
    }


class NameForm(forms.Form):
    """Ask for a name at sign-up; allauth adds the email address."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("As the others at the table call you."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order: ClassVar[list[str]] = ["name", "email"]

    def signup(self, request: HttpRequest, user: User) -> None:
        """Give the new user the name."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
