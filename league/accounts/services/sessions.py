"""Services of accounts: sessions, security log, passwords and names."""

from collections.abc import Iterable
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.device import Device
from league.accounts.models import SecurityEvent, SecurityEventKind, UserSession
from league.accounts.queries import has_address, passkeys_of
from league.clubs.errors import ClubError
from league.clubs.models import User
from league.notifications.services.targets import remove_devices_of_session


@transaction.atomic
def open_session(*, user: User, session_key: str, browser: str, now: datetime) -> UserSession:
    """Return the record of a session, updated when it is known."""
    seen = {"user": user, "browser": browser, "last_seen_at": now}
    return UserSession.objects.update_or_create(
        session_key=session_key, defaults=seen, create_defaults={**seen, "created_at": now}
    )[0]


@transaction.atomic
def see_session(*, user: User, session_key: str, browser: str, now: datetime) -> None:
    """Store when a session was last used; an unknown one is added."""
    seen = UserSession.objects.filter(session_key=session_key, user=user)
    if not seen.update(last_seen_at=now, browser=browser):
        open_session(user=user, session_key=session_key, browser=browser, now=now)


@transaction.atomic
def move_session(*, old_key: str, new_key: str) -> None:
    """Store the new key of a session."""
    UserSession.objects.filter(session_key=old_key).update(session_key=new_key)


@transaction.atomic
def end_session(*, user: User, session_id: int) -> int:
    """End one session of a user; return how many ended."""
    return _end(UserSession.objects.filter(user=user, pk=session_id))


@transaction.atomic
def outdate_sessions(*, user_id: int) -> User:
    """Invalidate all sessions of a user; `update_session_auth_hash` keeps the current one."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])
    return user


@transaction.atomic
def end_other_sessions(*, user: User, session_key: str) -> int:
    """End all other sessions of a user; return how many ended."""
    return _end(UserSession.objects.filter(user=user).exclude(session_key=session_key))


@transaction.atomic
def forget_sessions(*, keys: Iterable[str]) -> None:
    """Delete the records of sessions that have ended."""
    UserSession.objects.filter(session_key__in=list(keys)).delete()


def _end(ending: Iterable[UserSession]) -> int:
    keys = [session.session_key for session in ending]
    Session.objects.filter(session_key__in=keys).delete()
    for key in keys:
        remove_devices_of_session(session=key)
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def create_security_event(
    *, user: User | None, kind: SecurityEventKind, device: Device, now: datetime, detail: str = ""
) -> SecurityEvent:
    """Add an event to the security log."""
    values = {"kind": kind, "detail": detail[:200], **device._asdict()}
    return SecurityEvent.objects.create(user=user, created_at=now, **values)


def check_sign_in_method_remains(*, user: User, without: Authenticator) -> None:
    """Raise last_way when a passkey is the user's only sign-in method."""
    others = [key for key in passkeys_of(user) if key.pk != without.pk]
    if not has_address(user) and not any(key.is_sign_in_method for key in others):
        raise ClubError(
            "last_way",
            _("You would lose access. Add an email address or another passkey first."),
        )


@transaction.atomic
def set_password(*, user_id: int, password: str) -> User:
    """Set the password of an account; raise ClubError."""
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.email:
        raise ClubError(
            "password", _("A password needs an email address. Add an email address first.")
        )
    try:
        validate_password(password, user)
    except ValidationError as problem:
        raise ClubError("password", " ".join(problem.messages)) from problem
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def remove_password(*, user_id: int) -> User:
    """Remove the password of an account; raise last_way without an address for codes."""
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.email:
        raise ClubError("last_way", _("You would lose access. Add an email address first."))
    user.set_unusable_password()
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def set_name(*, user_id: int, name: str) -> User:
    """Change the name of an account; its players keep theirs."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.name = name
    user.save(update_fields=["name"])
    return user
