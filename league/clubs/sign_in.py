"""What signing in by email code adds to allauth: a name at sign-up, and our own words."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from django import forms
from django.http import HttpRequest, HttpResponse
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
            "Too many tries for this address. Wait a minute, then ask for a new code."
        ),
        "rate_limited": _("That was too often. Wait a minute, then try again."),
        "duplicate_email": _("You have this address already."),
        "cannot_remove_primary_email": _(
            "This is your main address. Make another one the main one first."
        ),
    }

    def pre_login(self, request: HttpRequest, user: User, **login: Any) -> HttpResponse | None:
        """Take the address as confirmed when its code was typed in this very session.

        A user who was made by an organiser or a command has no EmailAddress yet; without this one
        the first sign-in would ask for a second code.
        """
        email = user.email or ""
        if any(
            record["method"] == "code" and record.get("email", "").lower() == email.lower()
            for record in get_authentication_records(request, user)
        ):
            EmailAddress.objects.get_or_create(
                user=user,
                email=email.lower(),
                defaults={
                    "verified": True,
                    "primary": not EmailAddress.objects.filter(user=user, primary=True).exists(),
                },
            )
        response: HttpResponse | None = super().pre_login(request, user, **login)
        return response


class NameForm(forms.Form):
    """Ask for a name at sign-up; allauth adds the email address."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("As the others at the table call you."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email")

    def signup(self, _request: HttpRequest, user: User) -> None:
        """Give the new user the name."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
