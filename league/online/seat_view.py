"""The view of an online table for one seat or a spectator (docs/online.md)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.base import Event, Json, Seat
from league.core.games import online_part, site_game
from league.core.games.online import Names
from league.online.chat import EMOTES, delayed_messages, message_text
from league.online.matches import Position
from league.online.models import ChatMessage, OnlineHand, OnlineSeat, Phase, Shuffle
from league.online.models.tables import SECOND_MS
from league.online.snapshots import Delayed, Snapshot
from league.online.table_log import event_text
from league.online.undoing import kept_moves
from league.results.scoring import line_as_json
from league.results.table_view import facts_of, judged, points_of

# Whoever opens the page anew reads what happened last.
LAST_EVENTS = 12
LOG_SHOWN = 5

View = dict[str, Json]


def seat_view(snapshot: Snapshot, seat: Seat | None, *, after: int | None, now: datetime) -> View:
    """Return the view of a seat since move `after`; None, or not yet in the hand: a spectator's."""
    table = snapshot.table
    waits = seat is not None and snapshot.seats[seat].waits_for_hand
    seat = None if waits else seat
    shown = snapshot.delayed(now) if seat is None else Delayed(snapshot.position, None)
    position = shown.position
    names = Names(snapshot.names, seat, online_part(table.game).cards(table.rules))
    moves = 0 if position is None else position.moves
    known = _may_know(snapshot, seat)
    shuffling = snapshot.shuffling
    return {
        "version": table.version,
        "phase": table.phase,
        "hand": table.hand_number,
        "moves": moves,
        "undone": table.undone,
        "you": seat,
        "waits": waits,
        "now": _time(now),
        "seats": [
            _seat(snapshot, each, known, has_clock=seat is not None or not table.spectator_delay)
            for each in snapshot.seats
        ],
        **_played(snapshot, position, names, after),
        "own": None if seat is None else _own(snapshot.seats[seat]),
        "undo": None if seat is None else _undo(snapshot, seat),
        "result": _result(snapshot) if known else None,
        "proof": {
            "hand": _commitment(snapshot.hand),
            "coming": _commitment(shuffling.shuffle if shuffling else snapshot.coming),
        },
        "shuffle": _shuffle(snapshot),
        "log": [
            {"id": each.pk, "text": event_text(each), "at": _time(each.created_at)}
            for each in snapshot.log_events[-LOG_SHOWN:]
        ],
        "spectators": {
            "names": list(snapshot.spectators.names),
            "others": snapshot.spectators.others,
        },
        "chat": _chat(snapshot, seat, now),
        "due": _time(table.due_at) if table.phase == Phase.BETWEEN else None,
        "more_at": _more_at(snapshot, shown, now) if seat is None else _due_shuffle(snapshot),
    }


def _more_at(snapshot: Snapshot, shown: Delayed, now: datetime) -> str | None:
    """Return when a spectator is to look again although nothing new happens."""
    _messages, next_message = delayed_messages(snapshot.table, snapshot.chat_messages, now)
    moments = [shown.more_at, next_message]
    return _time(min((each for each in moments if each is not None), default=None))


def _due_shuffle(snapshot: Snapshot) -> str | None:
    """Return when the time for shuffling is over: whoever looks then lets the table go on."""
    shuffling = snapshot.shuffling
    is_asked = shuffling is not None and snapshot.table.phase == Phase.BETWEEN
    return _time(shuffling.shuffle.until) if shuffling and is_asked else None


def _played(snapshot: Snapshot, position: Position | None, names: Names, after: int | None) -> View:
    if position is None:
        return {"setup": None, "observation": None, "events": [], "prompt": "", "help": None}
    state, seat = position.state, names.you
    text = online_part(snapshot.table.game)
    first = max(0, position.moves - LAST_EVENTS) if after is None else max(0, after)
    is_acting = seat is not None and seat in state.acting_seats()
    return {
        "setup": None if snapshot.hand is None else snapshot.hand.setup,
        "observation": state.observation(seat).as_json(),
        "events": [
            _event(snapshot, number, event, names)
            for number, event in enumerate(position.events[first:], start=first + 1)
        ],
        "prompt": "" if state.is_over() else text.ask(state, names),
        "help": text.help(state, seat) if is_acting and seat is not None else None,
    }


