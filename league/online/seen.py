"""What one seat, or somebody who watches, sees of an online table: the values behind its screen.

A view is put together from the engine's observation for that seat and from what is public. Nothing
is ever taken out of something that holds more. See docs/online.md for its fields.
"""

from datetime import datetime, timedelta

from games.base import Event, Json, Seat
from league.core.games import online_part
from league.core.games.online import Names
from league.online.models import OnlineHand, OnlineSeat, Phase, Remark
from league.online.models.tables import SECOND_MS
from league.online.positions import Position
from league.online.snapshots import Delayed, Snapshot
from league.online.story import told
from league.online.talk import heard_by_watchers, more_for_watchers, picture_of
from league.online.talk import words_of as words_said
from league.results.match_board import facts_of, judged, points_of
from league.results.scoring import line_as_json

# Whoever opens the page anew reads what happened last.
LAST_EVENTS = 12
STORY_SHOWN = 5

View = dict[str, Json]


def view_of(snapshot: Snapshot, seat: Seat | None, *, after: int | None, now: datetime) -> View:
    """Return the view of a seat (None: who watches), with the events after move `after`.

    Who has a seat from the next hand on sees this one as those who watch.
    """
    table = snapshot.table
    waits = seat is not None and snapshot.seats[seat].waits_for_hand
    seat = None if waits else seat
    shown = snapshot.delayed(now) if seat is None else Delayed(snapshot.position, None)
    position = shown.position
    names = Names(snapshot.names, seat, online_part(table.game).cards(table.rules))
    moves = 0 if position is None else position.moves
    known = _may_know(snapshot, seat)
    return {
        "version": table.version,
        "phase": table.phase,
        "hand": table.hand_number,
        "moves": moves,
        "you": seat,
        "waits": waits,
        "now": _time(now),
        "seats": [
            _seat(snapshot, each, known, has_clock=seat is not None or not table.watch_delay)
            for each in snapshot.seats
        ],
        **_played(snapshot, position, names, after),
        "result": _result(snapshot) if known else None,
        "proof": _proof(snapshot),
        "shuffle": _shuffle(snapshot),
        "story": [
            {"id": each.pk, "words": told(each), "at": _time(each.created_at)}
            for each in snapshot.story[-STORY_SHOWN:]
        ],
        "watchers": {"names": list(snapshot.watching.names), "others": snapshot.watching.others},
        "talk": _talk(snapshot, seat, now),
        "due": _time(table.due_at) if table.phase == Phase.BETWEEN else None,
        "more_at": _more_at(snapshot, shown, now) if seat is None else _due_shuffle(snapshot),
    }


def _more_at(snapshot: Snapshot, shown: Delayed, now: datetime) -> str | None:
    """Return when who watches is to look again although nothing new happens."""
    moments = [shown.more_at, more_for_watchers(snapshot.table, snapshot.remarks, now)]
    return _time(min((each for each in moments if each is not None), default=None))


def _due_shuffle(snapshot: Snapshot) -> str | None:
    """Return when the time for shuffling is over: whoever looks then lets the table go on."""
    shuffling = snapshot.shuffling
    is_asked = shuffling is not None and snapshot.table.phase == Phase.BETWEEN
    return _time(shuffling.shuffle.until) if shuffling and is_asked else None


def _played(snapshot: Snapshot, position: Position | None, names: Names, after: int | None) -> View:
    """Return the hand as it stands, what happened in it, and what the table waits for."""
    if position is None:
        return {"setup": None, "observation": None, "events": [], "ask": "", "help": None}
    state, seat = position.state, names.you
    words = online_part(snapshot.table.game)
    first = max(0, position.moves - LAST_EVENTS) if after is None else max(0, after)
    is_acting = seat is not None and seat in state.acting_seats()
    return {
        "setup": None if snapshot.hand is None else snapshot.hand.setup,
        "observation": state.observation(seat).as_json(),
        "events": [
            _event(snapshot, number, event, names)
            for number, event in enumerate(position.events[first:], start=first + 1)
        ],
        "ask": "" if state.is_over() else words.ask(state, names),
        "help": words.help(state, seat) if is_acting and seat is not None else None,
    }


def _event(snapshot: Snapshot, number: int, event: Event, names: Names) -> View:
    is_seen = event.visible_to is None or names.you in event.visible_to
    shown = event if is_seen else Event(event.seat, event.type, None, event.visible_to)
    return {
        "n": number,
        "seat": shown.seat,
        "type": shown.type,
        "action": shown.action,
        "words": online_part(snapshot.table.game).tell(shown, names),
    }


