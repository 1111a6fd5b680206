"""The log of a hand: JSON lines that replay it, show each seat its part, and prove the deal.

A log is a header, numbered events, and the record:

    {"type": "hand", "game", "options", "rules_version", "number", "setup", "deal", "commitment"}
    {"n": 1, "seat": 3, "type": "play", "action": {…}, "visible_to": null}
    {"type": "record", "record": {…}}

A header may also have `shuffle`: the parts of the site and of the seats that the deal follows from.
`setup` is `HandSetup.as_log`, `deal` is `Deal.as_json` with a `salt`; the commitment is the SHA-256
of that whole object and may be shown before the hand. `type` and `visible_to` of an event are
public, `action` is for the seats of `visible_to` (null: everybody). In the log of one seat the
hidden parts of the deal, and the actions that it did not see, are null, and the salt and the
shuffle are absent.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from games.base import (
    Action,
    Deal,
    Event,
    HandSetup,
    HandState,
    InvalidInputError,
    Json,
    Options,
    PlayableGame,
    Problem,
    Seat,
)
from games.refusals import IllegalActionError
from games.shuffle import Attempt, check_shuffle, shuffle_as_json
from games.shuffle import digest_command as command_for
from games.validation import is_seat, unknown_fields

Line = dict[str, Json]
_Value = TypeVar("_Value")

_HEADER = (
    *("type", "game", "options", "rules_version"),
    *("number", "setup", "deal", "commitment"),
)
_EVENT = ("n", "seat", "type", "action", "visible_to")
_RECORD = ("type", "record")
_LONGEST_VALUE = 120


class BrokenLogError(InvalidInputError):
    """A log is not what the rules make of its deal and actions; fields are paths into it."""


def committed_text(salted_deal: Mapping[str, Json]) -> str:
    """Return what a commitment is the digest of: the salted deal, names sorted, no spaces."""
    return json.dumps(salted_deal, sort_keys=True, separators=(",", ":"))


def commitment(salted_deal: Mapping[str, Json]) -> str:
    """Return the SHA-256 of a deal with its salt, in hex."""
    return hashlib.sha256(committed_text(salted_deal).encode()).hexdigest()


def digest_command(salted_deal: Mapping[str, Json]) -> str:
    """Return what to type into a shell that prints the commitment without this program."""
    return command_for(committed_text(salted_deal))


def read_line(data: object, fields: tuple[str, ...]) -> Line:
    """Return a line that has just these fields, whatever is given; raises BrokenLogError."""
    if not isinstance(data, Mapping):
        raise _broken("not_an_object", "", "A line of a log is an object.")
    problems = unknown_fields(data, fields)
    problems += [
        Problem("missing", name, None, "This value is missing.")
        for name in fields
        if name not in data
    ]
    if problems:
        raise BrokenLogError(problems)
    return dict(data)


def _read_header(data: object) -> Line:
    """Return a header, with its shuffle if several parties have shuffled."""
    is_shuffled = isinstance(data, Mapping) and "shuffle" in data
    return read_line(data, (*_HEADER, "shuffle") if is_shuffled else _HEADER)


def compare(line: Mapping[str, Json], expected: Mapping[str, Json]) -> None:
    """Compare fields of a line with what they have to be; raises BrokenLogError for the first.

    They are compared as JSON, which tells 1, 1.0 and true apart.
    """
    for name, value in expected.items():
        expected_text = json.dumps(value, sort_keys=True)
        if json.dumps(line[name], sort_keys=True) != expected_text:
            text = f"This should be {_short(expected_text)}."
            raise _broken("differs", name, text)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


class HandLog:
    """Play a hand and keep its log; or take up the log of one that was played.

    `state` is the hand as it stands, `events` all that has happened in it, `attempts` how it was
    shuffled by several parties, if it was.
    """

    __slots__ = ("attempts", "deal", "events", "game", "options", "salt", "setup", "state")

    def __init__(
        self,
        game: PlayableGame,
        options: Options,
        setup: HandSetup,
        deal: Deal,
        salt: str,
        attempts: tuple[Attempt, ...] = (),
    ) -> None:
        """Begin a hand; `salt` is a long secret text that chance has made."""
        self.attempts = attempts
        self.game = game
        self.options = options
        self.setup = setup
        self.deal = deal
        self.salt = salt
        self.state = game.start(setup, deal)
        self.events: list[Event] = []

    @classmethod
    def take_up(cls, game: PlayableGame, header: object) -> "HandLog":
        """Begin the hand of a header that was logged; raises BrokenLogError."""
        line = _read_header(header)
        compare(line, {"type": "hand", "game": game.slug, "rules_version": game.rules_version})
        salted = line["deal"]
        salt = salted.get("salt") if isinstance(salted, Mapping) else None
        if not isinstance(salted, Mapping) or not isinstance(salt, str):
            raise _broken("deal_hidden", "deal", "Only a log with the whole deal can be replayed.")
        compare(line, {"commitment": commitment(salted)})
        unsalted = {name: value for name, value in salted.items() if name != "salt"}
        options = _inside("options", game.options, line["options"])
        setup = _inside("setup", partial(game.read_setup, options), line["setup"])
        deal = _inside("deal", partial(game.read_deal, setup), unsalted)
        attempts: tuple[Attempt, ...] = ()
        if "shuffle" in line:
            check = partial(check_shuffle, game, setup, salt, deal)
            attempts = _inside("shuffle", check, line["shuffle"])
        log = cls(game, options, setup, deal, salt, attempts)
        compare(line, log.header)
        return log

    @property
    def header(self) -> Line:
        """Write the first line, with all secrets: it is for the end of the hand."""
        salted = {"salt": self.salt, **self.deal.as_json()}
        shuffle = {"shuffle": shuffle_as_json(self.attempts)} if self.attempts else {}
        return {**self._header(salted, commitment(salted)), **shuffle}

    def _header(self, deal: Json, committed: str) -> Line:
        return {
            "type": "hand",
            "game": self.game.slug,
            "options": self.options.as_json(),
            "rules_version": self.game.rules_version,
            "number": self.setup.number,
            "setup": self.setup.as_log(),
            "deal": deal,
            "commitment": committed,
        }

    def lines(self) -> list[Line]:
        """Write the whole log, as far as the hand has come."""
        events = [_event_as_json(n, event) for n, event in enumerate(self.events, start=1)]
        return [self.header, *events, *self._record()]

    def lines_as_seen_by(self, seat: Seat | None) -> list[Line]:
        """Write the log with nothing that a seat (None: a spectator) may not see."""
        salted = {"salt": self.salt, **self.deal.as_json()}
        header = self._header(self.deal.as_seen_by(seat), commitment(salted))
        events = []
        for n, event in enumerate(self.events, start=1):
            is_seen = event.visible_to is None or seat in event.visible_to
            shown = event if is_seen else replace(event, action=None)
            events.append(_event_as_json(n, shown))
        return [header, *events, *self._record()]

    def _record(self) -> list[Line]:
        if not self.state.is_over():
            return []
        return [{"type": "record", "record": self.state.record().as_json()}]

    def apply(self, seat: Seat, action: Action) -> Event:
        """Check, log and carry out an action; raises IllegalActionError, changing nothing then."""
        violation = self.state.check(seat, action)
        if violation is not None:
            raise IllegalActionError(violation)
        event = self.state.event(seat, action)
        self.state.apply_unchecked(seat, action)
        self.events.append(event)
        return event

    def replay(self, data: object) -> None:
        """Carry out the next event of a log, or compare its record; raises BrokenLogError.

        Nothing is changed by an event that does not fit.
        """
        if isinstance(data, Mapping) and data.get("type") == "record":
            self._replay_record(read_line(data, _RECORD))
        else:
            self._replay_event(read_line(data, _EVENT))

    def _replay_record(self, line: Line) -> None:
        if not self.state.is_over():
            raise _broken("not_over", "", "The hand is not over yet.")
        compare(line, {"record": self.state.record().as_json()})

    def _replay_event(self, line: Line) -> None:
        n, seat = len(self.events) + 1, line["seat"]
        compare(line, {"n": n})
        if not is_seat(seat, self.setup.seats):
            raise _broken("not_a_seat", "seat", "This is not a seat of the table.")
        if seat not in self.state.acting_seats():
            raise _broken("not_acting", "seat", "It is not for this seat to act.")
        action = _inside("action", partial(self.state.read_action, seat), line["action"])
        violation = self.state.check(seat, action)
        if violation is not None:
            problem = Problem(violation.code, "action", violation.rule, violation.text)
            raise BrokenLogError([problem])
        compare(line, _event_as_json(n, self.state.event(seat, action)))
        self.apply(seat, action)


def replay_moves(state: HandState, moves: Iterable[tuple[Seat, Action]]) -> None:
    """Check and carry out packed actions; raises IllegalActionError at the first bad one."""
    apply = state.apply
    for seat, action in moves:
        apply(seat, action)


def _event_as_json(n: int, event: Event) -> Line:
    seen_by = None if event.visible_to is None else list(event.visible_to)
    return {
        "n": n,
        "seat": event.seat,
        "type": event.type,
        "action": event.action,
        "visible_to": seen_by,
    }


def _broken(code: str, field: str, text: str) -> BrokenLogError:
    return BrokenLogError([Problem(code, field, None, text)])


def _inside(field: str, read: Callable[[object], _Value], data: object) -> _Value:
    """Read the value of a field; raises BrokenLogError with its faults seen from the line."""
    try:
        return read(data)
    except InvalidInputError as error:
        raise BrokenLogError([problem.inside(field) for problem in error.problems]) from None
