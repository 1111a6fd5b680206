"""Nobody keeps others from signing in by guessing at their account, and no guess comes far."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from league.accounts.limits import (
    CODES,
    MAILS,
    PASSWORDS,
    SECOND_FACTORS,
    Bounds,
    limits_of,
    take_attempt,
)
from league.accounts.middleware import COOKIE
from league.accounts.models import UserSession
from league.clubs.membership import make_invitation
from league.clubs.models import Role, User
from tests.factories import NOW, make_club, make_organiser, make_table, make_user
from tests.portions import some_of

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
SIGNUP = "/accounts/signup/"
CODE = "/accounts/login/code/confirm/"
STEP = "/accounts/2fa/authenticate/"
ADA = "ada@example.org"
RIGHT = "a long password"
WRONG = "not this one"
STRANGER, HOME, ELSEWHERE = "198.51.100.7", "192.0.2.1", "203.0.113.9"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock, so that no wait ends within a test."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada() -> User:
    user = make_user(ADA, password=RIGHT)
    EmailAddress.objects.create(user=user, email=ADA, primary=True, verified=True)
    return user


def browser(network: str, **options: Any) -> Client:
    return Client(REMOTE_ADDR=network, **options)


def ask(visitor: Client, email: str = ADA) -> int:
    """Ask for a code; return the status of the answer."""
    return int(visitor.post(LOGIN, {"login": email}).status_code)


def try_password(visitor: Client, password: str, email: str = ADA) -> Any:
    return visitor.post(LOGIN, {"login": email, "password": password})


def newest_code() -> str:
    (code,) = re.findall(r"^    (\S+)$", str(mail.outbox[-1].body), flags=re.MULTILINE)
    return str(code)


def signed_in(visitor: Client) -> str:
    return str(getattr(get_user(visitor), "email", ""))


def known_browser(network: str = HOME) -> Client:
    """Return a browser in which Ada has signed in once, and is signed out now."""
    visitor = browser(network)
    try_password(visitor, RIGHT)
    assert signed_in(visitor) == ADA
    visitor.post("/accounts/logout/")
    assert signed_in(visitor) == ""
    return visitor


def flood(what: Callable[[], object], times: int = 40) -> None:
    for _ in range(times):
        what()


def test_stranger_who_asks_for_codes_keeps_nobody_elsewhere_from_theirs(ada: User) -> None:
    flood(lambda: ask(browser(STRANGER)))
    assert len(mail.outbox) == 3

    visitor = browser(ELSEWHERE)
    assert ask(visitor) == 302
    visitor.post(CODE, {"code": newest_code()})
    assert signed_in(visitor) == ADA


def test_stranger_who_tries_passwords_keeps_nobody_elsewhere_out(ada: User) -> None:
    flood(lambda: try_password(browser(STRANGER), WRONG))

    assert try_password(browser(STRANGER), RIGHT).status_code == 429
    visitor = browser(ELSEWHERE)
    try_password(visitor, RIGHT)
    assert signed_in(visitor) == ADA


def test_known_browser_signs_in_while_the_whole_world_guesses(ada: User) -> None:
    visitor = known_browser()
    for number in range(25):
        try_password(browser(f"10.1.{number}.1"), WRONG)
        ask(browser(f"10.1.{number}.1"))
    assert try_password(browser(ELSEWHERE), RIGHT).status_code == 429
    assert ask(browser(ELSEWHERE)) == 429

    assert ask(visitor) == 302
    visitor.post(CODE, {"code": newest_code()})
    assert signed_in(visitor) == ADA
    visitor.post("/accounts/logout/")
    try_password(visitor, RIGHT)
    assert signed_in(visitor) == ADA


def test_known_browser_in_the_network_of_who_floods_it_signs_in(ada: User) -> None:
    visitor = known_browser(STRANGER)
    flood(lambda: try_password(browser(STRANGER), WRONG))
    assert browser(STRANGER).post(LOGIN, {"login": "not an address"}).status_code == 429

    try_password(visitor, RIGHT)
    assert signed_in(visitor) == ADA


def test_cookie_of_a_browser_opens_nothing_names_nobody_and_cannot_be_made(ada: User) -> None:
    visitor = known_browser()
    cookie = visitor.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 31536000)
    assert "ada@" not in cookie.value
    assert str(ada.pk) not in cookie.value.split(".")
    flood(lambda: try_password(browser(STRANGER), WRONG))

    forged = browser(STRANGER)
    forged.cookies[COOKIE] = cookie.value[:-1] + ("A" if cookie.value[-1] != "A" else "B")
    assert try_password(forged, RIGHT).status_code == 429
    # Somebody else's browser is known for them alone.
    bo = make_user("bo@example.org", password=RIGHT)
    EmailAddress.objects.create(user=bo, email=bo.email, primary=True, verified=True)
    other = browser(STRANGER)
    try_password(other, RIGHT, "bo@example.org")
    other.post("/accounts/logout/")
    assert try_password(other, RIGHT).status_code == 429
    # A browser that is known still needs the password, and not for ever many tries.
    copied = browser(STRANGER)
    copied.cookies[COOKIE] = cookie.value
    statuses = [try_password(copied, WRONG).status_code for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2


def test_session_from_before_browsers_were_known_makes_its_browser_known(ada: User) -> None:
    visitor = browser(HOME)
    visitor.force_login(ada)
    visitor.cookies.pop(COOKIE, None)
    UserSession.objects.all().delete()
    cache.clear()
    visitor.get("/")
    assert COOKIE in visitor.cookies


def test_live_session_proves_who_it_is_while_others_guess(ada: User) -> None:
    visitor = browser(HOME)
    try_password(visitor, RIGHT)
    visitor.cookies.pop(COOKIE)
    for number in range(30):
        try_password(browser(f"10.2.{number}.1"), WRONG)
    assert try_password(browser(ELSEWHERE), RIGHT).status_code == 429

    with time_machine.travel(NOW + timedelta(minutes=16), tick=False):
        for number in range(5):
            try_password(browser(f"10.3.{number}.1"), WRONG)
        answer = visitor.post("/accounts/reauthenticate/", {"password": RIGHT})
    assert answer.status_code == 302


def test_answer_says_how_long_to_wait_and_what_works_meanwhile(
    ada: User, clock: time_machine.Traveller
) -> None:
    waits = []
    for _ in range(5):
        try_password(browser(STRANGER), WRONG)
    for _ in range(8):
        answer = try_password(browser(STRANGER), WRONG)
        waits.append(int(answer["Retry-After"]) // 60)
        clock.shift(timedelta(seconds=int(answer["Retry-After"])))
        assert try_password(browser(STRANGER), WRONG).status_code == 200
    page = answer.content.decode()
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert "Wait 60 minutes, then go back and try again." in page
    assert "You can still sign in with a passkey" in page
    assert "in a browser where you have signed in before" in page


@pytest.mark.parametrize("email", [ADA, "nobody@example.org"])
def test_waits_are_the_same_whether_anybody_has_the_address(ada: User, email: str) -> None:
    asked = [ask(browser(STRANGER), email) for _ in range(5)]
    tried = [try_password(browser(STRANGER), WRONG, email).status_code for _ in range(7)]
    sent = {"name": "Ada", "email": email}
    joined = [browser(ELSEWHERE).post(SIGNUP, sent).status_code for _ in range(5)]

    assert (asked, tried) == ([302] * 3 + [429] * 2, [200] * 5 + [429] * 2)
    assert joined == [302] * 3 + [429] * 2


def test_refused_sign_up_makes_no_account() -> None:
    for _ in range(3):
        ask(browser(STRANGER), "new@example.org")
    answer = browser(STRANGER).post(SIGNUP, {"name": "New", "email": "new@example.org"})
    assert (answer.status_code, User.objects.count()) == (429, 0)


@pytest.mark.parametrize(
    ("bounds", "most"),
    some_of([(SECOND_FACTORS, 15), (PASSWORDS, 118), (CODES, 118), (MAILS, 118)], 0, 1),
)
def test_tries_from_all_networks_at_one_account_are_few_in_a_day(
    bounds: Bounds, most: int, clock: time_machine.Traveller
) -> None:
    """The sums that docs/security.md states: every half minute from another network."""
    tries = 0
    for number in range(24 * 120):
        request = RequestFactory().post("/", REMOTE_ADDR=f"10.{number // 250}.{number % 250}.1")
        request.user = AnonymousUser()
        limits = limits_of(request, bounds, address=ADA)
        tries += take_attempt(limits=limits, now=timezone.now()) == timedelta()
        clock.shift(timedelta(seconds=30))
    assert tries == most


def test_second_step_is_counted_for_whoever_has_the_password(ada: User) -> None:
    TOTP.activate(ada, generate_totp_secret())
    statuses = []
    for number in range(7):
        thief = browser(f"10.0.{number}.1")
        try_password(thief, RIGHT)
        statuses.append(thief.post(STEP, {"code": "000000"}).status_code)
    assert statuses == [200] * 5 + [429] * 2


def test_right_second_step_from_a_known_browser_goes_through(ada: User) -> None:
    visitor = known_browser()
    TOTP.activate(ada, generate_totp_secret())
    for number in range(10):
        thief = browser(f"10.0.{number}.1")
        try_password(thief, RIGHT)
        answer = thief.post(STEP, {"code": "000000"})
    assert answer.status_code == 429

    try_password(visitor, RIGHT)
    assert visitor.post(STEP, {"code": "000000"}).status_code == 200


def test_right_links_open_while_somebody_in_the_network_tries_wrong_ones(
    settings: Settings,
) -> None:
    club = make_club()
    made = make_invitation(
        club=club, by=make_organiser(club), role=Role.PLAYER, life=timedelta(days=1), now=NOW
    )
    table = make_table()
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"join": 1, "code": 1}
    visitor = browser(HOME)
    statuses = [
        visitor.get(path).status_code
        for path in (
            "/join/wrong/",
            "/join/wrong/",
            f"/join/{made.token}/",
            "/t/wrong/",
            "/t/wrong/",
            f"/t/{table.codes.get().token}/",
        )
    ]
    assert statuses == [404, 429, 200, 404, 429, 200]


def test_addresses_of_one_ipv6_network_count_together(ada: User) -> None:
    asked = [ask(browser(f"2001:db8::{number}")) for number in range(5)]
    assert asked == [302] * 3 + [429] * 2
    assert ask(browser("2001:db8:0:1::1")) == 302
