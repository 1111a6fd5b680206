"""Receivers of the signals of Django and allauth: sessions and the security log."""

from typing import Any

from allauth.account import signals as account
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.accounts.device import device_of
from league.accounts.middleware import mark_seen, remember_device
from league.accounts.models import SecurityEventKind
from league.accounts.services import sessions
from league.clubs.models import User
from league.clubs.services import choose_language
from league.notifications.services.targets import remove_devices_of_session


def connect() -> None:
    """Connect all receivers."""
    user_logged_in.connect(store_language)
    user_logged_in.connect(store_session)
    user_logged_out.connect(drop_session)
    account.login_code_rejected.connect(log_wrong_code)
    for signal in (account.email_added, account.email_removed, account.email_changed):
        signal.connect(log_address)
    mfa.authentication_failed.connect(log_wrong_code)
    mfa.authenticator_added.connect(log_added_method)
    mfa.authenticator_reset.connect(log_added_method)
    mfa.authenticator_removed.connect(log_removed_method)


def store_language(*, user: User, **_context: Any) -> None:
    """Store the language at the first sign-in."""
    if not user.language:
        user.language = get_language() or settings.LANGUAGE_CODE
        choose_language(user_id=user.pk, language=user.language)


def store_session(*, request: HttpRequest, user: User, **_context: Any) -> None:
    """Store the session of a sign-in and log it."""
    key = request.session.session_key
    if key is None:
        return
    browser = device_of(request).browser
    sessions.open_session(user=user, session_key=key, browser=browser, now=timezone.now())
    mark_seen(key)
    remember_device(request, user)
    log_security_event(request, user, SecurityEventKind.SIGN_IN, method_used(request, user))


def method_used(request: HttpRequest, user: User) -> str:
    """Return the label of the sign-in method used."""
    labels = {
        "code": _("code by email"),
        "password": _("password"),
        "mfa": _("two-factor authentication"),
    }
    records = get_authentication_records(request, user)
    if any(record.get("passwordless") for record in records):
        return _("passkey")
    used = [labels[record["method"]] for record in records if record["method"] in labels]
    return ", ".join(dict.fromkeys(used)) or _("sign-in link")


def drop_session(*, request: HttpRequest | None, **_context: Any) -> None:
    """Delete the record and the devices of a session that ends."""
    key = request.session.session_key if request is not None else None
    if key:
        sessions.forget_sessions(keys=[key])
        remove_devices_of_session(session=key)


def log_wrong_code(*, signal: Signal, request: HttpRequest, user: User, **_context: Any) -> None:
    """Log a wrong code of a mail or of a second factor."""
    is_mailed = signal is account.login_code_rejected
    detail = _("wrong code") if is_mailed else _("wrong two-factor code")
    log_security_event(request, user, SecurityEventKind.REFUSED, detail)


def log_address(*, signal: Signal, request: HttpRequest, user: User, **context: Any) -> None:
    """Log that an address is added, removed or the main one."""
    details = {
        account.email_added: _("%(email)s added"),
        account.email_removed: _("%(email)s removed"),
        account.email_changed: _("%(email)s is the primary address"),
    }
    address: EmailAddress = context.get("email_address") or context["to_email_address"]
    detail = details[signal] % {"email": address.email}
    log_security_event(request, user, SecurityEventKind.EMAIL, detail)


def method_name(authenticator: Authenticator) -> str:
    """Return the label of a sign-in method."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        return _("passkey “%(name)s”") % {"name": authenticator.data.get("name", "")}
    if authenticator.type == Authenticator.Type.TOTP:
        return _("authenticator app")
    return _("recovery codes")


def log_added_method(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_context: Any
) -> None:
    """Log a new sign-in method; store whether a passkey signs in alone."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        authenticator.data["signs_in_alone"] = bool(request.POST.get("passwordless"))
        authenticator.save(update_fields=["data"])
    log_security_event(request, user, SecurityEventKind.METHOD_ADDED, method_name(authenticator))


def log_removed_method(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_context: Any
) -> None:
    """Log a removed sign-in method."""
    log_security_event(request, user, SecurityEventKind.METHOD_REMOVED, method_name(authenticator))


def log_security_event(
    request: HttpRequest, user: User | None, kind: SecurityEventKind, detail: str = ""
) -> None:
    """Add an event of a request to the security log."""
    sessions.create_security_event(
        user=user, kind=kind, device=device_of(request), now=timezone.now(), detail=detail
    )
