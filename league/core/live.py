"""Tell open pages that something they show has a newer version.

A topic is `kind:id`, for example `competition:12`; its version is a number that only grows. An app
says once how versions are looked up, and its services publish beside the bump:

    live.register("competition", competition_versions)             # in AppConfig.ready
    live.publish({live.topic_name("competition", 12): 6})           # in a service
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from django.core.signing import Signer
from django.db import connection, transaction

from league.core.hub import hub

# PostgreSQL's notification channel between processes.
CHANNEL = "league_live"

VersionsOf = Callable[[Collection[int]], Mapping[int, int]]
_versions_of: dict[str, VersionsOf] = {}


def register(kind: str, versions_of: VersionsOf) -> None:
    """Say how the versions of a kind are read: ids in, version by id out, one query."""
    _versions_of[kind] = versions_of


def topic_name(kind: str, pk: int) -> str:
    """Return the name of a topic."""
    return f"{kind}:{pk}"


def publish(versions: Mapping[str, int]) -> None:
    """Tell every page that follows one of the topics, in every process, after the commit."""
    if connection.vendor == "postgresql":
        messages = [f"{topic} {version}" for topic, version in versions.items()]
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, unnest(%s::text[]))", [CHANNEL, messages])
        return
    for topic, version in versions.items():
        transaction.on_commit(partial(hub.publish, topic, version), robust=True)


def current_versions(topics: Iterable[str]) -> dict[str, int]:
    """Read the versions of topics, one query a kind; what does not exist is left out."""
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
    """Return the token that lets a page follow a topic: whoever was shown it may.

    The same topic always gives the same token, so that a rendered piece can be cached.
    """
    return _signer().sign(topic)


def read_topic(token: str) -> str:
    """Return the topic of a token; raise django.core.signing.BadSignature for a forged one."""
    return _signer().unsign(token)


def _signer() -> Signer:
    return Signer(salt="league.core.live")
