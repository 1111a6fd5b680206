import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from league.accounts.models import SecurityEvent, UserSession
from league.clubs.models import User
from tests.factories import make_club, make_player, make_user
from tests.league.accounts.test_services import add_passkey

pytestmark = pytest.mark.django_db

ACCOUNT = "/accounts/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sign_in_now(client: Client, user: User) -> None:
    """Sign in as by a code of this moment, so that ways in may be changed."""
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def test_account_belongs_to_who_is_signed_in(client: Client) -> None:
    for name in ("account", "log", "clubs", "password", "remove_password", "add_passkey"):
        response = client.get(reverse(f"accounts:{name}"))
        assert (name, response.status_code) == (name, 302)
        assert response["Location"].startswith("/accounts/login/")


def test_account_page_gathers_everything(client: Client) -> None:
    user = make_user("ada@example.org", name="Ada")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    make_player(make_club("Zoo Club"), "Ada L.", user=user)
    add_passkey(user, "My phone")
    client.force_login(user)
    page = client.get(ACCOUNT).content.decode()
    shown = (
        'value="Ada"',
        "Zoo Club",
        "as Ada L.",
        "My phone",
        "Not set (optional)",
        "This browser",
        "Signed in: sign-in link",
    )
    assert [words for words in shown if words not in page] == []


def test_account_page_takes_as_many_queries_for_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        user = make_user()
        for number in range(count):
            make_player(user=user)
            add_passkey(user, f"Phone {number}")
            EmailAddress.objects.create(user=user, email=f"{count}-{number}@example.org")
            client = Client()
            client.force_login(user)
        with django_assert_num_queries(8):
            client.get(ACCOUNT)


def test_name_is_changed_and_players_keep_theirs(client: Client) -> None:
    user = make_user(name="Ada")
    player = make_player(name="Ada", user=user)
    client.force_login(user)
    client.post(reverse("accounts:set_name"), {"name": "Countess"})
    user.refresh_from_db()
    player.refresh_from_db()
    assert (user.name, player.name) == ("Countess", "Ada")
    response = client.post(reverse("accounts:set_name"), {"name": ""}, follow=True)
    assert "Enter a name of at most 80 characters." in response.content.decode()


