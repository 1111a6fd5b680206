"""Forms and stages of signing in, and passkeys, authenticator apps and recovery codes."""

from typing import Any, ClassVar

from allauth.account.forms import LoginForm
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

from league.accounts.limits import SECOND_FACTORS, give_back_attempt, limits_of, take
from league.accounts.queries import equalise_lookup_time, has_any_address, has_second_factor
from league.clubs.models import User


class AddressForm(LoginForm):
    """Address, and a password of users who have one; without it a code is sent."""

    def _setup_password_field(self) -> None:
        field = self.fields["password"]
        field.required, field.label, field.help_text = False, gettext_lazy("Password"), ""
        field.widget.attrs.pop("placeholder", None)

    def clean_login(self) -> str:
        """Return the address, after the same time whether or not it has an account."""
        login = str(super().clean_login())
        equalise_lookup_time(login)
        return login


class SecondFactorStage(AuthenticateStage):
    """Second factor, which a passkey that signs in alone is not: allauth would ask for it too."""

    def _should_handle(self, request: HttpRequest) -> bool:
        return super()._should_handle(request) and has_second_factor(self.login.user)


class EmailConfirmationStage(EmailVerificationStage):
    """Proof of an address, only of users who have one: allauth sends others in circles."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Return what to show before the sign-in goes on, and whether it goes on."""
        # Nobody signs in where an address is known already: allauth shows the same page.
        if self.login.user is not None and not has_any_address(self.login.user):
            return None, True
        return super().handle()


class SignInMethodsAdapter(DefaultMFAAdapter):
    """Names of passkeys and error messages."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": gettext_lazy(
            "You cannot add an email address while a passkey or an app protects the account. "
            "Remove it first."
        ),
        "cannot_delete_authenticator": gettext_lazy("This sign-in method cannot be removed."),
        "incorrect_code": gettext_lazy("Sign-in failed. Try again or use another sign-in method."),
        "unverified_email": gettext_lazy(
            "One of your email addresses is not confirmed. Confirm or remove it first."
        ),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Recovery codes require a passkey or an authenticator app. Add one first."
        ),
    }

    def _get_site_name(self) -> str:
        return "Menagerie"

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  # as allauth
        """Return a name for another passkey."""
        known = Authenticator.objects.filter(user=user, type=type).count()
        return _("Passkey %(number)d") % {"number": known + 1} if known else _("Passkey")


class CredentialField(forms.JSONField):
    """A browser's answer about a passkey; after an error it is not sent back."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Parse the JSON; refuse one that is nested too deeply."""
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise get_adapter().validation_error("incorrect_code") from error

    def bound_data(self, _data: Any, initial: Any) -> Any:
        """Return the initial value instead of the sent one."""
        return initial


class CountedCode:
    """Mixin of allauth's forms that counts tries of a six-digit code before it is checked."""

    user: User

    def clean_code(self) -> str:
        """Return the code; raise ValidationError, or ImmediateHttpResponse when it is too early."""
        limits = limits_of(context.request, SECOND_FACTORS, user=self.user)
        take(context.request, limits)
        code: str = super().clean_code()  # type: ignore[misc]
        give_back_attempt(limits=limits)
        return code


class PasskeyForm(forms.Form):
    """Mixin of allauth's forms that take a passkey."""

    credential = CredentialField()


class CodeForm(CountedCode, AuthenticateForm):
    """Code of an app, or recovery code, as second factor."""


class CodeReauthenticationForm(CountedCode, ReauthenticateForm):
    """Code of an app, or recovery code, of a user who is signed in."""


class PasskeySignInForm(PasskeyForm, LoginWebAuthnForm):
    """Sign-in by a passkey alone."""


class SecondFactorForm(PasskeyForm, AuthenticateWebAuthnForm):
    """Passkey as second factor."""


class PasskeyReauthenticationForm(PasskeyForm, ReauthenticateWebAuthnForm):
    """Passkey of a user who is signed in."""


class AddPasskeyForm(PasskeyForm, AddWebAuthnForm):
    """New passkey: its name, and whether it signs in alone."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("To recognise it later, for example “My phone”."),
        max_length=60,
        required=False,
    )
    passwordless = forms.BooleanField(
        label=gettext_lazy("Sign in with this passkey alone"),
        help_text=gettext_lazy(
            "If off, the passkey is the second factor: you need it after each code or password."
        ),
        required=False,
        initial=True,
    )

    def clean_credential(self) -> dict[str, Any]:
        """Return a parsed credential: allauth fails at some, and keeps an empty one."""
        credential = self.cleaned_data["credential"]
        try:
            auth.parse_registration_response(credential)
        except (ValueError, KeyError, AttributeError) as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return dict(credential)
