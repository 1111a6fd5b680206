"""The match that an online table plays: at a table of a round it is that table's own."""

from typing import NamedTuple

from games.base import Match
from games.duplicate import DuplicateMatch
from games.limited import LimitedMatch
from league.core.games import online_part
from league.online.models import DuplicateEvent, OnlineHand, OnlineTable
from league.results.models import Hand
from league.results.scoring import compute_hands


class Matches(NamedTuple):
    """A match around a hand: `before` it, and `now`, after all hands that have ended."""

    before: Match
    now: Match


def match_of(table: OnlineTable, size: int) -> Match:
    """Return the match after all hands that have ended; one query."""
    return matches_around(table, size, None).now


def matches_around(table: OnlineTable, size: int, hand: OnlineHand | None) -> Matches:
    """Return the match as it was before a hand (None: at its end), and as it is; one query."""
    if table.event is not None:
        return _of_event(table, table.event, size, hand)
    if table.table is not None:
        hands = list(Hand.objects.filter(table=table.table).select_related("current"))
        computed = compute_hands(table.table, size, hands)
        found = (each.before for each in computed.hands if hand and each.hand.pk == hand.hand_id)
        return Matches(next(found, computed.match), computed.match)
    ended = OnlineHand.objects.filter(table=table).exclude(record=None).order_by("number")
    match = before = begin_match(table, size)
    for number, record in ended.values_list("number", "record"):
        if hand is None or number <= hand.number:
            before = match
        match = match.add(record)
    return Matches(before if hand and hand.record is not None else match, match)


def _of_event(
    table: OnlineTable, event: DuplicateEvent, size: int, hand: OnlineHand | None
) -> Matches:
    """Return the match of a table of a duplicate event: hands of so many seats, by their deals."""
    ended = OnlineHand.objects.filter(table=table, board__seats=size).exclude(record=None)
    match = duplicate_match(event, size)
    before = None
    for number, record in ended.order_by("number").values_list("number", "record"):
        if hand is not None and number == hand.number:
            before = match
        match = match.add(record)
    return Matches(before or match, match)


def duplicate_match(event: DuplicateEvent, seats: int) -> DuplicateMatch:
    """Return the match of every table of an event that has so many seats, before its first hand."""
    return DuplicateMatch.begin(online_part(event.game).engine, event.rules, seats, event.hands)


def begin_match(table: OnlineTable, size: int) -> Match:
    """Return the match of a table that belongs to no round, before its first hand."""
    game = online_part(table.game).engine
    match = game.new_match(game.options(table.options), size, table.dealer)
    return match if table.hands_limit is None else LimitedMatch(match, table.hands_limit)