@pytest.mark.parametrize("count", [1, 3, 20])
def test_menu_lists_every_club(
    client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    user = make_user()
    for number in range(count):
        make_player(make_club(f"Club {number:02}"), user=user)
    client.force_login(user)
    with django_assert_num_queries(3):
        piece = client.get(reverse("accounts:clubs"), headers={"HX-Request": "true"})
    page = client.get(reverse("accounts:clubs")).content.decode()
    names = [f"Club {number:02}" for number in range(count)]
    assert [name for name in names if f"<span>{name}</span>" not in piece.content.decode()] == []
    assert [name for name in names if name not in page] == []
    assert "<html" not in piece.content.decode()


def test_one_session_ends(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    phone = Client(headers={"User-Agent": FIREFOX})
    phone.force_login(user)
    phone.get("/")
    other = UserSession.objects.get(session_key=phone.session.session_key)
    for _ in range(2):
        client.post(reverse("accounts:end_session", args=[other.pk]))
    assert get_user(phone).is_anonymous
    assert get_user(client) == user
    ended = SecurityEvent.objects.filter(kind="signed_out")
    assert list(ended.values_list("detail", flat=True)) == [str(other)]


def test_session_of_others_is_not_found(client: Client) -> None:
    Client().force_login(make_user())
    theirs = UserSession.objects.get()
    client.force_login(make_user())
    assert client.post(reverse("accounts:end_session", args=[theirs.pk])).status_code == 404


def test_own_session_ends_by_signing_out(client: Client) -> None:
    client.force_login(make_user())
    response = client.post(reverse("accounts:end_session", args=[UserSession.objects.get().pk]))
    assert response["Location"] == "/accounts/logout/"
    client.post("/accounts/logout/")
    assert UserSession.objects.count() == 0


def test_signing_out_everywhere_leaves_this_browser(client: Client) -> None:
    user = make_user()
    others = [Client(), Client()]
    for device in (client, *others):
        device.force_login(user)
    response = client.post(reverse("accounts:end_other_sessions"), follow=True)
    assert "Signed out of 2 other browsers." in response.content.decode()
    assert [get_user(other).is_anonymous for other in others] == [True, True]
    assert get_user(client) == user


def test_signing_out_everywhere_ends_sessions_that_are_not_listed(client: Client) -> None:
    user = make_user()
    dormant = Client()
    for device in (client, dormant):
        device.force_login(user)
    UserSession.objects.all().delete()
    page = client.get(ACCOUNT).content.decode()
    assert "Sign out other browsers" in page
    response = client.post(reverse("accounts:end_other_sessions"), follow=True)
    assert "Signed out of all other browsers." in response.content.decode()
    assert (get_user(client), get_user(dormant).is_anonymous) == (user, True)
    dormant.force_login(User.objects.get())
    client.post(reverse("accounts:end_other_sessions"))
    assert (get_user(client), get_user(dormant).is_anonymous) == (user, True)


def test_use_is_written_once_an_hour(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    start = datetime(2026, 11, 6, 19, 30, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as clock:
        client.force_login(make_user())
        clock.shift(timedelta(minutes=59))
        client.get(ACCOUNT)
        assert UserSession.objects.get().last_seen_at == start
        clock.shift(timedelta(minutes=2))
        # The cache has a clock of its own.
        cache.clear()
        client.get(ACCOUNT, headers={"User-Agent": FIREFOX})
        client.get(ACCOUNT)
        seen = UserSession.objects.get()
    assert (seen.last_seen_at, seen.browser) == (start + timedelta(minutes=61), "Firefox, Linux")


def test_session_from_before_the_list_is_listed(client: Client) -> None:
    client.force_login(make_user())
    UserSession.objects.all().delete()
    cache.clear()
    client.get(ACCOUNT)
    assert [kept.session_key for kept in UserSession.objects.all()] == [client.session.session_key]


def test_log_says_what_happened_where(client: Client, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    user = make_user("ada@example.org")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    from_afar = {"User-Agent": FIREFOX, "X-Forwarded-For": "10.0.0.1, 203.0.113.77"}
    Client().post(
        "/accounts/login/", {"login": "ada@example.org", "password": "no"}, headers=from_afar
    )
    client.force_login(user)
    page = client.get(reverse("accounts:log")).content.decode()
    assert "Sign-in failed: wrong password" in page
    assert "Firefox, Linux · 203.0.113.*" in page
    assert "203.0.113.77" not in page


def test_address_of_a_visitor_is_not_believed_without_a_proxy(client: Client) -> None:
    client.post(
        "/accounts/login/",
        {"login": "ada@example.org", "password": "no"},
        headers={"X-Forwarded-For": "203.0.113.77"},
    )
    assert SecurityEvent.objects.get().network == "127.0.0.*"


def test_setting_a_password_signs_out_others_and_tells(client: Client) -> None:
    user = make_user("ada@example.org")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    other = Client()
    for device in (client, other):
        sign_in_now(device, user)
    response = client.post(
        reverse("accounts:password"), {"password": "correct horse battery"}, follow=True
    )
    assert "Password set. Other browsers are signed out." in response.content.decode()
    assert (get_user(client), get_user(other).is_anonymous) == (user, True)
    assert [kept.session_key for kept in UserSession.objects.all()] == [client.session.session_key]
    assert [(m.to, m.subject) for m in mail.outbox] == [
        (["ada@example.org"], "A password was set for your Menagerie account")
    ]
    client.post(reverse("accounts:remove_password"))
    assert mail.outbox[1].subject == "Your Menagerie password was removed"
    ways = SecurityEvent.objects.filter(detail="password").order_by("pk")
    assert list(ways.values_list("kind", flat=True)) == ["method_added", "method_removed"]


def test_refused_password_is_told_at_its_field(client: Client) -> None:
    client.force_login(make_user("ada@example.org"))
    page = client.post(reverse("accounts:password"), {"password": "short"}).content.decode()
    assert 'id="id_password_error"><li>This password is too short.' in page


def test_long_after_the_sign_in_one_is_asked_again(client: Client) -> None:
    user = make_user("ada@example.org", password="correct horse battery")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    given = {"login": "ada@example.org", "password": "correct horse battery"}
    client.post("/accounts/login/", given)
    assert client.get(reverse("accounts:password")).status_code == 200
    with time_machine.travel(time.time() + 16 * 60):
        response = client.get(reverse("accounts:password"))
        assert response["Location"].startswith("/accounts/reauthenticate/")
        page = client.get(response["Location"]).content.decode()
        assert "Cannot use any of these? Sign out, sign in with a code" in page
        client.post(response["Location"], {"password": "correct horse battery"})
        assert client.get(reverse("accounts:password")).status_code == 200


def test_only_passkey_of_who_has_no_address_stays(client: Client) -> None:
    user = User.objects.create_user(name="Ada")
    key = add_passkey(user)
    sign_in_now(client, user)
    response = client.post(reverse("accounts:remove_passkey", args=[key.pk]), follow=True)
    assert "You would lose access." in response.content.decode()
    user.email = "ada@example.org"
    user.save()
    response = client.post(reverse("accounts:remove_passkey", args=[key.pk]), follow=True)
    assert "Passkey removed." in response.content.decode()
    assert client.get(reverse("accounts:remove_passkey", args=[key.pk])).status_code == 404


def test_changed_addresses_are_written_down(client: Client) -> None:
    user = make_user("ada@example.org")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=user, email="countess@example.org", verified=True)
    client.force_login(user)
    email = {"email": "countess@example.org"}
    client.post("/accounts/email/", {"action_primary": "", **email})
    client.post("/accounts/email/", {"action_remove": "", "email": "ada@example.org"})
    client.post("/accounts/email/", {"action_remove": "", **email})
    found = SecurityEvent.objects.filter(kind="email").order_by("pk")
    assert list(found.values_list("detail", flat=True)) == [
        "countess@example.org is the primary address",
        "ada@example.org removed",
    ]
    user.refresh_from_db()
    assert user.email == "countess@example.org"
