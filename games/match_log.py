"""A whole match as a log: the log of each hand, and last what `score` reads of it.

The last line is `{"type": "match", "game", "options", "seats", "dealer", "hands"}`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.base import (
    Action,
    InvalidInputError,
    Json,
    Match,
    Observation,
    Options,
    PlayableGame,
    Problem,
    Rng,
    Seat,
)
from games.log import BrokenLogError, HandLog, Line, compare, read_line

Choose = Callable[[Observation, Rng], Action]
"""How a seat plays: it is given no more than what the seat sees, and a source of chance."""

_FIELDS = ("type", "game", "options", "seats", "dealer", "hands")


@dataclass(frozen=True, slots=True)
class Verified:
    """Count what a log held that was found to be right."""

    hands: int
    events: int
    matches: int

    def as_json(self) -> dict[str, Json]:
        """Write the counts."""
        return {"hands": self.hands, "events": self.events, "matches": self.matches}


def play_hand(log: HandLog, players: list[Choose], rng: Rng) -> None:
    """Play a hand to its end; the first of several acting seats acts first."""
    state = log.state
    while not state.is_over():
        seat = state.acting_seats()[0]
        log.apply(seat, players[seat](state.observation(seat), rng))


def play_match(
    game: PlayableGame, options: Options, dealer: Seat, players: list[Choose], rng: Rng
) -> Iterator[Line]:
    """Play a match to its end and yield its log; `players` are one a seat."""
    match = game.new_match(options, len(players), dealer)
    records: list[Json] = []
    while (setup := match.next_hand()) is not None:
        salt = f"{rng.randrange(1 << 128):032x}"
        log = HandLog(game, options, setup, game.sample_deal(setup, rng), salt)
        play_hand(log, players, rng)
        yield from log.lines()
        record = log.state.record()
        records.append(record.as_json())
        match = match.add(record)
    yield {
        "type": "match",
        "game": game.slug,
        "options": options.as_json(),
        "seats": len(players),
        "dealer": dealer,
        "hands": records,
    }


def verify(games: Mapping[str, PlayableGame], lines: Iterable[object]) -> Verified:
    """Replay a log, one JSON value a line; raises BrokenLogError, fields as `lines[6].action`."""
    reader = _Reader(games)
    at = 0
    for at, line in enumerate(lines):
        try:
            reader.read(line)
        except BrokenLogError as error:
            path = f"lines[{at}]"
            raise BrokenLogError([problem.inside(path) for problem in error.problems]) from None
    if reader.log is not None or reader.hands == 0:
        text = "The log stops in the middle of a hand." if reader.log else "There is no hand."
        raise BrokenLogError([Problem("incomplete", f"lines[{at}]", None, text)])
    return Verified(reader.hands, reader.events, reader.matches)


class _Reader:
    """Read the lines of a log one after the other."""

    def __init__(self, games: Mapping[str, PlayableGame]) -> None:
        self.games = games
        self.log: HandLog | None = None
        self.played: list[HandLog] = []
        self.hands = self.events = self.matches = 0

    def read(self, line: object) -> None:
        """Read the next line; raises BrokenLogError."""
        kind = line.get("type") if isinstance(line, Mapping) else None
        if self.log is not None:
            self.log.replay(line)
            if kind == "record":
                self.hands += 1
                self.events += len(self.log.events)
                self.played.append(self.log)
                self.log = None
        elif isinstance(line, Mapping) and kind == "hand":
            self.log = HandLog.take_up(self.game_of(line), line)
        elif kind == "match":
            self.compare_match(read_line(line, _FIELDS))
            self.played = []
            self.matches += 1
        else:
            text = "Here a hand must begin, or the match must end."
            raise BrokenLogError([Problem("not_a_header", "", None, text)])

    def game_of(self, line: Mapping[str, Any]) -> PlayableGame:
        slug = line.get("game")
        if not isinstance(slug, str) or slug not in self.games:
            text = f"There is no such game. Known are: {', '.join(self.games)}."
            raise BrokenLogError([Problem("unknown_game", "game", None, text)])
        return self.games[slug]

    def compare_match(self, line: Mapping[str, Any]) -> None:
        """Compare the hands read since the last match with what a match says of them."""
        match = self.begin(line)
        for at, log in enumerate(self.played):
            setup = match.next_hand()
            if log.game.slug != line["game"] or setup != log.setup:
                text = f"The match would have set up its hand {at + 1} otherwise."
                raise BrokenLogError([Problem("setup_differs", f"hands[{at}]", None, text)])
            match = match.add(log.state.record())
        compare(line, {"hands": [log.state.record().as_json() for log in self.played]})

    def begin(self, line: Mapping[str, Any]) -> Match:
        """Return the match before its first hand."""
        game = self.game_of(line)
        try:
            options = game.options(line["options"])
            seats: Any = line["seats"]
            dealer: Any = line["dealer"]
            return game.new_match(options, seats, dealer)
        except InvalidInputError as error:
            raise BrokenLogError(error.problems) from None
