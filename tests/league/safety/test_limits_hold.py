"""Limits count on, whatever else is asked for and whatever becomes of the cache."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.accounts.limits import (
    Limit,
    forget_attempts,
    give_back_attempt,
    take_attempt,
    wait_for_attempt,
)
from league.accounts.models import AttemptCount
from league.core.ratelimits import counts
from league.privacy.tasks import forget
from tests.factories import NOW, make_competition, make_organiser, make_user
from tests.league.api.scenes import Program, token_of
from tests.portions import some_of

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
CODE = "/accounts/login/code/confirm/"
RIGHT = "a long password"
SHORT = Limit("a short one", 2, timedelta(minutes=3))


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock, so that no wait ends within a test."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def somebody(email: str = "ada@example.org", password: str | None = RIGHT) -> None:
    user = make_user(email, password=password)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)


def try_password(password: str, network: str = "10.0.0.1", email: str = "ada@example.org") -> Any:
    sent = {"login": email, "password": password}
    return Client(REMOTE_ADDR=network).post(LOGIN, sent)


@pytest.mark.thorough
def test_wrong_passwords_stay_counted_while_widgets_in_every_colour_fill_the_cache() -> None:
    somebody()
    widget = reverse("displays:widget", args=[make_competition().pk])
    assert [try_password("wrong").status_code for _ in range(5)] == [200] * 5
    looker = Client()
    for number in range(330):
        address = f"{widget}?accent={number:06x}&rows={1 + number % 99}"
        assert looker.get(address).status_code == 200

    answer = try_password(RIGHT)
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


@pytest.mark.parametrize("lost", ["emptied", "away"])
def test_limits_need_no_cache(settings: Settings, lost: str) -> None:
    somebody()
    if lost == "away":
        backend = "django.core.cache.backends.dummy.DummyCache"
        settings.CACHES = {**settings.CACHES, "default": {"BACKEND": backend}}
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"code": 3}
    found = []
    for number in range(7):
        cache.clear()
        found.append(
            (try_password("wrong").status_code, Client().get(f"/t/guess-{number}/").status_code)
        )

    assert found == [(200, 404)] * 3 + [(200, 429)] * 2 + [(429, 429)] * 2


def test_requests_to_the_api_stay_counted_without_a_cache(settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_read": 2}
    program = Program(token_of(make_user()))
    statuses = []
    for _ in range(3):
        cache.clear()
        statuses.append(program.get("me/").status_code)

    assert statuses == [200, 200, 429]


def test_colours_make_no_keys_and_are_all_shown() -> None:
    cache.clear()
    widget = reverse("displays:widget", args=[make_competition().pk])
    pages = [
        Client().get(widget, {"accent": accent}).content.decode()
        for accent in ("0b6a50", "aa0000", "00bb00")
    ]

    assert ["/widgets/aa0000.css" in page for page in pages] == [False, True, False]
    assert ["/widgets/00bb00.css" in page for page in pages] == [False, False, True]
    assert (
        len({page.replace("aa0000", "0b6a50").replace("00bb00", "0b6a50") for page in pages}) == 1
    )
    assert kept() == 1


def kept() -> int:
    """Return how many keys the cache in this process holds."""
    store: dict[str, Any] = getattr(cache, "_cache")  # noqa: B009
    return len(store)


@pytest.mark.parametrize("asked", ["page", "after", "entry", "stage"])
@pytest.mark.parametrize(
    "name", some_of(["standings:table", "standings:forecast", "standings:archive"], 1)
)
def test_numbers_of_what_is_not_there_make_no_keys(name: str, asked: str) -> None:
    page = reverse(name, args=[make_competition().pk])
    looker = Client()
    looker.get(page)
    before = kept()
    for number in range(900, 920):
        assert looker.get(page, {asked: number}).status_code == 200

    assert kept() == before


def test_many_guesses_at_once_are_no_more_than_one_by_one() -> None:
    """What is counted is counted before it is tried."""
    waits = [take_attempt(limits=[SHORT], now=NOW) for _ in range(4)]
    assert waits == [timedelta(), timedelta(), timedelta(minutes=1), timedelta(minutes=1)]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_processes_that_try_at_once_count_together() -> None:
    free = Limit("together", 5, timedelta(hours=1))
    gate = threading.Barrier(12)
    waits = []

    def guess() -> None:
        gate.wait()
        waits.append(take_attempt(limits=[free, SHORT._replace(free=50)], now=NOW))
        connection.close()

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(waits) == [timedelta()] * 5 + [timedelta(minutes=1)] * 7


def test_waits_grow_up_to_the_longest_and_are_forgotten_after_a_day() -> None:
    now, waited = NOW, []
    for _ in range(7):
        wait = take_attempt(limits=[SHORT], now=now)
        waited.append(wait.total_seconds() / 60)
        now += wait
        if wait:
            assert take_attempt(limits=[SHORT], now=now) == timedelta()
    assert waited == [0, 0, 1, 2, 3, 3, 3]
    assert wait_for_attempt(limits=[SHORT], now=now + timedelta(days=1)) == timedelta()
    assert take_attempt(limits=[SHORT], now=now + timedelta(days=1)) == timedelta()
    assert AttemptCount.objects.get().count == 1


def test_nobody_gains_by_resting_where_waits_are_long() -> None:
    slow = SHORT._replace(longest=timedelta(hours=12))
    for _ in range(2):
        take_attempt(limits=[slow], now=NOW)
    assert take_attempt(limits=[slow], now=NOW + timedelta(days=6)) == timedelta()
    assert AttemptCount.objects.get().count == 3


def test_clock_that_is_put_back_keeps_nobody_out_for_hours() -> None:
    for _ in range(2):
        take_attempt(limits=[SHORT], now=NOW + timedelta(hours=9))
    assert take_attempt(limits=[SHORT], now=NOW) == timedelta(minutes=1)


def test_right_try_is_given_back_once_and_old_counts_are_swept() -> None:
    take_attempt(limits=[SHORT], now=NOW)
    give_back_attempt(limits=[SHORT])
    give_back_attempt(limits=[SHORT])
    assert AttemptCount.objects.get().count == 0
    assert forget_attempts(now=NOW + timedelta(days=6)) == 0
    with time_machine.travel(NOW + timedelta(days=7)):
        forget()
    assert AttemptCount.objects.count() == 0


def test_counts_name_no_address_and_no_network() -> None:
    somebody()
    try_password("wrong")
    written = " ".join(f"{row.key} {row.count}" for row in AttemptCount.objects.all())
    assert (AttemptCount.objects.count(), "ada" in written, "10.0.0" in written) == (
        2,
        False,
        False,
    )


def test_networks_without_end_take_no_memory_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.core.ratelimits.MOST_COUNTED", 10)
    found = [counts.count("guess", f"network {number}") for number in range(15)]

    assert found == [1] * 10 + [1, 2, 3, 4, 5]
    assert counts.count("guess", "network 0") == 2


def test_hand_and_pages_write_no_counts(client: Client) -> None:
    """Rows are for what can be guessed alone: what is sent often waits for no other write."""
    client.get("/t/guess/")
    client.get("/")
    client.get(LOGIN)
    client.force_login(make_organiser(make_competition().club))
    client.post("/language/", {"language": "en"})
    assert AttemptCount.objects.count() == 0
