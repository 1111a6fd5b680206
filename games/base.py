"""The vocabulary all games share.

Seats are 0-based and clockwise. Everything that is "per seat" has one item a seat, in seat order.
Games take plain JSON values at their edge and hand back frozen values; they read no clock, do no
I/O and hide no chance.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, Self, TypeAlias

Seat: TypeAlias = int
Action: TypeAlias = int
"""A move, packed by its game into one whole number; JSON is for the edge (`action_as_json`)."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Data: TypeAlias = Mapping[str, int | str]
"""The values behind a sentence, for a screen that words it again with names or translated."""

Level: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Say what is wrong with an input, and where.

    `code` is stable, `field` is the path of the value at fault ("" is the whole input), `rule` the
    id of the rule that is broken (None: no rule, only the shape), `text` an English sentence.
    A warning may be confirmed; an error may not.
    """

    code: str
    field: str
    rule: str | None
    text: str
    level: Level = "error"
    data: Data = dataclasses.field(default_factory=dict, hash=False)

    def inside(self, path: str) -> "Problem":
        """Return this problem with its field seen from an outer value, `path` being the inner's."""
        where = f"{path}.{self.field}" if self.field else path
        return Problem(self.code, where, self.rule, self.text, self.level, self.data)

    def as_json(self) -> dict[str, Json]:
        """Write the problem as formats.md shows it; level and data stay inside."""
        return {"code": self.code, "field": self.field, "rule": self.rule, "text": self.text}


class InvalidInputError(ValueError):
    """An input was refused; `problems` holds every fault that was found, warnings excluded."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.text for problem in problems))
        self.problems = tuple(problems)


class InvalidOptionsError(InvalidInputError):
    """The options of a match were refused; fields are the options' names."""


class InvalidMatchError(InvalidInputError):
    """A match cannot be set up so; fields are `seats` and `dealer`."""


class InvalidRecordError(InvalidInputError):
    """The record of a hand was refused; fields are the record's."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Explain some points of one seat in one hand.

    `code` says which sentence this is (a rule may have several), `data` the numbers in it.
    """

    rule: str
    points: int
    text: str
    code: str
    data: Data = dataclasses.field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Json]:
        """Write the line as formats.md shows it; code and data stay inside."""
        return {"rule": self.rule, "points": self.points, "text": self.text}


