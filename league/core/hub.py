"""Hand new versions to the streams that are open in this process.

Publishing is safe from any thread; everything else happens on the event loop. A stream keeps one
number a topic, so a slow reader costs nothing and only ever hears the newest.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping

from league.core.figures import STREAMS


class Subscription:
    """What one stream knows of its topics, and what it has yet to be told."""

    __slots__ = ("_changed", "_known", "_untold", "closed")

    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = dict(known)
        self._untold: dict[str, int] = {}
        self._changed = asyncio.Event()
        self.closed = False

    def offer(self, topic: str, version: int) -> None:
        """Remember a version to tell, unless the stream knows it or a newer one."""
        if version > self._known[topic]:
            self._known[topic] = version
            self._untold[topic] = version
            self._changed.set()

    def close(self) -> None:
        """Let the stream end."""
        self.closed = True
        self._changed.set()

    async def news(self, seconds: float) -> dict[str, int]:
        """Return what is to be told as soon as there is something; nothing after `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        self._changed.clear()
        untold, self._untold = self._untold, {}
        return untold


class Hub:
    """Know which streams follow which topic."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Subscription]] = {}
        self._subscriptions: set[Subscription] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._subscriptions)

    @property
    def topics(self) -> set[str]:
        """The topics that somebody follows."""
        return set(self._followers)

    @contextlib.contextmanager
    def subscribe(self, known: Mapping[str, int]) -> Iterator[Subscription]:
        """Follow the topics of `known`, which says the version that the reader has of each."""
        self._loop = asyncio.get_running_loop()
        subscription = Subscription(known)
        self._subscriptions.add(subscription)
        STREAMS.inc()
        for topic in known:
            self._followers.setdefault(topic, set()).add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.discard(subscription)
            STREAMS.dec()
            for topic in known:
                self._followers[topic].discard(subscription)
                if not self._followers[topic]:
                    del self._followers[topic]

    def publish(self, topic: str, version: int) -> None:
        """Tell all followers of a topic, from any thread."""
        if self._loop is not None:
            # A loop that has closed has no streams left to tell.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.deliver, topic, version)

    def deliver(self, topic: str, version: int) -> None:
        """Tell all followers of a topic, on the event loop."""
        for subscription in self._followers.get(topic, ()):
            subscription.offer(topic, version)

    def close(self) -> None:
        """End all streams."""
        for subscription in self._subscriptions:
            subscription.close()


# The one of this process.
hub = Hub()
