"""Crazy Eights: its rules, and the running score of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.base import (
    HandScore,
    InvalidMatchError,
    InvalidOptionsError,
    InvalidRecordError,
    Json,
    Options,
    PlaceReason,
    Problem,
    ScoreLine,
    Seat,
)
from games.validation import is_seat, is_whole_number, unknown_fields

RULES: Mapping[str, str] = {
    "CE-01": "Two to seven play. Who has no cards left wins the hand.",
    "CE-02": "The winner scores what the others hold: an eight 50, a face card 10, others 1 to 10.",
    "CE-03": "The match is over when somebody has reached the target, 100 points unless agreed "
    "otherwise. Most points are first; equal ones share a place.",
    "CE-04": "The next dealer is the left neighbour of the last one.",
}
SEATS = range(2, 8)
MOST = 500


@dataclass(frozen=True, slots=True)
class CrazyEightsOptions:
    """Say how many points end a match (CE-03)."""

    target: int = 100

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included."""
        return {"target": self.target}


@dataclass(frozen=True, slots=True)
class CrazyEightsRecord:
    """Hold the points of the cards that each player was left with; the winner's are 0."""

    left: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        """Write the record in the shape it is read from."""
        return {"left": list(self.left)}


@dataclass(frozen=True, slots=True)
class CrazyEightsSetup:
    """Say who deals; everybody plays alone."""

    number: int
    seats: int
    dealer: Seat
    teams: tuple[tuple[Seat, ...], ...] = ()
    solo: Seat | None = None

    @property
    def leader(self) -> Seat:
        """The dealer's left neighbour."""
        return (self.dealer + 1) % self.seats

    def as_json(self) -> dict[str, Json]:
        """Write what `next` of a match shows."""
        return {"number": self.number, "dealer": self.dealer}

    def as_log(self) -> dict[str, Json]:
        """Write all that is known."""
        return {**self.as_json(), "seats": self.seats}


@dataclass(frozen=True, slots=True)
class CrazyEightsMatch:
    """Hold a match between two hands; never changed in place."""

    options: CrazyEightsOptions
    totals: tuple[int, ...]
    dealer: Seat
    number: int = 1

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal seats share theirs (CE-03)."""
        return tuple(1 + sum(other > total for other in self.totals) for total in self.totals)

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place: always the points."""
        return tuple(self._reason(seat) for seat in range(len(self.totals)))

    @property
    def is_over(self) -> bool:
        """Tell whether somebody has reached the target (CE-03)."""
        return max(self.totals) >= self.options.target

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the match is over."""
        firsts = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return firsts if self.is_over else ()

    def next_hand(self) -> CrazyEightsSetup | None:
        """Describe the next hand; None once the match is over."""
        return (
            None if self.is_over else CrazyEightsSetup(self.number, len(self.totals), self.dealer)
        )

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        if self.is_over:
            return [Problem("match_over", "", "CE-03", "The match is over.")]
        if isinstance(record, CrazyEightsRecord):
            record = record.as_json()
        if not isinstance(record, Mapping):
            return [Problem("not_an_object", "", None, "Give the record by name of field.")]
        return unknown_fields(record, ("left",)) + _check_left(record.get("left"), len(self.totals))

    def read(self, record: object) -> CrazyEightsRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        if problems := self.check(record):
            raise InvalidRecordError(problems)
        return (
            record if isinstance(record, CrazyEightsRecord) else CrazyEightsRecord(_left_of(record))
        )

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand (CE-02); raises InvalidRecordError."""
        left = self.read(record).left
        won = ScoreLine("CE-02", sum(left), "What the others held.", "held")
        return HandScore(tuple(() if points else (won,) for points in left))

    def add(self, record: object) -> "CrazyEightsMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        scores = self.score(record).scores
        totals = tuple(total + gained for total, gained in zip(self.totals, scores, strict=True))
        return replace(self.skip(), totals=totals)

    def skip(self) -> "CrazyEightsMatch":
        """Return the match with the next hand void: the deal moves on all the same (CE-04)."""
        return replace(self, number=self.number + 1, dealer=(self.dealer + 1) % len(self.totals))

    def _reason(self, seat: Seat) -> PlaceReason:
        places = self.places
        below = min((place for place in places if place > places[seat]), default=None)
        sharers = [each for each, place in enumerate(places) if place == places[seat]]
        return PlaceReason(
            rule="CE-03",
            ahead_of=None if below is None else places.index(below),
            shared_with=tuple(each for each in sharers if each != seat),
        )


@dataclass(frozen=True, slots=True)
class CrazyEights:
    """The game: its name, its table sizes, its options and the way into a match."""

    slug: str = "crazy-eights"
    title: str = "Crazy Eights"
    seats: range = SEATS

    def options(self, data: object) -> CrazyEightsOptions:
        """Read options from JSON, defaults filled in; raises InvalidOptionsError."""
        if not isinstance(data, Mapping):
            raise InvalidOptionsError([Problem("not_an_object", "", None, "Give them by name.")])
        problems = unknown_fields(data, ("target",))
        target = data.get("target", CrazyEightsOptions().target)
        if not is_whole_number(target) or not 1 <= target <= MOST:
            text = f"The target must be a number from 1 to {MOST}."
            known = {"highest": MOST}
            problems.append(Problem("out_of_range", "target", "CE-03", text, data=known))
        if problems:
            raise InvalidOptionsError(problems)
        return CrazyEightsOptions(target)

    def new_match(self, options: Options, seats: int, dealer: Seat) -> CrazyEightsMatch:
        """Return a match before its first hand; raises InvalidMatchError."""
        if not isinstance(options, CrazyEightsOptions):
            raise TypeError(f"These are not options of {self.title}: {options!r}")
        problems = []
        if not is_whole_number(seats) or seats not in SEATS:
            problems.append(Problem("not_a_table_size", "seats", "CE-01", "Two to seven play."))
        elif not is_seat(dealer, seats):
            problems.append(Problem("not_a_seat", "dealer", None, "The dealer is no seat."))
        if problems:
            raise InvalidMatchError(problems)
        return CrazyEightsMatch(options, (0,) * seats, dealer)

    def rules(self) -> Mapping[str, str]:
        """Map each rule id to a short explanation in our own words."""
        return RULES


def _check_left(left: object, seats: int) -> list[Problem]:
    """List what is wrong with the points that each player was left with (CE-01, CE-02)."""
    if not isinstance(left, list) or len(left) != seats:
        return [Problem("not_one_a_seat", "left", "CE-02", "Give one number a player.")]
    problems = [
        Problem("not_counted_up", f"left[{seat}]", "CE-02", f"Give a number from 0 to {MOST}.")
        for seat, points in enumerate(left)
        if not is_whole_number(points) or not 0 <= points <= MOST
    ]
    if not problems and left.count(0) != 1:
        problems.append(Problem("not_one_winner", "left", "CE-01", "One player has no cards left."))
    return problems


def _left_of(record: object) -> tuple[int, ...]:
    return tuple(record["left"]) if isinstance(record, Mapping) else ()


CRAZY_EIGHTS = CrazyEights()
