"""The running score of one table of Frank's Zoo."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

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
from games.franks_zoo.deal import FranksZooDeal
from games.franks_zoo.options import FranksZooOptions
from games.franks_zoo.play import FranksZooHand
from games.franks_zoo.record import FranksZooRecord, Reading, read_record
from games.franks_zoo.scoring import score_lines
from games.franks_zoo.setup import SEATS, SEATS_OF_THE_SMALL_GAME, FranksZooSetup, has_teams
from games.franks_zoo.teams import ALONE, pair
from games.validation import is_seat, is_whole_number


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold totals, places and reasons per seat. Before the first counted hand all share place 1."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    reasons: tuple[PlaceReason, ...]

    @classmethod
    def at_start(cls, seats: int) -> "Standing":
        """Return the standing before anything has counted."""
        everyone = range(seats)
        reasons = tuple(
            PlaceReason("FZ-15", None, tuple(other for other in everyone if other != seat))
            for seat in everyone
        )
        return cls((0,) * seats, (1,) * seats, reasons)

    def after(self, scores: Sequence[int], finish: Sequence[Seat]) -> "Standing":
        """Return the standing after a hand: `scores` per seat, `finish` the seats as they ran out.

        Equal totals go to the seat that was placed worse before (FZ-16). Seats that shared a place
        until now, as all do before the first counted hand, go by the hand itself: the worse
        finisher is placed better (FZ-R4). So places are never shared after a hand.
        """
        totals = tuple(total + points for total, points in zip(self.totals, scores, strict=True))
        order = sorted(
            finish, key=lambda seat: (-totals[seat], -self.places[seat], -finish.index(seat))
        )
        places = tuple(order.index(seat) + 1 for seat in range(len(totals)))
        below: dict[Seat, Seat] = dict(pairwise(order))
        reasons = tuple(self._reason(seat, below.get(seat), totals) for seat in range(len(totals)))
        return Standing(totals, places, reasons)

    def without(self, seat: Seat) -> "Standing":
        """Return the standing of those who stay, in the same order."""
        totals, places = drop(self.totals, seat), drop(self.places, seat)
        old = drop(self.reasons, seat)
        places = tuple(1 + sum(other < place for other in places) for place in places)
        order = sorted(range(len(totals)), key=lambda stays: places[stays])
        below: dict[Seat, Seat] = dict(pairwise(order)) if len({*places}) == len(places) else {}
        shared = tuple(
            tuple(other for other in order if other != stays and places[other] == places[stays])
            for stays in range(len(totals))
        )

        def rule(stays: Seat) -> str:
            """Return what decides: between equals, it did so too with who leaves in between."""
            lower = below.get(stays)
            if lower is None or totals[stays] != totals[lower]:
                return "FZ-15"
            is_between = old[stays].ahead_of == seat
            return (self.reasons[seat] if is_between else old[stays]).rule

        reasons = tuple(
            PlaceReason(rule(stays), below.get(stays), tuple(sorted(shared[stays])))
            for stays in range(len(totals))
        )
        return Standing(totals, places, reasons)

    def _reason(self, seat: Seat, below: Seat | None, totals: Sequence[int]) -> PlaceReason:
        if below is None or totals[seat] != totals[below]:
            return PlaceReason("FZ-15", below)
        if self.places[seat] != self.places[below]:
            return PlaceReason("FZ-16", below)
        return PlaceReason("FZ-R4", below)

    def order(self, first_dealer: Seat) -> tuple[Seat, ...]:
        """List the seats best placed first; shared places in seat order from the dealer's left.

        Shared places matter only where the first hands of a match are void: then there are teams,
        a dealer and a leader to name before anything has counted.
        """
        seats = len(self.totals)
        return tuple(
            sorted(
                range(seats),
                key=lambda seat: (self.places[seat], (seat - first_dealer - 1) % seats),
            )
        )


@dataclass(frozen=True)
class FranksZooMatch:
    """Hold a match between two hands; never changed in place.

    A void hand uses up its number and nothing else (`skip`): with hand 1 void, hand 2 is played in
    teams all the same. Nobody has a place then, so the seats are taken in order from the first
    dealer's left wherever the rules ask for the standing.
    """

    options: FranksZooOptions
    seats: int
    first_dealer: Seat
    number: int
    standing: Standing

    @classmethod
    def begin(cls, options: FranksZooOptions, seats: int, dealer: Seat) -> "FranksZooMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        problems = _table_problems(seats, dealer)
        if problems:
            raise InvalidMatchError(problems)
        return cls(options, seats, dealer, 1, Standing.at_start(seats))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all counted hands, per seat (FZ-15)."""
        return self.standing.totals

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; all 1 until a hand has counted."""
        return self.standing.places

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat: FZ-15, FZ-16 or FZ-R4."""
        return self.standing.reasons

    @cached_property
    def is_over(self) -> bool:
        """Tell whether enough players have the target: two (FZ-19), one of three (FZ-35)."""
        needed = 1 if self.seats == SEATS_OF_THE_SMALL_GAME else 2
        return sum(total >= self.options.target for total in self.totals) >= needed

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The first placed, alone, once the match is over."""
        return (self.places.index(1),) if self.is_over else ()

    @property
    def dealer(self) -> Seat:
        """Return who deals the next hand: the chosen one, later the first placed (FZ-17)."""
        return self._dealer(self._order())

    @property
    def leader(self) -> Seat:
        """Return who leads the next hand: left of the dealer (FZ-07), later the last placed."""
        return self._leader(self._order())

    def next_hand(self) -> FranksZooSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self._setup

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        return list(self._reading(record, self._setup).problems)

    def read(self, record: object) -> FranksZooRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        return self._scored(record)[0]

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""
        return self._scored(record)[1]

    def add(self, record: object) -> "FranksZooMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        read, score = self._scored(record)
        standing = self.standing.after(score.scores, read.finish)
        return replace(self, number=self.number + 1, standing=standing)

    def skip(self) -> "FranksZooMatch":
        """Return the match with the next hand void: its number is used up, nothing else is."""
        return replace(self, number=self.number + 1)

    def without(self, seat: Seat) -> "FranksZooMatch":
        """Return the match without a seat; raises InvalidMatchError below three players.

        Three go on by their own rules (FZ-32 to FZ-35), whatever the mode.
        """
        left = self.seats - 1
        if problems := _table_problems(left, 0):
            raise InvalidMatchError(problems)
        return replace(
            self,
            seats=left,
            first_dealer=number_without(self.first_dealer, seat, left),
            standing=self.standing.without(seat),
        )

    def start(self, deal: Deal) -> FranksZooHand:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""
        if self.is_over:
            raise ValueError("The match is over: there is no next hand.")
        if not isinstance(deal, FranksZooDeal):
            raise TypeError(f"This is not a deal of Frank’s Zoo: {deal!r}")
        return FranksZooHand.start(self._setup, deal)

    def _dealer(self, order: tuple[Seat, ...]) -> Seat:
        return self.first_dealer if self.number == 1 else order[0]

    def _leader(self, order: tuple[Seat, ...]) -> Seat:
        return (self.first_dealer + 1) % self.seats if self.number == 1 else order[-1]

    def _order(self) -> tuple[Seat, ...]:
        return self.standing.order(self.first_dealer)

    @cached_property
    def _setup(self) -> FranksZooSetup:
        order = self._order()
        in_teams = has_teams(self.options, self.number, self.seats)
        return FranksZooSetup.of(
            self.options,
            number=self.number,
            seats=self.seats,
            dealer=self._dealer(order),
            leader=self._leader(order),
            pairing=pair(order) if in_teams else ALONE,
        )

    def _scored(self, record: object) -> tuple[FranksZooRecord, HandScore]:
        """Return the record and what it is worth; raises InvalidRecordError with its errors."""
        setup = self._setup
        reading = self._reading(record, setup)
        if reading.record is None:
            errors = [problem for problem in reading.problems if problem.level == "error"]
            raise InvalidRecordError(errors)
        lines = score_lines(reading.record, setup)
        return reading.record, HandScore(lines, reading.problems)

    def _reading(self, record: object, setup: FranksZooSetup) -> Reading:
        if not self.is_over:
            return read_record(record, setup)
        rule = "FZ-35" if self.seats == SEATS_OF_THE_SMALL_GAME else "FZ-19"
        text = "The match is over. No more hands count."
        return Reading(None, (Problem("match_over", "", rule, text),))


def _table_problems(seats: object, dealer: object) -> list[Problem]:
    problems: list[Problem] = []
    if not is_whole_number(seats) or seats not in SEATS:
        text = f"The game is for {SEATS[0]} to {SEATS[-1]} players."
        problems.append(Problem("not_a_table_size", "seats", None, text))
    if not is_seat(dealer, seats if is_whole_number(seats) and seats in SEATS else SEATS[-1]):
        text = "The dealer must be one of the seats, counted from 0."
        problems.append(Problem("not_a_seat", "dealer", None, text))
    return problems
