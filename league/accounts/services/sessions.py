"""Keep the list of the browsers in which somebody is signed in, and sign out there."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction

from league.accounts.models import OpenSession
from league.clubs.models import User
from league.notices.services import drop_devices_of_session


@transaction.atomic
def open_session(*, user: User, session_key: str, browser: str, now: datetime) -> OpenSession:
    """Write down that somebody is signed in; the same session again is seen again."""
    opened, _is_new = OpenSession.objects.update_or_create(
        session_key=session_key,
        defaults={"user": user, "browser": browser, "last_seen_at": now},
        create_defaults={
            "user": user,
            "browser": browser,
            "created_at": now,
            "last_seen_at": now,
        },
    )
    return opened


@transaction.atomic
def see_session(*, user: User, session_key: str, browser: str, now: datetime) -> None:
    """Note that a session is in use; one that began before sessions were listed is added."""
    seen = OpenSession.objects.filter(session_key=session_key, user=user)
    if not seen.update(last_seen_at=now, browser=browser):
        open_session(user=user, session_key=session_key, browser=browser, now=now)


@transaction.atomic
def move_session(*, old_key: str, new_key: str) -> None:
    """Follow a session that got a new key, as a change of password gives it."""
    OpenSession.objects.filter(session_key=old_key).update(session_key=new_key)


@transaction.atomic
def end_session(*, user: User, session_id: int) -> int:
    """Sign somebody out of one of their sessions; return how many ended, 0 the second time."""
    return _end(OpenSession.objects.filter(user=user, pk=session_id))


@transaction.atomic
def outdate_sessions(*, user_id: int) -> User:
    """Let no session of somebody sign in any more, whether it is listed or not.

    Who does it from a session goes on in it by `update_session_auth_hash` with the user returned.
    """
    user = User.objects.select_for_update().get(pk=user_id)
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])
    return user


@transaction.atomic
def end_other_sessions(*, user: User, session_key: str) -> int:
    """End all listed sessions of somebody but this one, and return how many those are."""
    return _end(OpenSession.objects.filter(user=user).exclude(session_key=session_key))


@transaction.atomic
def forget_sessions(*, keys: Iterable[str]) -> None:
    """Drop sessions from the list that have ended by themselves."""
    OpenSession.objects.filter(session_key__in=list(keys)).delete()


def _end(ending: Iterable[OpenSession]) -> int:
    keys = [session.session_key for session in ending]
    Session.objects.filter(session_key__in=keys).delete()
    for key in keys:
        drop_devices_of_session(session=key)
    OpenSession.objects.filter(session_key__in=keys).delete()
    return len(keys)
