"""End a match of any game after so many hands."""

from dataclasses import dataclass, replace

from games.base import (
    HandRecord,
    HandScore,
    HandSetup,
    InvalidRecordError,
    Match,
    PlaceReason,
    Problem,
    Seat,
)


@dataclass(frozen=True, slots=True)
class LimitedMatch:
    """A match that is over once `limit` hands have counted, whoever has how many points.

    `counted` is how many have; hands that were skipped do not count. All else is the match's own.
    """

    match: Match
    limit: int
    counted: int = 0

    @property
    def is_cut_short(self) -> bool:
        """Say whether the limit has ended the match, not its own rules."""
        return self.counted >= self.limit and not self.match.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of all counted hands, per seat."""
        return self.match.totals

    @property
    def places(self) -> tuple[int, ...]:
        """The places by the game's own tie-break."""
        return self.match.places

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat."""
        return self.match.place_reasons

    @property
    def is_over(self) -> bool:
        """Whether no further hand counts."""
        return self.counted >= self.limit or self.match.is_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The first placed once the match is over."""
        if self.is_cut_short:
            return tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return self.match.winners

    @property
    def number(self) -> int:
        """Of the next hand, 1-based."""
        return self.match.number

    @property
    def dealer(self) -> Seat:
        """Of the next hand."""
        return self.match.dealer

    def next_hand(self) -> HandSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self.match.next_hand()

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        if self.is_cut_short:
            return [Problem("match_over", "", None, "The match is over: it had so many hands.")]
        return self.match.check(record)

    def read(self, record: object) -> HandRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        self._refuse_further()
        return self.match.read(record)

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""
        self._refuse_further()
        return self.match.score(record)

    def add(self, record: object) -> "LimitedMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        self._refuse_further()
        return replace(self, match=self.match.add(record), counted=self.counted + 1)

    def skip(self) -> "LimitedMatch":
        """Return the match with the next hand void: its number is used up, nothing else is."""
        return replace(self, match=self.match.skip())

    def _refuse_further(self) -> None:
        if self.is_cut_short:
            raise InvalidRecordError(self.check(None))
