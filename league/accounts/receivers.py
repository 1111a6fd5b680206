"""Hear from Django and allauth what happens to an account, and write it down."""

from typing import Any

from allauth.account import signals as account
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.accounts import services
from league.accounts.device import device_of
from league.accounts.known_devices import remember_device
from league.accounts.middleware import mark_seen
from league.accounts.models import EventKind
from league.accounts.noting import note
from league.clubs.models import User
from league.clubs.services import choose_language


def connect() -> None:
    """Connect all receivers."""
    user_logged_in.connect(keep_language)
    user_logged_in.connect(keep_session)
    user_logged_out.connect(drop_session)
    account.login_code_rejected.connect(note_wrong_code)
    account.email_added.connect(note_added_address)
    account.email_removed.connect(note_removed_address)
    account.email_changed.connect(note_main_address)
    mfa.authentication_failed.connect(note_wrong_second_step)
    mfa.authenticator_added.connect(note_added_way)
    mfa.authenticator_reset.connect(note_added_way)
    mfa.authenticator_removed.connect(note_removed_way)


def keep_language(*, user: User, **_context: Any) -> None:
    """Let what is sent to who has chosen no language be in the one that they sign in by."""
    if not user.language:
        user.language = get_language() or settings.LANGUAGE_CODE
        choose_language(user_id=user.pk, language=user.language)


def keep_session(*, request: HttpRequest, user: User, **_context: Any) -> None:
    """List the session of who has just signed in."""
    key = request.session.session_key
    if key is None:
        return
    browser = device_of(request).browser
    services.open_session(user=user, session_key=key, browser=browser, now=timezone.now())
    mark_seen(key)
    remember_device(request, user)
    note(request, user, EventKind.SIGN_IN, way_used(request, user))


def way_used(request: HttpRequest, user: User) -> str:
    """Say how somebody has signed in, in words."""
    words = {
        "code": _("by a code from a mail"),
        "password": _("with a password"),
        "mfa": _("with a second step"),
    }
    records = get_authentication_records(request, user)
    if any(record.get("passwordless") for record in records):
        return _("with a passkey")
    ways = [words[record["method"]] for record in records if record["method"] in words]
    return ", ".join(dict.fromkeys(ways)) or _("by a link")


def drop_session(*, request: HttpRequest | None, **_context: Any) -> None:
    """Take the session that ends off the list."""
    key = request.session.session_key if request is not None else None
    if key:
        services.forget_sessions(keys=[key])


def note_wrong_code(*, request: HttpRequest, user: User, **_context: Any) -> None:
    """Write down a code from a mail that was wrong."""
    note(request, user, EventKind.REFUSED, _("wrong code"))


def note_wrong_second_step(*, request: HttpRequest, user: User, **_context: Any) -> None:
    """Write down a second step that was wrong."""
    note(request, user, EventKind.REFUSED, _("wrong code at the second step"))


def note_added_address(
    *, request: HttpRequest, user: User, email_address: EmailAddress, **_context: Any
) -> None:
    """Write down a new address."""
    note(request, user, EventKind.EMAIL, _("%(email)s added") % {"email": email_address.email})


def note_removed_address(
    *, request: HttpRequest, user: User, email_address: EmailAddress, **_context: Any
) -> None:
    """Write down an address that is gone."""
    note(request, user, EventKind.EMAIL, _("%(email)s removed") % {"email": email_address.email})


def note_main_address(
    *, request: HttpRequest, user: User, to_email_address: EmailAddress, **_context: Any
) -> None:
    """Write down another main address."""
    said = _("%(email)s is the main address") % {"email": to_email_address.email}
    note(request, user, EventKind.EMAIL, said)


def name_way(authenticator: Authenticator) -> str:
    """Say which way in this is."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        return _("passkey “%(name)s”") % {"name": authenticator.data.get("name", "")}
    if authenticator.type == Authenticator.Type.TOTP:
        return _("authenticator app")
    return _("recovery codes")


def note_added_way(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_context: Any
) -> None:
    """Write down a new way in; of a passkey also whether it signs in alone, as its form asked."""
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        authenticator.data["signs_in_alone"] = bool(request.POST.get("passwordless"))
        authenticator.save(update_fields=["data"])
    note(request, user, EventKind.WAY_ADDED, name_way(authenticator))


def note_removed_way(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_context: Any
) -> None:
    """Write down a way in that is gone."""
    note(request, user, EventKind.WAY_REMOVED, name_way(authenticator))
