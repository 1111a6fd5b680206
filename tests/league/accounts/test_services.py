import pytest
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.test import Client

from league.accounts.models import UserSession
from league.accounts.queries import has_second_factor
from league.accounts.services import sessions
from league.clubs.models import User
from tests.factories import make_user
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def add_passkey(user: User, name: str = "Phone", *, signs_in_alone: bool = True) -> Authenticator:
    key: Authenticator = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "signs_in_alone": signs_in_alone, "credential": {}},
    )
    return key


def test_other_sessions_end_and_this_one_stays() -> None:
    user = make_user()
    devices = [Client() for _ in range(3)]
    for device in devices:
        device.force_login(user)
    here = devices[0].session.session_key or ""
    assert sessions.end_other_sessions(user=user, session_key=here) == 2
    assert sessions.end_other_sessions(user=user, session_key=here) == 0
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [here]
    assert list(Session.objects.values_list("session_key", flat=True)) == [here]


def test_session_of_somebody_else_does_not_end() -> None:
    Client().force_login(make_user())
    theirs = UserSession.objects.get()
    assert sessions.end_session(user=make_user(), session_id=theirs.pk) == 0
    assert Session.objects.count() == 1


def test_password_is_set_and_removed_twice() -> None:
    user = make_user("ada@example.org")
    sessions.set_password(user_id=user.pk, password="correct horse battery")
    sessions.set_password(user_id=user.pk, password="correct horse battery")
    user.refresh_from_db()
    assert user.check_password("correct horse battery")
    sessions.remove_password(user_id=user.pk)
    sessions.remove_password(user_id=user.pk)
    user.refresh_from_db()
    assert not user.has_usable_password()


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "This password is too short. It must contain at least 10 characters."),
        ("ada@example.org", "The password is too similar to the email."),
        ("1234567890", "This password is too common."),
    ],
)
def test_password_that_is_easily_guessed_is_refused(password: str, reason: str) -> None:
    user = make_user("ada@example.org")
    with refuses("password") as refusal:
        sessions.set_password(user_id=user.pk, password=password)
    assert reason in str(refusal.value)


def test_password_needs_an_address() -> None:
    user = User.objects.create_user(name="Ada")
    with refuses("password"):
        sessions.set_password(user_id=user.pk, password="correct horse battery")
    with refuses("last_way"):
        sessions.remove_password(user_id=user.pk)


def test_last_way_in_stays() -> None:
    user = User.objects.create_user(name="Ada")
    phone = add_passkey(user)
    step = add_passkey(user, "Key", signs_in_alone=False)
    with refuses("last_way"):
        sessions.check_sign_in_method_remains(user=user, without=phone)
    sessions.check_sign_in_method_remains(user=user, without=step)
    add_passkey(user, "Laptop")
    sessions.check_sign_in_method_remains(user=user, without=phone)


def test_address_is_a_way_in_beside_a_passkey() -> None:
    user = make_user("ada@example.org")
    sessions.check_sign_in_method_remains(user=user, without=add_passkey(user))


def test_passkey_that_signs_in_alone_is_no_second_step() -> None:
    user = make_user("ada@example.org")
    add_passkey(user)
    assert has_second_factor(user) is False
    add_passkey(user, signs_in_alone=False)
    assert has_second_factor(user) is True
