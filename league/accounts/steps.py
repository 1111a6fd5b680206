"""The steps of signing in, and passkeys, an app and recovery codes in our own words."""

from collections.abc import Callable
from typing import Any, ClassVar

from allauth.account.stages import EmailVerificationStage
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.accounts.limits import SECOND_STEPS, give_back, limits_of, take
from league.accounts.queries import has_any_address, has_second_step
from league.clubs.models import User

LONGEST_NAME = 60


class SecondStep(AuthenticateStage):  # type: ignore[misc]  # allauth is not typed
    """Ask for more than a code or a password only of those who want it.

    A passkey that signs in alone is a way of its own beside the code. Allauth would ask for it
    after each code as well, on devices that do not have it.
    """

    def _should_handle(self, request: HttpRequest) -> bool:
        return bool(super()._should_handle(request)) and has_second_step(self.login.user)


class AddressStep(EmailVerificationStage):  # type: ignore[misc]  # allauth is not typed
    """Ask for proof of an address only of those who have one.

    Who came by a link and added a passkey has none; allauth would send them in circles.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Return what to show before the sign-in goes on, and whether it goes on."""
        # Nobody signs in where an address is known already: allauth shows the same page.
        if self.login.user is not None and not has_any_address(self.login.user):
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer


class WaysAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is not typed
    """Name passkeys, and say what went wrong."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": gettext_lazy(
            "While passkeys or an app protect the account, no address is added. Remove them first."
        ),
        "cannot_delete_authenticator": gettext_lazy("This way in cannot be removed."),
        "incorrect_code": gettext_lazy("That did not work. Try again, or take another way in."),
        "unverified_email": gettext_lazy(
            "One of your email addresses is not confirmed. Confirm or remove it first."
        ),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Recovery codes go with a passkey or an authenticator app. Add one first."
        ),
    }

    def _get_site_name(self) -> str:
        return "Menagerie"

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  # as allauth
        """Return a name for another passkey."""
        known = Authenticator.objects.filter(user=user, type=type).count()
        return _("Passkey %(number)d") % {"number": known + 1} if known else _("Passkey")


class CredentialField(forms.JSONField):
    """What a browser says of a passkey; once refused it is not shown, as it is good for nothing."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Read it; refuse what is nested so deeply that Python gives up."""
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise get_adapter().validation_error("incorrect_code") from error

    def bound_data(self, _data: Any, initial: Any) -> Any:
        """Return nothing of what was sent."""
        return initial


def check_counted(user: User, check: Callable[[], str]) -> str:
    """Check a code of six digits; count it before it is looked at, unless it is right."""
    limits = limits_of(context.request, SECOND_STEPS, user=user)
    take(context.request, limits)
    code = check()
    give_back(limits)
    return code


class CodeForm(AuthenticateForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a code of an app, or a recovery code, after a code or a password."""

    def clean_code(self) -> str:
        """Refuse a wrong code, and any that comes too early."""
        return check_counted(self.user, super().clean_code)


class CodeAgainForm(ReauthenticateForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a code of an app, or a recovery code, of whoever is signed in."""

    def clean_code(self) -> str:
        """Refuse a wrong code, and any that comes too early."""
        return check_counted(self.user, super().clean_code)


class EnterForm(LoginWebAuthnForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a passkey alone."""

    credential = CredentialField()


class SecondStepForm(AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a passkey after a code or a password."""

    credential = CredentialField()


class AgainForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a passkey of whoever is signed in."""

    credential = CredentialField()


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth is not typed
    """Ask for a passkey's name, and what it is for."""

    credential = CredentialField()
    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("So that you know it again: “My phone”."),
        max_length=LONGEST_NAME,
        required=False,
    )
    passwordless = forms.BooleanField(
        label=gettext_lazy("It signs me in by itself"),
        help_text=gettext_lazy(
            "Untick it for a second step instead: then it is asked for after each code or password."
        ),
        required=False,
        initial=True,
    )

    def clean_credential(self) -> dict[str, Any]:
        """Refuse what is no passkey: allauth fails at some of it, and keeps what is empty."""
        credential = self.cleaned_data["credential"]
        try:
            auth.parse_registration_response(credential)
        except (ValueError, KeyError, AttributeError) as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return dict(credential)
