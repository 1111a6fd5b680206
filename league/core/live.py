"""New versions of topics, such as `competition:12`, published to open pages.

live.register("competition", competition_versions)             # in AppConfig.ready
live.publish({live.topic_name("competition", 12): 6})           # in a service
live.bump_versions(live.Rows("competition", Competition, [12])) # raises and publishes
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.core.signing import Signer
from django.db import connection, transaction
from django.db.models import Model
from prometheus_client import Gauge, Histogram

CHANNEL = "league_live"  # of PostgreSQL's notifications between processes
VersionsOf = Callable[[Collection[int]], Mapping[int, int]]
_versions_of: dict[str, VersionsOf] = {}


def register(kind: str, versions_of: VersionsOf) -> None:
    """Register the query of a kind's versions: ids in, version by id out."""
    _versions_of[kind] = versions_of


def topic_name(kind: str, pk: int) -> str:
    """Return the name of a topic."""
    return f"{kind}:{pk}"


def publish(versions: Mapping[str, int]) -> None:
    """Notify all pages that follow one of the topics, in all processes, after the commit."""
    if connection.vendor == "postgresql":
        messages = [f"{topic} {version}" for topic, version in versions.items()]
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, unnest(%s::text[]))", [CHANNEL, messages])
        return
    for topic, version in versions.items():
        transaction.on_commit(partial(hub.publish, topic, version), robust=True)


class Rows(NamedTuple):
    """Rows of a topic's kind, with a column `version`."""

    kind: str
    model: type[Model]
    ids: Sequence[int]

    @property
    def update(self) -> str:
        """Return the statement that raises the versions."""
        table = connection.ops.quote_name(self.model._meta.db_table)
        places = ", ".join(["%s"] * len(self.ids))
        return (
            f"UPDATE {table} SET version = version + 1 "  # noqa: S608 - a name of ours
            f"WHERE id IN ({places}) RETURNING id, version"
        )


def bump_versions(*rows: Rows) -> None:
    """Raise the versions of rows and publish them."""
    bumped = [each for each in rows if each.ids]
    if not bumped:
        return
    if connection.vendor == "postgresql":
        _bump_together(bumped)
        return
    versions: dict[str, int] = {}
    with connection.cursor() as cursor:
        for each in bumped:
            cursor.execute(each.update, each.ids)
            versions |= {topic_name(each.kind, pk): version for pk, version in cursor.fetchall()}
    publish(versions)


def _bump_together(bumped: Sequence[Rows]) -> None:
    parts = ", ".join(f"raised_{each.kind} AS ({each.update})" for each in bumped)
    messages = " UNION ALL ".join(
        f"SELECT '{each.kind}:' || id || ' ' || version AS message FROM raised_{each.kind}"  # noqa: S608
        for each in bumped
    )
    statement = f"WITH {parts} SELECT pg_notify(%s, message) FROM ({messages}) AS raised"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [*(pk for each in bumped for pk in each.ids), CHANNEL])


def current_versions(topics: Iterable[str]) -> dict[str, int]:
    """Return the versions of existing topics, one query a kind."""
    ids: dict[str, set[int]] = defaultdict(set)
    for topic in topics:
        kind, _, pk = topic.rpartition(":")
        ids[kind].add(int(pk))
    return {
        topic_name(kind, pk): version
        for kind, pks in ids.items()
        if kind in _versions_of
        for pk, version in _versions_of[kind](pks).items()
    }


def sign_topic(topic: str) -> str:
    """Return the token, always the same, that lets a page follow a topic."""
    return _signer().sign(topic)


def read_topic(token: str) -> str:
    """Return the topic of a token; raise BadSignature."""
    return _signer().unsign(token)


def _signer() -> Signer:
    return Signer(salt="league.core.live")


class Subscription:
    """The versions known to one stream and those still to send."""

    __slots__ = ("_changed", "_known", "_unsent", "closed")

    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = dict(known)
        self._unsent: dict[str, int] = {}
        self._changed = asyncio.Event()
        self.closed = False

    def offer(self, topic: str, version: int) -> None:
        """Add a version, unless the stream knows it or a newer one."""
        if version > self._known[topic]:
            self._known[topic] = self._unsent[topic] = version
            self._changed.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._changed.set()

    async def news(self, seconds: float) -> dict[str, int]:
        """Return new versions as soon as there are any, nothing after `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        self._changed.clear()
        unsent, self._unsent = self._unsent, {}
        return unsent


class Hub:
    """The streams of this process by topic."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Subscription]] = {}
        self._subscriptions: set[Subscription] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._subscriptions)

    @property
    def topics(self) -> set[str]:
        """Return the followed topics."""
        return set(self._followers)

    @contextlib.contextmanager
    def subscribe(self, known: Mapping[str, int]) -> Iterator[Subscription]:
        """Yield a subscription to the topics of `known`, with the versions the page has."""
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
        """Notify all followers of a topic, from any thread."""
        if self._loop is not None:
            # A closed loop has no streams.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.deliver, topic, version)

    def deliver(self, topic: str, version: int) -> None:
        """Notify all followers of a topic, on the event loop."""
        for subscription in self._followers.get(topic, ()):
            subscription.offer(topic, version)

    def close(self) -> None:
        """End all streams."""
        for subscription in self._subscriptions:
            subscription.close()


hub = Hub()


SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Histogram(
    "menagerie_request_seconds",
    "How long answers took, by view.",
    ("view", "method", "status"),
    buckets=SECONDS,
)
TASKS = Histogram(
    "menagerie_task_seconds",
    "How long tasks took, by how they ended.",
    ("task", "state"),
    buckets=SECONDS,
)
STREAMS = Gauge("menagerie_streams", "Open pages that hear of news.", multiprocess_mode="livesum")
