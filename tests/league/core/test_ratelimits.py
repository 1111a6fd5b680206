"""How often a device may try."""

from collections.abc import Iterator

import pytest
import time_machine
from django.test import RequestFactory, override_settings

from league.core.ratelimits import is_allowed
from tests.factories import NOW


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock, so that no minute ends within a test."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@override_settings(RATE_LIMITS={"guess": 2})
def test_device_is_refused_after_its_tries_and_others_are_not(rf: RequestFactory) -> None:
    one, other = rf.get("/", REMOTE_ADDR="10.0.0.1"), rf.get("/", REMOTE_ADDR="10.0.0.2")

    assert [is_allowed(one, "guess") for _try in range(3)] == [True, True, False]
    assert is_allowed(other, "guess") is True


@override_settings(RATE_LIMITS={"guess": 1})
def test_device_may_try_again_a_minute_later(
    rf: RequestFactory, clock: time_machine.Traveller
) -> None:
    request = rf.get("/")

    assert [is_allowed(request, "guess") for _try in range(2)] == [True, False]
    clock.shift(60)
    assert is_allowed(request, "guess") is True


@override_settings(RATE_LIMITS={"guess": 1})
def test_addresses_of_one_ipv6_network_are_one_device(rf: RequestFactory) -> None:
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    requests = [rf.get("/", REMOTE_ADDR=address) for address in addresses]

    assert [is_allowed(each, "guess") for each in requests] == [True, False, True]


@override_settings(RATE_LIMITS={"guess": 1, "join": 1})
def test_actions_are_counted_apart(rf: RequestFactory) -> None:
    request = rf.get("/")

    assert is_allowed(request, "guess") is True
    assert is_allowed(request, "join") is True
    assert is_allowed(request, "guess") is False


def test_action_without_a_rate_is_an_error(rf: RequestFactory) -> None:
    with pytest.raises(KeyError):
        is_allowed(rf.get("/"), "unknown")
