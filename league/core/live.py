"""New versions of topics, such as `competition:12`, published to open pages.

live.register_rows("competition", Competition)         # in AppConfig.ready
live.publish({live.topic_name("competition", 12): 6})  # in a service
live.bump_versions(competition=[12])                   # raises and publishes
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.core.signing import Signer
from django.db import connection, transaction
from django.db.models import Model
from prometheus_client import Gauge, Histogram

CHANNEL = "league_live"  # of PostgreSQL's notifications between processes
VersionsOf = Callable[[Collection[int]], Mapping[int, int]]
_versions_of: dict[str, VersionsOf] = {}
_models: dict[str, type[Model]] = {}


def register(kind: str, versions_of: VersionsOf) -> None:
    """Register the query of a kind's versions: ids in, version by id out."""
    _versions_of[kind] = versions_of


def register_rows(kind: str, model: type[Model]) -> None:
    """Register a kind whose rows have a column `version`."""

    def versions_of(ids: Collection[int]) -> dict[int, int]:
        rows = model._base_manager.filter(pk__in=ids)
        return dict(rows.values_list("pk", "version"))

    _models[kind] = model
    register(kind, versions_of)


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


def bump_versions(**ids: Sequence[int]) -> None:
    """Raise the versions of registered rows, by kind, and publish them."""
    updates = {kind: _update(kind, len(rows)) for kind, rows in ids.items() if rows}
    if not updates:
        return
    if connection.vendor == "postgresql":
        _bump_together(updates, [pk for rows in ids.values() for pk in rows])
        return
    versions: dict[str, int] = {}
    with connection.cursor() as cursor:
        for kind, update in updates.items():
            cursor.execute(update, ids[kind])
            versions |= {topic_name(kind, pk): version for pk, version in cursor.fetchall()}
    publish(versions)


def _update(kind: str, count: int) -> str:
    """Return the statement that raises the versions of so many rows."""
    table = connection.ops.quote_name(_models[kind]._meta.db_table)
    places = ", ".join(["%s"] * count)
    return (
        f"UPDATE {table} SET version = version + 1 "  # noqa: S608 - a name of ours
        f"WHERE id IN ({places}) RETURNING id, version"
    )


def _bump_together(updates: Mapping[str, str], ids: Sequence[int]) -> None:
    parts = ", ".join(f"raised_{kind} AS ({update})" for kind, update in updates.items())
    messages = " UNION ALL ".join(
        f"SELECT '{kind}:' || id || ' ' || version AS message FROM raised_{kind}"  # noqa: S608
        for kind in updates
    )
    statement = f"WITH {parts} SELECT pg_notify(%s, message) FROM ({messages}) AS raised"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [*ids, CHANNEL])


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
