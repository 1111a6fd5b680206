"""What signing in adds to allauth: a name at sign-up, and our own words."""

import time
from typing import Any, ClassVar

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.accounts.device import device_of
from league.accounts.limits import MAILS, PASSWORDS, give_back, limits_of, refuse_early, take
from league.accounts.models import EventKind
from league.accounts.services import note_event
from league.clubs.models import NAME_LENGTH, User

ASKED_FOR = {
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "login_code",
        "unknown_account",
    )
}
"""The mails that go to an address because somebody has typed it."""


class SignInAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is not typed
    """Say what went wrong in words that tell what to do, and write down who was refused."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is switched off. Ask the host of this site."),
        "incorrect_code": _(
            "This is not the code. Type it as it stands in the newest mail we sent you."
        ),
        "incorrect_password": _("This is not your password."),
        "email_password_mismatch": _(
            "Address and password do not go together. Leave the password blank to get a code."
        ),
        "too_many_login_attempts": _("Three codes were wrong. Ask for a new code."),
        "duplicate_email": _("You have this address already."),
        "unverified_primary_email": _("Confirm this address before you make it the main one."),
        "cannot_remove_primary_email": _(
            "This is your main address. Make another one the main one first."
        ),
    }

    def is_safe_url(self, url: str | None) -> bool:
        """Say whether an address is one of this site; what is no address at all is none."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

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

    def get_login_stages(self) -> list[str]:
        """Return allauth's steps of signing in, two of them our own."""
        ours = {
            "allauth.account.stages.EmailVerificationStage": "league.accounts.steps.AddressStep",
            "allauth.mfa.stages.AuthenticateStage": "league.accounts.steps.SecondStep",
        }
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return whose password this is; count it before it is looked at, unless it is right."""
        limits = limits_of(request, PASSWORDS, address=credentials.get("email", ""))
        take(request, limits)
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            give_back(limits)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Write down a wrong password; also for an address that nobody has, which takes as long."""
        user = User.objects.filter(email__iexact=credentials.get("email", "")).first()
        note_event(
            user=user,
            kind=EventKind.REFUSED,
            device=device_of(request),
            now=timezone.now(),
            detail=str(_("wrong password")),
        )

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Say whether to prove again who one is: not shortly after a sign-in, however it was."""
        request = context.request
        records = get_authentication_records(request, request.user)
        newest = max((record["at"] for record in records), default=0)
        if time.time() - newest < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **more))

    def send_mail(self, template_prefix: str, email: str, words: dict[str, Any]) -> None:
        """Send a mail whose links lead to the site's own address, not to what a request named.

        Of those that whoever knows an address can have sent there, only so many.
        """
        if template_prefix in ASKED_FOR:
            take(self.request, limits_of(self.request, MAILS, address=email))
        device = device_of(self.request)
        site = settings.SITE_URL or f"{self.request.scheme}://{self.request.get_host()}"
        super().send_mail(template_prefix, email, {**words, "site": site, "device": device})


class NameForm(forms.Form):
    """Ask for a name at sign-up; allauth adds the email address."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("As the others at the table call you."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email")

    def clean(self) -> dict[str, Any]:
        """Make no account while no mail can go to its address."""
        cleaned = super().clean() or {}
        if email := cleaned.get("email"):
            refuse_early(context.request, limits_of(context.request, MAILS, address=email))
        return cleaned

    def signup(self, _request: HttpRequest, user: User) -> None:
        """Give the new user the name."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
