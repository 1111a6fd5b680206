"""What nobody else may read of an online table, and whether some text holds it.

Texts are compared as their words alone: JSON, HTML, Python's way of writing and a list with commas
tell the same then. A secret is a row of cards that is too long and too mixed to be there by chance,
a salt, a part of a shuffle before its hand is over, a move that somebody has decided on beforehand,
or the key of somebody's seat.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence

from games.base import Event, Json, Seat
from games.shuffle import digest_of
from league.core.games import online_part
from league.online.access import key_of
from league.online.snapshots import Snapshot

# A row of so many cards, with so many different ones among them, is nobody's by chance.
LEAST_CARDS = 6
LEAST_KINDS = 4
_NO_WORD = re.compile(r"[^a-z0-9]+")


def words_in(text: str) -> str:
    """Return the words of a text, each between two blanks."""
    return " " + _NO_WORD.sub(" ", html.unescape(text).lower()).strip() + " "


def secrets_of(snapshot: Snapshot, seat: Seat | None) -> set[str]:
    """Return what a seat (None: anybody, a log, a cache) may not be told now, in words."""
    found = {*_salts(snapshot), *_parts(snapshot), *_keys(snapshot, seat)}
    found |= set(_premoves(snapshot, seat))
    position = snapshot.position
    if position is None or position.state.is_over():
        return found
    state = position.state
    own = state.observation(seat).as_json()
    rows = list(rows_of(snapshot.hand.deal if snapshot.hand else {}))
    for other in range(len(snapshot.seats)):
        if other != seat:
            seen = state.observation(other).as_json()
            rows += [row for name in seen if seen[name] != own[name] for row in rows_of(seen[name])]
    found |= {words_in(" ".join(row)) for row in rows}
    found |= {words_in(json.dumps(each.action)) for each in _unseen(position.events, seat)}
    # Others may have sealed the same as this seat, or hold what stands on every page in a row.
    seen_moves = [each.action for each in position.events if _is_seen(each, seat)]
    words, rules = online_part(snapshot.table.game), snapshot.table.rules
    known = words_in(json.dumps([own, seen_moves, words.cards(rules), words.facts(rules)]))
    return {secret for secret in found if secret not in known}


def _is_seen(event: Event, seat: Seat | None) -> bool:
    return event.visible_to is None or seat in event.visible_to


def _salts(snapshot: Snapshot) -> Iterator[str]:
    for hand in (snapshot.hand, snapshot.coming):
        if hand is not None and hand.record is None:
            yield words_in(hand.deal["salt"])


def _parts(snapshot: Snapshot) -> Iterator[str]:
    """Return what the site and the browsers have put into shuffles, and what follows from it."""
    over = snapshot.table.hands.exclude(record=None).values_list("number", flat=True)
    for shuffle in snapshot.table.shuffles.exclude(number__in=over).prefetch_related("shares"):
        yield words_in(shuffle.secret)
        attempt = shuffle.opened()
        yield from (words_in(each.share) for each in attempt.shares if each.share)
        yield words_in(digest_of(attempt.seed_text))


def _keys(snapshot: Snapshot, seat: Seat | None) -> Iterator[str]:
    for each in snapshot.seats:
        if each.number != seat:
            # What stands before the signature is no secret.
            yield words_in(key_of(each).rpartition(":")[2])


def _premoves(snapshot: Snapshot, seat: Seat | None) -> Iterator[str]:
    """Return what other seats have decided to play, as far as it tells much."""
    for each in snapshot.seats:
        told = words_in(json.dumps(each.premove))
        if each.number != seat and each.premove and len(told.split()) >= LEAST_CARDS:
            yield told


def rows_of(value: Json, least: int = LEAST_CARDS) -> Iterator[Sequence[str]]:
    """Return the rows of cards in a value, the longest ones whole."""
    if isinstance(value, dict):
        for each in value.values():
            yield from rows_of(each, least)
    elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        if len(value) >= least and len(set(value)) >= min(least, LEAST_KINDS):
            yield value
    elif isinstance(value, list):
        for each in value:
            yield from rows_of(each, least)


def _unseen(events: Sequence[Event], seat: Seat | None) -> Iterator[Event]:
    """Return the moves that a seat cannot see, as far as they tell much."""
    for event in events:
        tells_much = len(words_in(json.dumps(event.action)).split()) >= LEAST_CARDS
        if tells_much and not _is_seen(event, seat):
            yield event
