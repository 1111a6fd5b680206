import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any

import pytest
from django.db import connection, transaction

from league.core import live
from league.core.live import Hub
from league.core.sse import EventStreamServer
from tests.league.core.streams import Stream, open_stream, query


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """The versions of a kind called `probe`, as its database would have them."""
    stored: dict[int, int] = {}

    def read(pks: Collection[int]) -> dict[int, int]:
        return {pk: stored[pk] for pk in pks if pk in stored}

    monkeypatch.setitem(live._versions_of, "probe", read)
    return stored


@pytest.fixture
def hub() -> Hub:
    return Hub()


def refusal(hub: Hub, asked: str, method: str = "GET") -> tuple[int, str]:
    async def ask() -> tuple[int, str]:
        stream = Stream(EventStreamServer(hub), asked, method)
        start = await stream.next()
        return start["status"], await stream.body()

    return asyncio.run(ask())


def test_stream_tells_a_published_version(hub: Hub, versions: dict[int, int]) -> None:
    async def follow() -> tuple[str, str]:
        async with open_stream(EventStreamServer(hub), query(probe_12=5)) as stream:
            hub.publish("probe:12", 6)
            first = await stream.body(1)
            hub.publish("probe:12", 7)
            return first, await stream.body(1)

    assert asyncio.run(follow()) == (
        'data: {"topic": "probe:12", "version": 6}\n\n',
        'data: {"topic": "probe:12", "version": 7}\n\n',
    )


def test_stream_tells_at_once_what_the_page_has_missed(hub: Hub, versions: dict[int, int]) -> None:
    versions.update({1: 4, 2: 8, 3: 1})

    async def follow() -> str:
        async with open_stream(
            EventStreamServer(hub), query(probe_1=4, probe_2=7, probe_9=1)
        ) as stream:
            return await stream.body(1)

    assert asyncio.run(follow()) == 'data: {"topic": "probe:2", "version": 8}\n\n'


def test_stream_heals_when_no_message_came(hub: Hub, versions: dict[int, int]) -> None:
    versions[1] = 4

    async def follow() -> str:
        async with open_stream(
            EventStreamServer(hub, heal_seconds=0.05), query(probe_1=4)
        ) as stream:
            versions[1] = 5
            return await stream.body(2)

    assert asyncio.run(follow()) == 'data: {"topic": "probe:1", "version": 5}\n\n'


