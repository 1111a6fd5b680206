"""Account adapter and sign-up form of allauth."""

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
from league.accounts.limits import (
    MAILS,
    PASSWORDS,
    give_back_attempt,
    limits_of,
    refuse_early,
    take,
)
from league.accounts.models import SecurityEventKind
from league.accounts.services.sessions import create_security_event
from league.clubs.models import NAME_LENGTH, User

# Mails to an address because somebody has typed it.
REQUESTED_MAILS = (
    *("account/email/account_already_exists", "account/email/unknown_account"),
    *("account/email/email_confirmation", "account/email/email_confirmation_signup"),
    "account/email/login_code",
)
STAGES = "league.accounts.two_factor"


class SignInAdapter(DefaultAccountAdapter):
    """Error messages, rate limits, and the log of refused sign-ins."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is disabled. Contact the site administrator."),
        "incorrect_code": _("The code is wrong. Enter the code from the newest email we sent you."),
        "incorrect_password": _("The password is wrong. Try again."),
        "email_password_mismatch": _(
            "The email address and password do not match. Leave the password blank to get a code."
        ),
        "too_many_login_attempts": _("Three codes were wrong. Request a new code."),
        "duplicate_email": _("You have already added this email address."),
        "unverified_primary_email": _("Confirm this address before you make it primary."),
        "cannot_remove_primary_email": _(
            "This is your primary address. Make another address primary first."
        ),
    }

    def is_safe_url(self, url: str | None) -> bool:
        """Say whether an address is one of this site."""
        try:
            return super().is_safe_url(url)
        except ValueError:
            return False

    def pre_login(self, request: HttpRequest, user: User, **login: Any) -> HttpResponse | None:
        """Confirm the address whose code was typed in this session: there may be no row of it."""
        email = (user.email or "").lower()
        records = get_authentication_records(request, user)
        if any(
            each["method"] == "code" and each.get("email", "").lower() == email for each in records
        ):
            is_first = not EmailAddress.objects.filter(user=user, primary=True).exists()
            EmailAddress.objects.get_or_create(
                user=user, email=email, defaults={"verified": True, "primary": is_first}
            )
        return super().pre_login(request, user, **login)

    def get_login_stages(self) -> list[str]:
        """Return allauth's stages, two of them replaced."""
        ours = {
            "allauth.account.stages.EmailVerificationStage": f"{STAGES}.EmailConfirmationStage",
            "allauth.mfa.stages.AuthenticateStage": f"{STAGES}.SecondFactorStage",
        }
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the user of a password, counting the try before it is checked."""
        limits = limits_of(request, PASSWORDS, address=credentials.get("email", ""))
        take(request, limits)
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            give_back_attempt(limits=limits)
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log a wrong password, also of an unknown address, which takes as long."""
        create_security_event(
            user=User.objects.filter(email__iexact=credentials.get("email", "")).first(),
            kind=SecurityEventKind.REFUSED,
            device=device_of(request),
            now=timezone.now(),
            detail=str(_("wrong password")),
        )

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Say whether to ask for a proof again: not shortly after a sign-in of any kind."""
        request = context.request
        records = get_authentication_records(request, request.user)
        newest = max((record["at"] for record in records), default=0)
        if time.time() - newest < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return super().is_reauthentication_required(app=app, **more)

    def send_mail(self, template_prefix: str, email: str, text: dict[str, Any]) -> None:
        """Send a mail, rate-limited, whose links lead to the site's own address."""
        if template_prefix in REQUESTED_MAILS:
            take(self.request, limits_of(self.request, MAILS, address=email))
        device = device_of(self.request)
        site = settings.SITE_URL or f"{self.request.scheme}://{self.request.get_host()}"
        super().send_mail(template_prefix, email, {**text, "site": site, "device": device})


class NameForm(forms.Form):
    """Name at sign-up; allauth adds the email address."""

    name = forms.CharField(
        label=_("Your name"),
        help_text=_("The name other players know you by."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email")

    def clean(self) -> dict[str, Any]:
        """Refuse an account while its address may get no more mail."""
        cleaned = super().clean() or {}
        if email := cleaned.get("email"):
            refuse_early(context.request, limits_of(context.request, MAILS, address=email))
        return cleaned

    def signup(self, _request: HttpRequest, user: User) -> None:
        """Give the new user the name."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
