"""Tell open pages that something they show has a newer version.

A topic is `kind:id`, for example `competition:12`; its version is a number that only grows. An app
says once how versions are looked up, and its services publish beside the bump:

    live.register("competition", competition_versions)             # in AppConfig.ready
    live.publish({live.topic_name("competition", 12): 6})           # in a service

or lets its rows be raised and told of together, which is one statement on PostgreSQL:

    live.raise_versions(live.Rows("competition", Competition, [12]))
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.core.signing import Signer
from django.db import connection, transaction
from django.db.models import Model

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


class Rows(NamedTuple):
    """Rows that topics of a kind are about; their version is a column of that name."""

    kind: str
    model: type[Model]
    ids: Sequence[int]

    @property
    def update(self) -> str:
        """The statement that raises their versions, with a place for each id."""
        table = connection.ops.quote_name(self.model._meta.db_table)
        places = ", ".join(["%s"] * len(self.ids))
        return (
            f"UPDATE {table} SET version = version + 1 "  # noqa: S608 - a name of ours
            f"WHERE id IN ({places}) RETURNING id, version"
        )


def raise_versions(*rows: Rows) -> None:
    """Give rows a newer version each and publish it, as this lies on the way of every hand."""
    asked = [each for each in rows if each.ids]
    if not asked:
        return
    if connection.vendor == "postgresql":
        _raise_together(asked)
        return
    versions: dict[str, int] = {}
    with connection.cursor() as cursor:
        for each in asked:
            cursor.execute(each.update, each.ids)
            versions |= {topic_name(each.kind, pk): version for pk, version in cursor.fetchall()}
    publish(versions)


def _raise_together(asked: Sequence[Rows]) -> None:
    """Raise versions and notify of each in one statement."""
    parts = ", ".join(f"raised_{each.kind} AS ({each.update})" for each in asked)
    told = " UNION ALL ".join(
        f"SELECT '{each.kind}:' || id || ' ' || version AS told FROM raised_{each.kind}"  # noqa: S608
        for each in asked
    )
    statement = f"WITH {parts} SELECT pg_notify(%s, told) FROM ({told}) AS raised"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [*(pk for each in asked for pk in each.ids), CHANNEL])


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
