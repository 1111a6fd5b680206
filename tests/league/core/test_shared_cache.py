"""The cache in Redis while there is no Redis: it keeps nothing, and nobody is kept waiting."""

import socket
from collections.abc import Iterator
from contextvars import copy_context

import pytest
from django.core.cache import caches
from pytest_django import Settings

from league.core import shared_cache
from league.core.shared_cache import SharedCache


@pytest.fixture(autouse=True)
def _no_client_is_left() -> None:
    shared_cache._client.cache_clear()


@pytest.fixture
def away() -> SharedCache:
    """A cache whose Redis is not there."""
    return SharedCache("redis://127.0.0.1:1/0", {})


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedCache]:
    """A cache whose Redis takes what is said and never answers."""
    monkeypatch.setattr(shared_cache, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield SharedCache(f"redis://127.0.0.1:{listener.getsockname()[1]}/0", {})


def test_away_it_keeps_nothing(away: SharedCache) -> None:
    away.set("a", 1)
    away.set_many({"b": 2})
    away.delete_many(["b"])
    away.clear()
    assert (away.get("a"), away.get("a", 7), away.get_many(["a", "b"])) == (None, 7, {})
    answers = (away.add("a", 1), away.touch("a"), away.delete("a"), away.has_key("a"))
    assert answers == (False,) * 4


def test_away_it_counts_nothing(away: SharedCache) -> None:
    with pytest.raises(ValueError, match="the cache is away"):
        away.incr("tries")


def test_it_says_once_that_it_is_away(away: SharedCache, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        away.get("a")
    assert len(caplog.records) == 1


def test_silent_redis_is_asked_once_and_then_left_alone(
    silent: SharedCache, caplog: pytest.LogCaptureFixture
) -> None:
    assert [silent.get("a", 7) for _ in range(3)] == [7, 7, 7]
    assert [record.getMessage()[:17] for record in caplog.records] == ["The cache is away"]


def test_requests_of_a_process_share_one_client(settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "league.core.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    # As the server does: each request has a context, and so a cache, of its own.
    one, other = (copy_context().run(lambda: caches["default"]) for _ in range(2))
    assert isinstance(one, SharedCache)
    assert isinstance(other, SharedCache)
    assert one is not other
    assert one._cache is other._cache