@dataclass(frozen=True, slots=True)
class HandScore:
    """Hold what a hand is worth: `lines[seat]` add up to `scores[seat]`."""

    lines: tuple[tuple[ScoreLine, ...], ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def scores(self) -> tuple[int, ...]:
        """Add up the lines of every seat."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)

    def details_as_json(self) -> dict[str, Json]:
        """Write what this game shows of a hand beside points and places; by default nothing."""
        return {}


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """Say what gave a seat its place.

    `ahead_of` is the seat placed next below (None: there is none), `rule` the id of the rule that
    decided between the two, `shared_with` the seats on the same place.
    """

    rule: str
    ahead_of: Seat | None
    shared_with: tuple[Seat, ...] = ()


class Options(Protocol):
    """Frozen, validated options of a match."""

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""


class HandRecord(Protocol):
    """What happened in one hand, in the one shape that a phone and an online table share."""

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from; what it does not count is absent."""


class HandSetup(Protocol):
    """What is known of a hand before it is played, and what is to be recorded of it."""

    @property
    def number(self) -> int:
        """1-based, void hands included."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def dealer(self) -> Seat:
        """The seat that deals."""

    @property
    def leader(self) -> Seat:
        """The seat whose turn is first."""

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """Partners for this hand; empty when everyone plays alone."""

    @property
    def solo(self) -> Seat | None:
        """The seat without a partner in a hand with teams."""

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows."""

    def as_log(self) -> dict[str, Json]:
        """Write what starts the hand again, with options and a deal; every seat may know it."""


class Rng(Protocol):
    """A source of chance: `random.Random` where it must repeat, `random.SystemRandom` live."""

    def random(self) -> float:
        """Return a number from 0 up to and without 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to and without `stop`."""


class Deal(Protocol):
    """All that chance decided in a hand, as one frozen value: a log replays without any rng."""

    def as_json(self) -> dict[str, Json]:
        """Write the whole deal in the shape it is read from."""

    def as_seen_by(self, seat: Seat | None) -> dict[str, Json]:
        """Write the deal with null for all that this seat (None: a spectator) does not see."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Say why an action is refused: a stable code, the id of the rule, an English sentence.

    It is told to the acting seat, so it depends on nothing that the seat may not know.
    """

    code: str
    rule: str | None
    text: str

    def as_json(self) -> dict[str, Json]:
        """Write the violation in the shape of a problem of the field `action`."""
        return {"code": self.code, "field": "action", "rule": self.rule, "text": self.text}


@dataclass(frozen=True, slots=True)
class Event:
    """Describe one action as the log tells it.

    `type` names the kind of action and is public; `action` is its JSON together with what became
    known by it (a card drawn); `visible_to` lists the seats that may see `action`, None: everybody.
    """

    seat: Seat
    type: str
    action: Json
    visible_to: tuple[Seat, ...] | None


class Observation(Protocol):
    """What one seat (None: a spectator) may know of a hand, and nothing else.

    It is put together field by field from what may be known; nothing is ever removed from a state
    to make one. Each game adds its own fields, packed; bots read those.
    """

    @property
    def seat(self) -> Seat | None:
        """Whose view this is."""

    @property
    def acting(self) -> tuple[Seat, ...]:
        """Whose action is awaited; this is public."""

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The actions of this seat; empty where it is not acting."""

    def as_json(self) -> dict[str, Json]:
        """Write the whole view for a screen; equal views give equal JSON."""


class HandState(Protocol):
    """One hand being played: changed in place, copied by `clone`.

    All chance is in the deal that it was started with. Classes keep `__slots__` and packed
    integers; `legal_actions`, `apply_unchecked`, `acting_seats` and `is_over` are the fast path.
    """

    def acting_seats(self) -> tuple[Seat, ...]:
        """List the seats whose action is awaited, in seat order; empty once the hand is over.

        Where several act at once none of them waits for another.
        """

    def legal_actions(self, seat: Seat) -> Sequence[Action]:
        """List every action that `check` accepts, each once; empty for a seat not acting."""

    def check(self, seat: Seat, action: Action) -> Violation | None:
        """Say why an action is not legal, whatever whole number it is; None where it is."""

    def apply(self, seat: Seat, action: Action) -> None:
        """Check and carry out an action; raises IllegalActionError and then changes nothing."""

    def apply_unchecked(self, seat: Seat, action: Action) -> None:
        """Carry out an action known to be legal, for search and simulation."""

    def action_as_json(self, seat: Seat, action: Action) -> dict[str, Json]:
        """Write a legal action of a seat as JSON; `type` names its kind."""

    def read_action(self, seat: Seat, data: object) -> Action:
        """Read an action from JSON, whatever value it is; raises InvalidActionError.

        It judges the shape alone, `check` the rules. What `event` adds to an action (a card drawn)
        is ignored, so that the action of an event reads back as the action.
        """

    def event(self, seat: Seat, action: Action) -> Event:
        """Describe a legal action, *before* it is applied, as the log is to tell it."""

    def observation(self, seat: Seat | None) -> Observation:
        """Return what a seat may know now; None: what a spectator may know."""

    def is_over(self) -> bool:
        """Tell whether the hand is over."""

    def record(self) -> HandRecord:
        """Return the record of the finished hand for `Match.add`; raises HandNotOverError."""

    def clone(self) -> Self:
        """Return an independent copy."""


class Match(Protocol):
    """The running score of one table, for room and online alike; never changed in place."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of all counted hands, per seat."""

    @property
    def places(self) -> tuple[int, ...]:
        """1-based, by the game's own tie-break; shared places count 1, 1, 3; all 1 at first."""

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat."""

    @property
    def is_over(self) -> bool:
        """Whether no further hand counts."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the match is over."""

    @property
    def number(self) -> int:
        """Of the next hand, 1-based."""

    @property
    def dealer(self) -> Seat:
        """Of the next hand."""

    def next_hand(self) -> HandSetup | None:
        """Describe the next hand; None once the match is over."""

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""

    def read(self, record: object) -> HandRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""

    def add(self, record: object) -> Self:
        """Return the match after the next hand; raises InvalidRecordError."""

    def skip(self) -> Self:
        """Return the match with the next hand void: its number is used up, nothing else is."""


class PlayableMatch(Match, Protocol):
    """A match whose hands the engine can play."""

    def start(self, deal: Deal) -> HandState:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""


class Game(Protocol):
    """One a game: what keeping its score needs."""

    @property
    def slug(self) -> str:
        """The name in addresses and files."""

    @property
    def title(self) -> str:
        """The name on screens."""

    @property
    def seats(self) -> range:
        """How many may play at a table."""

    def options(self, data: object) -> Options:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""

    def new_match(self, options: Options, seats: int, dealer: Seat) -> Match:
        """Return a match before its first hand; raises InvalidMatchError."""

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""


class PlayableGame(Game, Protocol):
    """A game whose hands the engine can play, deal and look ahead in."""

    def new_match(self, options: Options, seats: int, dealer: Seat) -> PlayableMatch:
        """Return a match before its first hand; raises InvalidMatchError."""

    @property
    def rules_version(self) -> int:
        """Raised when logs of before would replay otherwise."""

    def read_setup(self, options: Options, data: object) -> HandSetup:
        """Read what `HandSetup.as_log` wrote; raises InvalidSetupError."""

    def read_deal(self, setup: HandSetup, data: object) -> Deal:
        """Read what `Deal.as_json` wrote; raises InvalidDealError."""

    def sample_deal(self, setup: HandSetup, rng: Rng) -> Deal:
        """Deal the hand: the only place where chance enters."""

    def start(self, setup: HandSetup, deal: Deal) -> HandState:
        """Begin a hand that was set up and dealt so; raises InvalidDealError."""

    def resample(self, observation: Observation, rng: Rng) -> HandState:
        """Return some state that looks like this to the seat: all that a bot may look ahead with.

        What the seat cannot know is dealt anew, in accord with all it does know. The observation
        of the result equals the one given.
        """
