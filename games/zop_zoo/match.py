"""The running score of one table of ZOP ZOO."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.base import (
    Deal,
    HandScore,
    InvalidMatchError,
    InvalidRecordError,
    PlaceReason,
    Problem,
    Seat,
)
from games.departure import drop, number_without
from games.zop_zoo.options import ZopZooOptions
from games.zop_zoo.play import ZopZooState, start
from games.zop_zoo.record import Reading, ZopZooRecord, read_record
from games.zop_zoo.scoring import score_lines
from games.zop_zoo.setup import ZopZooSetup, table_problems


def places_of(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the 1-based place of every seat; equal totals share one, as 1, 1, 3."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def place_reasons_of(totals: Sequence[int]) -> tuple[PlaceReason, ...]:
    """Return what decided the place of every seat."""
    return tuple(_reason(seat, totals) for seat in range(len(totals)))


def _reason(seat: Seat, totals: Sequence[int]) -> PlaceReason:
    shared = tuple(
        other for other, total in enumerate(totals) if other != seat and total == totals[seat]
    )
    below = [other for other, total in enumerate(totals) if total < totals[seat]]
    ahead_of = max(below, key=lambda other: (totals[other], -other), default=None)
    return PlaceReason("ZZ-R13" if shared else "ZZ-26", ahead_of, shared)


@dataclass(frozen=True, slots=True)
class ZopZooMatch:
    """Hold a match between two hands; never changed in place.

    `dealer` deals all its hands. `first` is dealt the first card of the next one, which a void
    hand (`skip`) does not change.
    """

    options: ZopZooOptions
    seats: int
    dealer: Seat
    number: int
    first: Seat
    totals: tuple[int, ...]

    @classmethod
    def begin(cls, options: ZopZooOptions, seats: int, dealer: Seat) -> "ZopZooMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        problems = table_problems(seats, {"dealer": dealer})
        if problems:
            raise InvalidMatchError(problems)
        return cls(options, seats, dealer, 1, dealer, (0,) * seats)

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal totals share it (ZZ-R13)."""
        return places_of(self.totals)

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat: ZZ-26 or ZZ-R13."""
        return place_reasons_of(self.totals)

    @property
    def is_over(self) -> bool:
        """Tell whether somebody has the target (ZZ-26)."""
        return max(self.totals) >= self.options.target

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All who share the first place (ZZ-R13), once the match is over."""
        if not self.is_over:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def next_hand(self) -> ZopZooSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self._setup()

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        return list(self._reading(record).problems)

    def read(self, record: object) -> ZopZooRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        reading = self._reading(record)
        if reading.record is None:
            raise InvalidRecordError(reading.problems)
        return reading.record

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""
        return HandScore(score_lines(self.read(record)))

    def add(self, record: object) -> "ZopZooMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        read = self.read(record)
        scores = HandScore(score_lines(read)).scores
        return replace(
            self,
            number=self.number + 1,
            first=self._highest(scores) if read.winner is None else read.winner,
            totals=tuple(map(sum, zip(self.totals, scores, strict=True))),
        )

    def skip(self) -> "ZopZooMatch":
        """Return the match with the next hand void: its number is used up, nothing else is."""
        return replace(self, number=self.number + 1)

    def without(self, seat: Seat) -> "ZopZooMatch":
        """Return the match without a seat; raises InvalidMatchError below two players."""
        left = self.seats - 1
        if problems := table_problems(left, {"dealer": 0}):
            raise InvalidMatchError(problems)
        return replace(
            self,
            seats=left,
            dealer=number_without(self.dealer, seat, left),
            first=number_without(self.first, seat, left),
            totals=drop(self.totals, seat),
        )

    def start(self, deal: Deal) -> ZopZooState:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""
        if self.is_over:
            raise ValueError("The match is over: no further hand is played.")
        return start(self._setup(), deal)

    def _highest(self, scores: Sequence[int]) -> Seat:
        """Return who scored most, of several the earliest in the turn order (ZZ-06, ZZ-R12)."""
        turns = [(self.first + turn) % self.seats for turn in range(self.seats)]
        return max(turns, key=lambda seat: scores[seat])

    def _setup(self) -> ZopZooSetup:
        return ZopZooSetup(self.number, self.seats, self.dealer, self.first, self.options)

    def _reading(self, record: object) -> Reading:
        if not self.is_over:
            return read_record(record, self.seats)
        text = "The match is over. No more hands count."
        return Reading(None, (Problem("match_over", "", "ZZ-26", text),))