def _seat(snapshot: Snapshot, seat: OnlineSeat, is_known: bool, *, has_clock: bool) -> View:
    """Return what is told of a seat; who watches later is not told whose time runs now."""
    table, match = snapshot.table, snapshot.matches.now
    until = None
    is_acting = has_clock and seat.acts_since is not None
    if is_acting and seat.acts_since is not None and table.move_seconds is not None:
        until = seat.acts_since + timedelta(seconds=table.move_seconds)
    return {
        "number": seat.number,
        "name": seat.name,
        "bot": seat.bot,
        "is_open": seat.is_open,
        "is_here": seat.is_taken_by_person,
        "is_away": seat.is_away,
        "is_ready": seat.is_ready,
        "wants_break": seat.wants_break,
        "adds_share": seat.adds_share,
        "is_acting": is_acting,
        "total": match.totals[seat.number] if is_known else 0,
        "place": match.places[seat.number] if is_known else 1,
        "until": _time(until),
        "reserve": seat.reserve_ms // SECOND_MS,
    }


def _result(snapshot: Snapshot) -> Json:
    """Return what the hand that was begun last is worth, once it is over."""
    table, hand, match = snapshot.table, snapshot.hand, snapshot.matches.now
    if hand is None or hand.record is None:
        return None
    score = snapshot.matches.before.score(hand.record)
    lines = [[line_as_json(line) for line in each] for each in score.lines]
    points = points_of(lines, match.totals, match.places, snapshot.names)
    return {
        "facts": [
            {"label": str(fact.label), "words": fact.words}
            for fact in facts_of(table.game, hand.record, snapshot.names)
        ],
        "points": [
            {
                "seat": each.who.seat,
                "points": each.points,
                "total": each.total,
                "place": each.place,
                "lines": [
                    {"words": line.words, "points": line.points, "rule": line.rule}
                    for line in each.lines
                ],
            }
            for each in points
        ],
        "steps": [
            {"seat": None if each.who is None else each.who.seat, "words": step.words}
            for each in judged(table.game, snapshot.matches.before, hand.record, snapshot.names)
            for step in each.steps
        ],
        "is_over": match.is_over,
        "winners": list(match.winners),
    }


def _proof(snapshot: Snapshot) -> View:
    """Return the commitments: of the hand that was begun last, and of what the next will be."""
    shuffling = snapshot.shuffling
    coming = _commitment(snapshot.coming)
    return {
        "hand": _commitment(snapshot.hand),
        "coming": coming if shuffling is None else shuffling.shuffle.commitment,
    }


def _shuffle(snapshot: Snapshot) -> Json:
    """Return what browsers are asked for; secrets and shares are shown after the hand alone."""
    shuffling, table = snapshot.shuffling, snapshot.table
    if shuffling is None or shuffling.shuffle.asked_at is None or table.phase != Phase.BETWEEN:
        return None
    shuffle = shuffling.shuffle
    return {
        "table": table.pk,
        "hand": shuffle.number,
        "attempt": shuffle.attempt,
        "commitment": shuffle.commitment,
        "is_closed": shuffle.closed_at is not None,
        "shares": [
            {"seat": each.seat, "commitment": each.commitment, "is_open": bool(each.share)}
            for each in shuffling.shares
        ],
        "barred": list(shuffling.barred),
    }


def _may_know(snapshot: Snapshot, seat: Seat | None) -> bool:
    """Say whether somebody may know what hands of this table were worth.

    While other tables still play its deals, whoever only looks may be about to play them.
    """
    if seat is not None or snapshot.table.event is None:
        return True
    return snapshot.table.event.ended_at is not None


def _commitment(hand: OnlineHand | None) -> Json:
    return None if hand is None else hand.commitment


def _talk(snapshot: Snapshot, seat: Seat | None, now: datetime) -> list[Json]:
    """Return what was said last, the oldest first."""
    heard = snapshot.remarks
    if seat is None:
        heard = heard_by_watchers(snapshot.table, heard, now)
    return [_remark(remark) for remark in heard]


def _remark(remark: Remark) -> View:
    return {
        "id": remark.pk,
        "seat": remark.seat,
        "name": remark.name,
        "words": words_said(remark),
        "picture": picture_of(remark),
        "at": _time(remark.created_at),
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="milliseconds")