def _event(snapshot: Snapshot, number: int, event: Event, names: Names) -> View:
    is_seen = event.visible_to is None or names.you in event.visible_to
    shown = event if is_seen else Event(event.seat, event.type, None, event.visible_to)
    return {
        "n": number,
        "seat": shown.seat,
        "type": shown.type,
        "action": shown.action,
        "text": online_part(snapshot.table.game).describe(shown, names),
    }


def _seat(snapshot: Snapshot, seat: OnlineSeat, is_known: bool, *, has_clock: bool) -> View:
    """Return a seat for a view; delayed spectators do not see whose time runs now."""
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
        "is_reading": seat.is_reading,
        "wants_break": seat.wants_break,
        "adds_share": seat.adds_share,
        "is_acting": is_acting,
        "total": match.totals[seat.number] if is_known else 0,
        "place": match.places[seat.number] if is_known else 1,
        "until": _time(until),
        "time_bank": seat.time_bank_ms // SECOND_MS,
    }


def _own(seat: OnlineSeat) -> Json:
    """Return what nobody but the seat itself is told: what the site is to do for it."""
    planned = seat.moves_at is not None
    return {"auto_pass": seat.auto_pass, "premove": seat.premove, "is_planned": planned}


def _undo(snapshot: Snapshot, seat: Seat) -> Json:
    """Return who asks to take a move back, who agrees, and whether this seat may ask."""
    table, seats = snapshot.table, snapshot.seats
    is_asked = table.undo_seat is not None
    kept = None if is_asked else kept_moves(table, seats, snapshot.position, seat)
    return {
        "seat": table.undo_seat,
        "allowed": [each.number for each in seats if each.allows_undo],
        "may": kept is not None and not seats[seat].is_away,
    }


def _result(snapshot: Snapshot) -> Json:
    table, hand, match = snapshot.table, snapshot.hand, snapshot.matches.now
    if hand is None or hand.record is None:
        return None
    score = snapshot.matches.before.score(hand.record)
    lines = [[line_as_json(line) for line in each] for each in score.lines]
    points = points_of(lines, match.totals, match.places, snapshot.names)
    return {
        "facts": [
            {"label": str(fact.label), "text": fact.text}
            for fact in facts_of(site_game(table.game), hand.record, snapshot.names)
        ],
        "points": [
            {
                "seat": each.who.seat,
                "points": each.points,
                "total": each.total,
                "place": each.place,
                "lines": [
                    {"text": line.text, "points": line.points, "rule": line.rule}
                    for line in each.lines
                ],
            }
            for each in points
        ],
        "steps": [
            {"seat": None if each.who is None else each.who.seat, "text": step.text}
            for each in judged(
                site_game(table.game), snapshot.matches.before, hand.record, snapshot.names
            )
            for step in each.steps
        ],
        "is_over": match.is_over,
        "winners": list(match.winners),
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
    """Return whether results may be shown: not to spectators who may still play these deals."""
    if seat is not None or snapshot.table.event is None:
        return True
    return snapshot.table.event.ended_at is not None


def _commitment(hand: OnlineHand | Shuffle | None) -> Json:
    return None if hand is None else hand.commitment


def _chat(snapshot: Snapshot, seat: Seat | None, now: datetime) -> list[Json]:
    messages: Sequence[ChatMessage] = snapshot.chat_messages
    if seat is None:
        messages, _more_at = delayed_messages(snapshot.table, messages, now)
    return [
        {
            "id": message.pk,
            "seat": message.seat,
            "name": message.name,
            "text": message_text(message),
            "picture": message.code if message.code in EMOTES else None,
            "at": _time(message.created_at),
        }
        for message in messages
    ]


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="milliseconds")
