"""A match of duplicate: hands whose set-up is the same wherever they are played.

In a match of a game who deals, who leads and who plays with whom may hang on the running score, so
that equal deals would soon be played under unequal conditions. Here each hand is a match of its
own: hand k is the k-th hand of a match in which nothing has counted before, dealt by seat k-1 (the
deal goes round). Its points are added up; nothing else is carried over, a pot neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.base import (
    Deal,
    HandRecord,
    HandScore,
    HandSetup,
    HandState,
    InvalidRecordError,
    Options,
    PlaceReason,
    PlayableGame,
    PlayableMatch,
    Problem,
    Seat,
)

NO_RULE = ""
"""Stands where a rule of the game would: none says how hands of duplicate are added up."""


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """Hold a match of `hands` hands of duplicate between two of them; never changed in place.

    `number` is that of the next hand. Whoever has most points after the last hand has won, several
    with equal points together.
    """

    game: PlayableGame
    options: Options
    seats: int
    hands: int
    number: int
    totals: tuple[int, ...]

    @classmethod
    def begin(
        cls, game: PlayableGame, options: Options, seats: int, hands: int
    ) -> "DuplicateMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        game.new_match(options, seats, 0)
        return cls(game, options, seats, hands, 1, (0,) * seats)

    @property
    def match(self) -> PlayableMatch:
        """The game's own match of which the next hand is a hand: nothing has counted in it."""
        match = self.game.new_match(self.options, self.seats, (self.number - 1) % self.seats)
        for _ in range(1, self.number):
            match = match.skip()
        return match

    @property
    def places(self) -> tuple[int, ...]:
        """1-based, by points alone; equal points share a place."""
        return tuple(1 + sum(other > own for other in self.totals) for own in self.totals)

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place: the points."""
        places = self.places
        return tuple(_reason(places, seat) for seat in range(self.seats))

    @property
    def is_over(self) -> bool:
        """Whether no further hand counts."""
        return self.number > self.hands

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has most points, once the match is over."""
        if not self.is_over:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def dealer(self) -> Seat:
        """Of the next hand."""
        return self.match.dealer

    def next_hand(self) -> HandSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self.match.next_hand()

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        if self.is_over:
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

    def add(self, record: object) -> "DuplicateMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        scores = self.score(record).scores
        totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        return replace(self, number=self.number + 1, totals=totals)

    def skip(self) -> "DuplicateMatch":
        """Return the match with the next hand void: its number is used up, nothing else is."""
        return replace(self, number=self.number + 1)

    def start(self, deal: Deal) -> HandState:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""
        if self.is_over:
            raise ValueError("The match is over: there is no next hand.")
        return self.match.start(deal)

    def _refuse_further(self) -> None:
        if self.is_over:
            raise InvalidRecordError(self.check(None))


def _reason(places: Sequence[int], seat: Seat) -> PlaceReason:
    own = places[seat]
    below = [other for other, place in enumerate(places) if place > own]
    ahead_of = min(below, key=lambda other: places[other], default=None)
    shared = tuple(o for o, place in enumerate(places) if place == own and o != seat)
    return PlaceReason(NO_RULE, ahead_of, shared)
