"""The running score of one table of Animal Poker."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.animal_poker.cards import SEATS
from games.animal_poker.coins import CoinsRecord
from games.animal_poker.deal import AnimalPokerDeal
from games.animal_poker.explanation import Step, explain
from games.animal_poker.options import AnimalPokerOptions
from games.animal_poker.play import AnimalPokerHand
from games.animal_poker.record import AnimalPokerRecord, Reading, read_record
from games.animal_poker.scoring import AnimalPokerScore, score_hand
from games.animal_poker.seasons import SeasonCycle
from games.animal_poker.setup import AnimalPokerSetup
from games.base import Deal, InvalidMatchError, InvalidRecordError, PlaceReason, Problem, Seat
from games.departure import drop, number_without
from games.validation import is_seat, is_whole_number


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the coins of every seat, and the winners once there are any."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...] = ()

    @classmethod
    def at_start(cls, seats: int) -> "Standing":
        """Return the standing before anything has counted: nobody has a coin (AP-R3)."""
        return cls((0,) * seats)

    def after(self, coins: Sequence[int], won: Sequence[Seat], target: int) -> "Standing":
        """Return the standing after a hand in which the seats gained `coins` and `won` a pot.

        Whoever won had to have the target when the hand began; the coins afterwards decide between
        several (AP-19).
        """
        totals = tuple(total + gained for total, gained in zip(self.totals, coins, strict=True))
        able = [seat for seat in won if self.totals[seat] >= target]
        most = max((totals[seat] for seat in able), default=0)
        return Standing(totals, tuple(seat for seat in able if totals[seat] == most))

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal seats share theirs (AP-20)."""
        ranks = [self._rank(seat) for seat in range(len(self.totals))]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)

    @property
    def reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat."""
        places = self.places
        return tuple(self._reason(seat, places) for seat in range(len(places)))

    def _rank(self, seat: Seat) -> tuple[bool, int]:
        """Return what a seat is placed by; equal for those who share a place.

        Joint winners have equal coins.
        """
        return (seat not in self.winners, -self.totals[seat])

    def _reason(self, seat: Seat, places: Sequence[int]) -> PlaceReason:
        below = min((place for place in places if place > places[seat]), default=None)
        ahead_of = None if below is None else places.index(below)
        shared_with = tuple(
            other for other, place in enumerate(places) if place == places[seat] and other != seat
        )
        is_won = seat in self.winners and ahead_of is not None
        return PlaceReason("AP-19" if is_won else "AP-20", ahead_of, shared_with)


@dataclass(frozen=True, slots=True)
class AnimalPokerMatch:
    """Hold a match between two hands; never changed in place.

    A void hand (`skip`) uses up its number, and with it one hand of the season cycle: its season
    cards lie at the bottom, and nobody need remember which they were. So the hands after it stay
    as good as they were when it is declared void later on. Nothing else happens: its coins go back
    to the bank, the pot is what it was, and a rabbit of last hand's fall waits for the next hand
    that counts.
    """

    options: AnimalPokerOptions
    seats: int
    dealer: Seat
    number: int
    standing: Standing
    pot: int
    cycle: SeasonCycle
    stored_rabbits: tuple[bool, ...]

    @classmethod
    def begin(cls, options: AnimalPokerOptions, seats: int, dealer: Seat) -> "AnimalPokerMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        problems = _table_problems(seats, dealer)
        if problems:
            raise InvalidMatchError(problems)
        return cls(
            options=options,
            seats=seats,
            dealer=dealer,
            number=1,
            standing=Standing.at_start(seats),
            pot=0,
            cycle=SeasonCycle(),
            stored_rabbits=(False,) * seats,
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The coins of all counted hands, per seat."""
        return self.standing.totals

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; all 1 at first."""
        return self.standing.places

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat: AP-19 or AP-20."""
        return self.standing.reasons

    @property
    def is_over(self) -> bool:
        """Tell whether somebody has won the match (AP-19)."""
        return bool(self.winners)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Empty until the match is over; several share a win with equal coins."""
        return self.standing.winners

    def next_hand(self) -> AnimalPokerSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self._setup()

    def start(self, deal: Deal) -> AnimalPokerHand:
        """Begin the next hand; raises InvalidDealError, and ValueError once the match is over."""
        if self.is_over:
            raise ValueError("The match is over: there is no next hand.")
        if not isinstance(deal, AnimalPokerDeal):
            raise TypeError(f"This is not a deal of Animal Poker: {deal!r}")
        return AnimalPokerHand.start(self._setup(), deal)

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        return list(self._reading(record).problems)

    def read(self, record: object) -> AnimalPokerRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        return self._read(record)[0]

    def score(self, record: object) -> AnimalPokerScore:
        """Score a record of the next hand; raises InvalidRecordError."""
        read, warnings = self._read(record)
        return score_hand(read, self._setup(), warnings)

    def explain(self, record: object) -> tuple[Step, ...]:
        """Tell step by step how the next hand came out; raises InvalidRecordError.

        A hand of which only the coins are known has no steps.
        """
        read, _ = self._read(record)
        return () if isinstance(read, CoinsRecord) else explain(read, self._setup())

    def add(self, record: object) -> "AnimalPokerMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        read, warnings = self._read(record)
        score = score_hand(read, self._setup(), warnings)
        return replace(
            self,
            number=self.number + 1,
            standing=self.standing.after(score.scores, score.won, self.options.target),
            pot=score.pot,
            cycle=self.cycle.after(read.seasons),
            stored_rabbits=read.stored_rabbits,
        )

    def skip(self) -> "AnimalPokerMatch":
        """Return the match with the next hand void: its number and season cards are used up."""
        return replace(self, number=self.number + 1, cycle=self.cycle.after(None))

    def without(self, seat: Seat) -> "AnimalPokerMatch":
        """Return the match without a seat; raises InvalidMatchError below three players (AP-04).

        The pot stays as it is, and so do the seasons; with four players the ape is out (AP-02).
        """
        left = self.seats - 1
        if problems := _table_problems(left, 0):
            raise InvalidMatchError(problems)
        winners = tuple(
            number_without(winner, seat, left) for winner in self.winners if winner != seat
        )
        return replace(
            self,
            seats=left,
            dealer=number_without(self.dealer, seat, left),
            standing=Standing(drop(self.totals, seat), winners),
            stored_rabbits=drop(self.stored_rabbits, seat),
        )

    def _setup(self) -> AnimalPokerSetup:
        return AnimalPokerSetup(
            number=self.number,
            seats=self.seats,
            dealer=self.dealer,
            pot=self.pot + self.seats,
            cycle=self.cycle,
            stored_rabbits=self.stored_rabbits,
        )

    def _read(self, record: object) -> tuple[AnimalPokerRecord, tuple[Problem, ...]]:
        """Return the record and its warnings; raises InvalidRecordError with its errors."""
        reading = self._reading(record)
        if reading.record is None:
            raise InvalidRecordError(reading.problems)
        return reading.record, reading.problems

    def _reading(self, record: object) -> Reading:
        if not self.is_over:
            return read_record(record, self._setup())
        text = "The match is over. No more hands count."
        return Reading(None, (Problem("match_over", "", "AP-19", text),))


def _table_problems(seats: object, dealer: object) -> list[Problem]:
    problems: list[Problem] = []
    is_size = is_whole_number(seats) and seats in SEATS
    if not is_size:
        text = f"The game is for {SEATS[0]} to {SEATS[-1]} players."
        problems.append(Problem("not_a_table_size", "seats", "AP-04", text))
    if not is_seat(dealer, seats if is_whole_number(seats) and seats in SEATS else SEATS[-1]):
        text = "The dealer must be one of the seats, counted from 0."
        problems.append(Problem("not_a_seat", "dealer", None, text))
    return problems
