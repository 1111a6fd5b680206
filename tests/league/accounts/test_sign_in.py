"""Signing in by a code from a mail, from the first page to the last refusal."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from league.accounts.models import SecurityEvent
from league.accounts.sign_in import SignInAdapter
from league.accounts.two_factor import SignInMethodsAdapter
from league.clubs.models import User
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
LOGIN_CODE = "/accounts/login/code/confirm/"
SIGNUP = "/accounts/signup/"
PASSKEY = "/accounts/2fa/webauthn/login/"
SIGNUP_CODE = "/accounts/confirm-email/"
WRONG_CODE = "The code is wrong. Enter the code from the newest email we sent you."


def read_code() -> str:
    """Return the code of the newest mail; it stands alone on its line and in the subject."""
    message = mail.outbox[-1]
    (code,) = re.findall(r"^    (\S+)$", str(message.body), flags=re.MULTILINE)
    assert message.subject.startswith(f"{code} ")
    return str(code)


def words(response: object) -> str:
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def signed_in(client: Client) -> str:
    """Return the address of who is signed in, or nothing."""
    return str(getattr(get_user(client), "email", ""))


def ask_for_code(client: Client, email: str, url: str = LOGIN) -> None:
    response = client.post(url, {"login": email})
    assert response.status_code == 302
    assert response["Location"].startswith(LOGIN_CODE)


def test_site_without_mail_names_the_way_in_that_works(client: Client, settings: Settings) -> None:
    settings.SENDS_MAIL = False
    page = words(client.get(LOGIN))
    assert "This site cannot send email. Ask an organiser of your club" in page
    assert "Create account" not in page

    make_user("anna@example.org")
    ask_for_code(client, "anna@example.org")
    page = words(client.get(LOGIN_CODE))
    assert "in the folder “mail” of the site’s data" in page
    assert "A code was sent" not in page


def test_site_with_mail_sends_a_code_and_names_the_other_way(
    client: Client, settings: Settings
) -> None:
    settings.SENDS_MAIL = True
    page = words(client.get(LOGIN))
    assert "Enter your email address to get a code." in page
    assert "Create account" in page
    assert "An organiser of your club can show you a sign-in code." in page

    make_user("anna@example.org")
    ask_for_code(client, "anna@example.org")
    page = words(client.get(LOGIN_CODE))
    assert "Check the spam folder too." in page
    assert "A code was sent to anna@example.org." in page


def test_code_of_the_mail_signs_in_and_leads_back(client: Client) -> None:
    make_user("ada@example.org")
    response = client.post(LOGIN, {"login": "ada@example.org", "next": "/c/zoo/players/"})
    code_page = response["Location"]
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    response = client.post(code_page, {"code": read_code(), "next": "/c/zoo/players/"})
    assert response["Location"] == "/c/zoo/players/"
    assert signed_in(client) == "ada@example.org"


def test_sign_in_confirms_the_address(client: Client) -> None:
    user = make_user("ada@example.org")
    ask_for_code(client, "ada@example.org")
    client.post(LOGIN_CODE, {"code": read_code()})
    assert list(EmailAddress.objects.values_list("user", "email", "verified")) == [
        (user.pk, "ada@example.org", True)
    ]


@pytest.mark.databases
def test_address_may_be_written_in_capitals(client: Client) -> None:
    make_user("ada@example.org")
    ask_for_code(client, "Ada@Example.ORG")
    client.post(LOGIN_CODE, {"code": read_code().lower()})
    assert signed_in(client) == "ada@example.org"


def test_sign_in_leads_nowhere_else_than_to_this_site(client: Client) -> None:
    make_user("ada@example.org")
    response = client.post(LOGIN, {"login": "ada@example.org", "next": "https://evil.example/"})
    response = client.post(
        response["Location"], {"code": read_code(), "next": "https://evil.example/"}
    )
    assert response["Location"] == "/"


def test_wrong_code_is_refused_at_its_field(client: Client) -> None:
    make_user("ada@example.org")
    ask_for_code(client, "ada@example.org")
    page = words(client.post(LOGIN_CODE, {"code": "AAAA-AAAA"}))
    assert f'<ul class="errorlist" id="id_code_error"><li>{WRONG_CODE}</li></ul>' in page
    assert 'value="AAAA-AAAA"' in page
    assert signed_in(client) == ""


def test_third_wrong_code_ends_the_attempt(client: Client) -> None:
    make_user("ada@example.org")
    ask_for_code(client, "ada@example.org")
    code = read_code()
    for _ in range(3):
        client.post(LOGIN_CODE, {"code": "AAAA-AAAA"})
    response = client.post(LOGIN_CODE, {"code": code}, follow=True)
    assert "Three codes were wrong. Request a new code." in words(response)
    assert signed_in(client) == ""


def test_code_works_for_fifteen_minutes(client: Client) -> None:
    make_user("ada@example.org")
    start = datetime(2026, 11, 6, 19, 30, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as clock:
        ask_for_code(client, "ada@example.org")
        clock.shift(timedelta(minutes=15, seconds=1))
        client.post(LOGIN_CODE, {"code": read_code()})
        assert signed_in(client) == ""
        ask_for_code(client, "ada@example.org")
        clock.shift(timedelta(minutes=14, seconds=59))
        client.post(LOGIN_CODE, {"code": read_code()})
        assert signed_in(client) == "ada@example.org"


def test_new_code_replaces_the_first(client: Client) -> None:
    make_user("ada@example.org")
    ask_for_code(client, "ada@example.org")
    first = read_code()
    client.post(LOGIN_CODE, {"action": "resend"})
    second = read_code()
    assert first != second
    client.post(LOGIN_CODE, {"code": first})
    assert signed_in(client) == ""
    client.post(LOGIN_CODE, {"code": second})
    assert signed_in(client) == "ada@example.org"


def test_unknown_address_looks_like_a_known_one(client: Client) -> None:
    make_user("known@example.org")
    pages = []
    for email in ("known@example.org", "other@example.org"):
        visitor = Client()
        response = visitor.post(LOGIN, {"login": email}, follow=True)
        page = re.sub(r'(csrfmiddlewaretoken" value=|x-csrftoken": )"\w+"', "", words(response))
        pages.append(page.replace(email, ""))
    assert pages[0] == pages[1]
    assert mail.outbox[1].subject == "No Menagerie account with this address"
    assert "http://testserver/accounts/signup/" in mail.outbox[1].body


def test_wrong_password_is_answered_as_an_unknown_address(client: Client) -> None:
    make_user("known@example.org", password="a long password")
    answers = []
    for email in ("known@example.org", "other@example.org"):
        response = Client().post(LOGIN, {"login": email, "password": "not this one"})
        page = re.sub(r'(csrfmiddlewaretoken" value=|x-csrftoken": )"\w+"', "", words(response))
        answers.append((response.status_code, page.replace(email, "")))
    assert answers[0] == answers[1]
    assert "The email address and password do not match." in answers[0][1]
    refused = SecurityEvent.objects.order_by("pk").values_list("user__email", "kind", "detail")
    assert list(refused) == [
        ("known@example.org", "refused", "wrong password"),
        (None, "refused", "wrong password"),
    ]


@time_machine.travel(NOW, tick=False)
def test_password_signs_in_until_it_was_wrong_too_often(client: Client) -> None:
    user = make_user("ada@example.org", password="a long password")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    client.post(LOGIN, {"login": "ada@example.org", "password": "a long password"})
    assert signed_in(client) == "ada@example.org"
    for _ in range(5):
        Client().post(LOGIN, {"login": "ada@example.org", "password": "not this one"})
    late = Client()
    page = words(late.post(LOGIN, {"login": "ada@example.org", "password": "a long password"}))
    assert "Wait 1 minute, then go back and try again." in page
    assert signed_in(late) == ""


def test_links_in_mails_lead_to_the_address_of_the_site(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://games.example.org"
    client.post(LOGIN, {"login": "other@example.org"})
    assert "https://games.example.org/accounts/signup/" in mail.outbox[0].body
    assert "testserver" not in mail.outbox[0].body


@time_machine.travel(NOW, tick=False)
def test_fourth_code_within_a_minute_is_refused(client: Client) -> None:
    make_user("ada@example.org")
    for _ in range(3):
        ask_for_code(Client(), "ada@example.org")
    page = words(client.post(LOGIN, {"login": "ada@example.org"}))
    assert "Wait 1 minute, then go back and try again." in page
    assert len(mail.outbox) == 3


def test_hasty_network_gets_words(client: Client) -> None:
    for number in range(30):
        client.post(LOGIN, {"login": f"not an address {number}"})
    response = client.post(LOGIN, {"login": "ada@example.org"})
    assert response.status_code == 429
    assert "Too many requests" in words(response)


@pytest.mark.parametrize("credential", ["", "no JSON", "{}", '{"id": "AA", "rawId": "AA"}'])
def test_wrong_passkey_is_refused_in_words_and_written_down(
    client: Client, credential: str
) -> None:
    response = client.post(PASSKEY, {"credential": credential}, follow=True)
    assert response.redirect_chain == [(LOGIN, 302)]
    assert signed_in(client) == ""
    kept = SecurityEvent.objects.get()
    assert (kept.user, kept.kind, kept.detail) == (None, "refused", "wrong passkey")


def test_passkeys_cannot_be_tried_for_ever(client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"passkey": 2}
    answers = [client.post(PASSKEY, {"credential": "{}"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Too many requests" in words(answers[2])


def test_sign_up_with_a_known_address_looks_as_with_another() -> None:
    make_user("known@example.org")
    answers = []
    for email in ("known@example.org", "other@example.org"):
        visitor = Client()
        response = visitor.post(SIGNUP, {"name": "Ada", "email": email}, follow=True)
        pages = [words(response), words(visitor.post(SIGNUP_CODE, {"code": "WRONG1"}))]
        token = r'(csrfmiddlewaretoken" value=|x-csrftoken": )"\w+"'
        same = [re.sub(token, "", page).replace(email, "") for page in pages]
        answers.append((response.redirect_chain, same))
    assert answers[0] == answers[1]


def test_wrong_code_is_answered_alike_whether_there_is_an_account() -> None:
    make_user("known@example.org")
    answers = []
    for email in ("known@example.org", "other@example.org"):
        visitor = Client()
        ask_for_code(visitor, email)
        tried = [visitor.post(LOGIN_CODE, {"code": "WRONG1"}) for _ in range(3)]
        places = [(answer.status_code, answer.headers.get("Location")) for answer in tried]
        answers.append((places, [WRONG_CODE in words(answer) for answer in tried]))
    assert answers[0] == answers[1]


def test_account_switched_off_cannot_sign_in(client: Client) -> None:
    make_user("ada@example.org", is_active=False)
    ask_for_code(client, "ada@example.org")
    assert mail.outbox[0].subject == "No Menagerie account with this address"


def test_sign_up_takes_name_and_address_and_a_code(client: Client) -> None:
    response = client.post(SIGNUP, {"name": "Ada Lovelace", "email": "ada@example.org"})
    assert response["Location"].startswith(SIGNUP_CODE)
    assert signed_in(client) == ""
    client.post(SIGNUP_CODE, {"code": read_code()})
    assert signed_in(client) == "ada@example.org"
    user = User.objects.get()
    assert (user.name, user.has_usable_password()) == ("Ada Lovelace", False)


def test_sign_up_refuses_a_wrong_code_at_its_field(client: Client) -> None:
    client.post(SIGNUP, {"name": "Ada", "email": "ada@example.org"})
    page = words(client.post(SIGNUP_CODE, {"code": "AAAA-AAAA"}))
    assert f'<ul class="errorlist" id="id_code_error"><li>{WRONG_CODE}</li></ul>' in page
    assert signed_in(client) == ""


def test_sign_up_keeps_what_was_typed(client: Client) -> None:
    page = words(client.post(SIGNUP, {"name": "Ä" * 81, "email": "ada@example"}))
    assert 'id="id_name_error"' in page
    assert 'id="id_email_error"' in page
    assert f'value="{"Ä" * 81}"' in page
    assert User.objects.count() == 0


def test_sign_up_with_a_known_address_makes_no_second_account(client: Client) -> None:
    make_user("ada@example.org", name="Ada")
    response = client.post(SIGNUP, {"name": "Eve", "email": "ada@example.org"})
    assert response["Location"].startswith(SIGNUP_CODE)
    assert list(User.objects.values_list("name", flat=True)) == ["Ada"]
    assert mail.outbox[0].subject == "You already have a Menagerie account"
    assert "http://testserver/accounts/login/" in mail.outbox[0].body


def test_sign_out_needs_a_post(client: Client) -> None:
    client.force_login(make_user("ada@example.org"))
    assert "Sign out?" in words(client.get("/accounts/logout/"))
    assert signed_in(client) == "ada@example.org"
    client.post("/accounts/logout/")
    assert signed_in(client) == ""


def test_admin_has_no_door_of_its_own(client: Client) -> None:
    response = client.get("/admin/login/?next=/admin/")
    assert response["Location"] == "/accounts/login/?next=%2Fadmin%2F"


def test_admin_is_closed_for_people_without_the_right(client: Client) -> None:
    client.force_login(make_user("ada@example.org"))
    response = client.get("/admin/login/?next=/admin/")
    assert response.status_code == 403
    assert "No access" in words(response)


@pytest.mark.parametrize(
    ("page", "place"),
    [
        ("password/reset/", LOGIN),
        ("password/set/", "/accounts/password/"),
        ("password/change/", "/accounts/password/"),
        ("login/code/?next=/c/zoo/", f"{LOGIN}?next=/c/zoo/"),
        ("2fa/", "/accounts/"),
    ],
)
def test_pages_of_allauth_lead_to_ours(client: Client, page: str, place: str) -> None:
    response = client.get(f"/accounts/{page}")
    assert (response.status_code, response["Location"]) == (302, place)


def test_account_pages_have_the_frame_of_the_site(client: Client) -> None:
    client.force_login(make_user("ada@example.org", name="Ada"))
    for page in ("/accounts/email/", "/accounts/logout/", "/accounts/password/"):
        html = words(client.get(page))
        assert '<body class="account"' in html
        assert "<span>Ada</span>" in html


def test_email_page_names_main_and_unconfirmed_addresses(client: Client) -> None:
    user = make_user("ada@example.org")
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=user, email="countess@example.org")
    client.force_login(user)
    page = " ".join(words(client.get("/accounts/email/")).split())
    assert 'ada@example.org <span class="badge info">Primary</span>' in page
    assert 'countess@example.org <span class="badge waiting">Not confirmed</span>' in page


def test_name_of_eighty_characters_is_kept_whole(client: Client) -> None:
    client.post(SIGNUP, {"name": "Ä" * 80, "email": "ada@example.org"})
    user = User.objects.get()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        pytest.fail(str(error))
    assert user.name == "Ä" * 80


@pytest.mark.parametrize("adapter", [SignInAdapter, SignInMethodsAdapter])
def test_nobody_is_addressed_formally_in_german(adapter: Any) -> None:
    with override("de"):
        formal = [str(words) for words in adapter.error_messages.values()]
    assert [words for words in formal if re.search(r"\b(Sie|Ihnen|Ihre?)\b", words)] == []
