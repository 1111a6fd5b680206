"""Who is here at an online table: told by their pages, kept in the cache, and sent to the others.

A page tells that it is here as long as its stream is open, that it is hidden, or that it is being
closed. Each word goes to the streams of the table as the version of a topic of its seat, and into
the cache for pages that open later: no row is written and none is read.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.cache import cache

from league.core import live
from league.online.models import OnlineSeat

TOPIC: Final = "here"
HERE, AWAY, GONE = "here", "away", "gone"
STATES: Final = (HERE, AWAY, GONE)
# A page that is here says so every 15 seconds.
SILENT_AFTER: Final = timedelta(seconds=50)
GONE_AFTER: Final = timedelta(minutes=3)
# After so long the others may let a bot play.
MISSED_AFTER: Final = timedelta(seconds=20)
KEPT_FOR: Final = 600  # seconds
_MS: Final = 1000


class Presence(NamedTuple):
    """What a seat's page has said last: a state, `since` when it is so, `at` when it was said."""

    state: str
    since: datetime
    at: datetime


def record_presence(seat: OnlineSeat, state: str, now: datetime) -> None:
    """Record what the page of a seat says of itself, and tell the others at the table."""
    before = presence_of(seat, now)
    since = before.since if before is not None and before.state == state else now
    value = (seat.occupant, STATES.index(state), since, now)
    cache.set(_key(seat.pk), value, KEPT_FOR)
    live.publish({live.topic_name(TOPIC, seat.pk): _version(value)})


def presence_of(seat: OnlineSeat, now: datetime) -> Presence | None:
    """Return whether the person at a seat is here; None: their page has said nothing."""
    value = cache.get(_key(seat.pk))
    if value is None or value[0] != seat.occupant:
        return None
    _occupant, state, since, at = value
    silent = now - at
    if STATES[state] != GONE and silent > GONE_AFTER:
        return Presence(GONE, at, at)
    if STATES[state] == HERE and silent > SILENT_AFTER:
        return Presence(AWAY, at, at)
    return Presence(STATES[state], since, at)


def is_missed(seat: OnlineSeat, now: datetime) -> bool:
    """Say whether somebody has been away for so long that the others need not wait."""
    known = presence_of(seat, now)
    if known is None:
        return seat.acts_since is not None and now - seat.acts_since > GONE_AFTER
    return known.state != HERE and now - known.since > MISSED_AFTER


def presence_versions(ids: Collection[int]) -> dict[int, int]:
    """Return what seats have said last, by id, as versions of their topics; from the cache."""
    known: Mapping[str, tuple[int, int, datetime, datetime]]
    known = cache.get_many([_key(pk) for pk in ids])
    return {pk: _version(known[_key(pk)]) for pk in ids if _key(pk) in known}


def _version(value: tuple[int, int, datetime, datetime]) -> int:
    """Return a number that grows with time, and whose last digit is the state."""
    _occupant, state, _since, at = value
    return int(at.timestamp() * _MS) * 10 + state


def _key(seat_id: int) -> str:
    return f"online-here:{seat_id}"
