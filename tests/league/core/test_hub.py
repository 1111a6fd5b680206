import asyncio
import threading
import time

from league.core.live import Hub

SOON = 5.0
TOPIC = "competition:12"


def test_publish_from_another_thread_wakes_a_follower_at_once() -> None:
    async def follow() -> tuple[dict[str, int], float]:
        hub = Hub()
        with hub.subscribe({TOPIC: 5}) as subscription:
            threading.Timer(0.05, hub.publish, [TOPIC, 6]).start()
            start = time.perf_counter()
            return await subscription.news(SOON), time.perf_counter() - start

    news, seconds = asyncio.run(follow())
    assert news == {TOPIC: 6}
    assert seconds < 1


def test_follower_hears_only_the_newest_of_many() -> None:
    async def follow() -> list[dict[str, int]]:
        hub = Hub()
        with hub.subscribe({TOPIC: 0, "table:1": 0}) as subscription:
            for version in (1, 3, 2):
                hub.deliver(TOPIC, version)
            hub.deliver("table:1", 9)
            return [await subscription.news(SOON), await subscription.news(0.01)]

    assert asyncio.run(follow()) == [{TOPIC: 3, "table:1": 9}, {}]


def test_follower_is_not_told_what_it_knows() -> None:
    async def follow() -> dict[str, int]:
        hub = Hub()
        with hub.subscribe({TOPIC: 6}) as subscription:
            hub.deliver(TOPIC, 6)
            hub.deliver(TOPIC, 5)
            hub.deliver("competition:13", 7)
            return await subscription.news(0.01)

    assert asyncio.run(follow()) == {}


def test_leaving_follower_leaves_nothing_behind() -> None:
    async def follow() -> tuple[set[str], set[str], int]:
        hub = Hub()
        with hub.subscribe({TOPIC: 1}), hub.subscribe({TOPIC: 2, "table:1": 1}):
            followed = hub.topics
        return followed, hub.topics, len(hub)

    assert asyncio.run(follow()) == ({TOPIC, "table:1"}, set(), 0)


def test_close_ends_every_stream() -> None:
    async def follow() -> list[bool]:
        hub = Hub()
        with hub.subscribe({TOPIC: 1}) as first, hub.subscribe({}) as second:
            hub.close()
            await asyncio.gather(first.news(SOON), second.news(SOON))
            return [first.closed, second.closed]

    assert asyncio.run(follow()) == [True, True]


def test_publish_after_the_loop_has_ended_is_forgotten() -> None:
    hub = Hub()
    hub.publish(TOPIC, 1)

    async def follow() -> None:
        with hub.subscribe({TOPIC: 1}):
            pass

    asyncio.run(follow())
    hub.publish(TOPIC, 2)
    assert hub.topics == set()