def test_stream_survives_a_database_that_is_away(
    hub: Hub, versions: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    versions[1] = 4

    def fail(pks: Collection[int]) -> dict[int, int]:
        raise ConnectionError

    async def follow() -> str:
        async with open_stream(
            EventStreamServer(hub, heal_seconds=0.02), query(probe_1=4)
        ) as stream:
            working = live._versions_of["probe"]
            monkeypatch.setitem(live._versions_of, "probe", fail)
            await asyncio.sleep(0.1)
            versions[1] = 5
            monkeypatch.setitem(live._versions_of, "probe", working)
            return await stream.body(2)

    assert asyncio.run(follow()) == 'data: {"topic": "probe:1", "version": 5}\n\n'


def test_idle_stream_beats(hub: Hub, versions: dict[int, int]) -> None:
    async def follow() -> list[str]:
        async with open_stream(
            EventStreamServer(hub, beat_seconds=0.02), query(probe_1=4)
        ) as stream:
            return [await stream.body(), await stream.body()]

    assert asyncio.run(follow()) == ["event: beat\ndata: {}\n\n"] * 2


def test_leaving_page_leaves_nothing_behind(hub: Hub, versions: dict[int, int]) -> None:
    async def follow() -> tuple[int, int, set[str]]:
        async with open_stream(EventStreamServer(hub), query(probe_1=4)):
            during = len(hub)
        return during, len(hub), hub.topics

    assert asyncio.run(follow()) == (1, 0, set())


def test_closing_gateway_ends_streams_and_accepts_no_more(
    hub: Hub, versions: dict[int, int]
) -> None:
    async def close() -> tuple[dict[str, Any], int]:
        stream_server = EventStreamServer(hub)
        async with open_stream(stream_server, query(probe_1=4)) as stream:
            stream_server.close()
            while (last := await stream.next()).get("more_body"):
                pass
            refused = await Stream(stream_server, query(probe_1=4)).next()
            return last, refused["status"]

    assert asyncio.run(close()) == ({"type": "http.response.body", "body": b""}, 503)


def test_many_pages_that_arrive_together_are_read_for_in_few_queries(
    hub: Hub, versions: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[set[int]] = []
    read = live._versions_of["probe"]

    def count(pks: Collection[int]) -> Any:
        asked.append(set(pks))
        return read(pks)

    monkeypatch.setitem(live._versions_of, "probe", count)

    async def follow() -> None:
        stream_server = EventStreamServer(hub)
        streams = [Stream(stream_server, query(**{f"probe_{number}": 0})) for number in range(200)]
        for stream in streams:
            await stream.next()
        for stream in streams:
            await stream.leave()

    asyncio.run(follow())
    assert set.union(*asked) == set(range(200))
    # The listener of PostgreSQL catches up once more for all.
    assert len(asked) <= 4


@pytest.mark.parametrize(
    ("asked", "method", "status"),
    [
        ("", "GET", 400),
        ("version=1", "GET", 400),
        ("topic=probe:1:forged&version=1", "GET", 403),
        ("topic=probe:1&version=one", "GET", 400),
        ("topic=probe:1&version=1&version=2", "GET", 400),
        ("topic=%FF&version=\xff", "GET", 400),
        ("&".join(["topic=a&version=1"] * 51), "GET", 400),
        ("", "POST", 405),
    ],
)
def test_bad_request_is_refused_in_words(hub: Hub, asked: str, method: str, status: int) -> None:
    given, text = refusal(hub, asked, method)
    assert given == status
    assert text.endswith(".")


def test_token_of_one_topic_does_not_open_another(hub: Hub) -> None:
    token = live.sign_topic("probe:1").replace("probe:1", "probe:2")
    assert refusal(hub, f"topic={token}&version=1")[0] == 403


def test_streams_are_bounded(hub: Hub, versions: dict[int, int], settings: Any) -> None:
    settings.STREAMS = 1

    async def follow() -> list[int]:
        stream_server = EventStreamServer(hub)
        async with open_stream(stream_server, query(probe_1=4)):
            refused = await Stream(stream_server, query(probe_1=4)).next()
        async with open_stream(stream_server, query(probe_1=4)):
            return [refused["status"], len(hub)]

    assert asyncio.run(follow()) == [503, 1]


def test_streams_of_one_address_are_bounded(
    hub: Hub, versions: dict[int, int], settings: Any
) -> None:
    settings.STREAMS_PER_ADDRESS = 1

    async def follow() -> list[int]:
        stream_server = EventStreamServer(hub)
        asked = query(probe_1=4)
        async with open_stream(stream_server, asked, "2001:db8::1"):
            same = await Stream(stream_server, asked, address="2001:db8::2").next()
            async with open_stream(stream_server, asked, "192.0.2.1"):
                pass
        async with open_stream(stream_server, asked, "2001:db8::2"):
            return [same["status"], len(hub)]

    assert asyncio.run(follow()) == [429, 1]


def run_with_listener(
    test: Callable[[EventStreamServer], Coroutine[Any, Any, Any]], hub: Hub, **timing: float
) -> Any:
    """Run a test against a gateway whose tasks are ended afterwards."""

    async def run() -> Any:
        stream_server = EventStreamServer(hub, None, **timing)
        try:
            return await test(stream_server)
        finally:
            for task in stream_server._tasks:
                task.cancel()
            await asyncio.gather(*stream_server._tasks, return_exceptions=True)

    return asyncio.run(run())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_stream_hears_other_processes_on_commit_only(hub: Hub, versions: dict[int, int]) -> None:
    def publish(version: int, *, fails: bool) -> None:
        with transaction.atomic():
            live.publish({"probe:1": version})
            transaction.set_rollback(fails)
        connection.close()

    async def follow(stream_server: EventStreamServer) -> str:
        async with open_stream(stream_server, query(probe_1=4)) as stream:
            await until_listening()
            await asyncio.to_thread(publish, 5, fails=True)
            await asyncio.to_thread(publish, 6, fails=False)
            return await stream.body(1)

    assert run_with_listener(follow, hub) == 'data: {"topic": "probe:1", "version": 6}\n\n'


LISTENERS = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %%' AND pid <> %s"


async def until_listening(gone: int = 0) -> int:
    """Wait for a connection that listens, other than the one given; return its process id."""

    def find() -> int | None:
        with connection.cursor() as cursor:
            cursor.execute(LISTENERS + " AND datname = current_database()", [gone])
            row = cursor.fetchone()
        connection.close()
        return row and int(row[0])

    async with asyncio.timeout(10):
        while not (pid := await asyncio.to_thread(find)):
            await asyncio.sleep(0.02)
    return pid


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_listener_comes_back_and_catches_up(hub: Hub, versions: dict[int, int]) -> None:
    versions[1] = 4

    def end(pid: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        connection.close()

    async def follow(stream_server: EventStreamServer) -> str:
        async with open_stream(stream_server, query(probe_1=4)) as stream:
            pid = await until_listening()
            versions[1] = 5
            await asyncio.to_thread(end, pid)
            await until_listening(gone=pid)
            return await stream.body(5)

    assert run_with_listener(follow, hub) == 'data: {"topic": "probe:1", "version": 5}\n\n'


@pytest.mark.django_db(transaction=True)
def test_publish_reaches_the_hub_of_this_process_on_commit(
    versions: dict[int, int], monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    monkeypatch.setattr(live, "hub", hub)

    def publish() -> int:
        with transaction.atomic():
            live.publish({"probe:1": 5})
            told = len([1 for s in hub._subscriptions if s._unsent])
        connection.close()
        return told

    async def follow(stream_server: EventStreamServer) -> tuple[int, str]:
        async with open_stream(stream_server, query(probe_1=4)) as stream:
            if connection.vendor == "postgresql":
                await until_listening()
            told_before_commit = await asyncio.to_thread(publish)
            return told_before_commit, await stream.body(1)

    assert run_with_listener(follow, hub) == (0, 'data: {"topic": "probe:1", "version": 5}\n\n')
