"""The running score of one table of Cuckoo."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.base import (
    Deal,
    HandScore,
    InvalidMatchError,
    InvalidRecordError,
    PlaceReason,
    Problem,
    ScoreLine,
    Seat,
)
from games.validation import is_seat, is_whole_number
from tests.examples.cuckoo.deal import CuckooDeal
from tests.examples.cuckoo.options import CuckooOptions
from tests.examples.cuckoo.play import CuckooState
from tests.examples.cuckoo.record import CuckooRecord, read_record
from tests.examples.cuckoo.setup import SEATS, CuckooSetup


@dataclass(frozen=True, slots=True)
class CuckooMatch:
    """Hold a match between two hands; never changed in place. A lost life is a point less."""

    options: CuckooOptions
    totals: tuple[int, ...]
    dealer: Seat
    number: int = 1

    @classmethod
    def begin(cls, options: CuckooOptions, seats: int, dealer: Seat) -> "CuckooMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        problems = []
        if not is_whole_number(seats) or seats not in SEATS:
            problems.append(Problem("not_a_table_size", "seats", "CK-02", "Three to eight play."))
        elif not is_seat(dealer, seats):
            problems.append(Problem("not_a_seat", "dealer", None, "The dealer is no seat."))
        if problems:
            raise InvalidMatchError(problems)
        return cls(options, (0,) * seats, dealer)

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal seats share theirs (CK-07)."""
        return tuple(1 + sum(other > total for other in self.totals) for total in self.totals)

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place: always the lives left."""
        return tuple(_reason(seat, self.places) for seat in range(len(self.totals)))

    @property
    def is_over(self) -> bool:
        """Tell whether somebody has lost all lives (CK-07)."""
        return min(self.totals) <= -self.options.lives

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the match is over."""
        firsts = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return firsts if self.is_over else ()

    def next_hand(self) -> CuckooSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self._setup()

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        if self.is_over:
            return [Problem("match_over", "", "CK-07", "The match is over.")]
        return read_record(record, len(self.totals))[1]

    def read(self, record: object) -> CuckooRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        read, problems = read_record(record, len(self.totals))
        problems = self.check(record) if self.is_over else problems
        if read is None or problems:
            raise InvalidRecordError(problems)
        return read

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand (CK-05); raises InvalidRecordError."""
        lowest = self.read(record).lowest
        lost = ScoreLine("CK-05", -1, "The lowest card: a life lost.", "lowest")
        return HandScore(tuple((lost,) if seat in lowest else () for seat in self._seats()))

    def add(self, record: object) -> "CuckooMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        scores = self.score(record).scores
        totals = tuple(total + gained for total, gained in zip(self.totals, scores, strict=True))
        return replace(self.skip(), totals=totals)

    def skip(self) -> "CuckooMatch":
        """Return the match with the next hand void: the deal moves on all the same (CK-06)."""
        return replace(self, number=self.number + 1, dealer=self._setup().leader)

    def start(self, deal: Deal) -> CuckooState:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""
        if self.is_over:
            raise ValueError("The match is over: there is no next hand.")
        if not isinstance(deal, CuckooDeal):
            raise TypeError(f"This is not a deal of Cuckoo: {deal!r}")
        return CuckooState.start(self._setup(), deal)

    def _setup(self) -> CuckooSetup:
        return CuckooSetup(self.number, len(self.totals), self.dealer)

    def _seats(self) -> range:
        return range(len(self.totals))


def _reason(seat: Seat, places: Sequence[int]) -> PlaceReason:
    below = min((place for place in places if place > places[seat]), default=None)
    return PlaceReason(
        rule="CK-07",
        ahead_of=None if below is None else places.index(below),
        shared_with=tuple(
            other for other, place in enumerate(places) if place == places[seat] and other != seat
        ),
    )
