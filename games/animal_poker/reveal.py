"""All submissions of a hand laid open, and what each rule says of one seat (AP-R15)."""

from collections.abc import Sequence

from games.animal_poker.cards import (
    ELEPHANT,
    FALL,
    GOAT,
    HORSE,
    MOUSE,
    ONE,
    SNAKE,
    SPRING,
    SUMMER,
    WINTER,
    Animal,
    Counts,
    present,
)
from games.animal_poker.pools import Pool, pool_of
from games.animal_poker.seasons import Seasons
from games.animal_poker.sets import Ladder, Rung, Rungs, ladder_of
from games.base import Seat

HORSE_COINS = 2


class Reveal:
    """Hold what everybody submitted: `owns[seat]` one of each animal, `guesses[seat]` a rung.

    `stored[seat]` tells whether the seat has a rabbit from last hand's fall (AP-R8). `total` are
    all animals played, `played` one of each of them: neither knows a stored rabbit nor what an
    animal counts as (AP-R7).
    """

    __slots__ = ("guesses", "ladder", "owns", "played", "seasons", "stored", "total")

    def __init__(
        self,
        seasons: Seasons,
        owns: Sequence[Counts],
        guesses: Sequence[Rung],
        stored: Sequence[bool],
    ) -> None:
        self.seasons = seasons
        self.owns = owns
        self.guesses = guesses
        self.stored = stored
        self.ladder: Ladder = ladder_of(len(owns))
        self.total: Counts = sum(owns)
        self.played: Counts = present(self.total)

    def seats_with(self, animal: Animal) -> list[Seat]:
        """List the seats that played an animal."""
        one = ONE[animal]
        if not self.played & one:
            return []
        return [seat for seat, own in enumerate(self.owns) if own & one]

    def guessed(self, seat: Seat) -> Rungs:
        """Return the sets a seat guesses: the submitted one, and those its mouse adds (AP-11)."""
        guessed = 1 << self.guesses[seat]
        if self.owns[seat] & ONE[MOUSE]:
            if self.seasons[MOUSE] == FALL:
                for guess in self.guesses:
                    guessed |= 1 << guess
            else:
                guessed |= self.ladder.added[self.seasons[MOUSE]]
        return guessed

    def snakes_against(self, seat: Seat) -> list[Seat]:
        """List the seats whose snakes stop a seat: all others', unless it played the elephant."""
        if self.owns[seat] & ONE[ELEPHANT]:
            return []
        return [other for other in self.seats_with(SNAKE) if other != seat]

    def is_kept_from_sets(self, seat: Seat) -> bool:
        """Tell whether a seat's own summer horse lets it make no set (AP-16)."""
        return self.seasons[HORSE] == SUMMER and bool(self.owns[seat] & ONE[HORSE])

    def allowed(self, seat: Seat) -> Rungs:
        """Return the sets that neither a snake nor the own horse forbids a seat (AP-R9)."""
        if self.is_kept_from_sets(seat):
            return 0
        if self.snakes_against(seat):
            return self.ladder.spared[self.seasons[SNAKE]]
        return self.ladder.all

    def pool(self, seat: Seat) -> Pool:
        """Return what a seat may build from."""
        return pool_of(self.owns[seat], self.stored[seat], self.seasons, self.total)

    def best_set(self, seat: Seat) -> Rung | None:
        """Return the strongest set a seat guesses, may make and can make."""
        candidates = self.guessed(seat) & self.allowed(seat)
        return self.pool(seat).best(candidates, self.ladder) if candidates else None

    def is_goat_fulfilled(self, seat: Seat, made: Sequence[Rung | None]) -> bool:
        """Tell whether what the goat asks for has come true for a seat that played it (AP-15)."""
        season = self.seasons[GOAT]
        if season == WINTER:
            return not any(rung is not None for rung in made)
        if season == SPRING:
            return not self.played & (ONE[MOUSE] | ONE[ELEPHANT])
        if season == SUMMER:
            return self.seats_with(GOAT) == [seat]
        return self.guesses.count(self.guesses[seat]) > 1

    def horse_coins(self, seat: Seat, made: Sequence[Rung | None], has_won: bool) -> int:
        """Return the coins that a horse brings the seat that played it (AP-16)."""
        season = self.seasons[HORSE]
        if season == WINTER:
            is_paid = has_won
        elif season == SPRING:
            is_paid = self.owns.count(self.owns[seat]) > 1
        elif season == SUMMER:
            is_paid = True
        else:
            is_paid = all(rung is not None for rung in made)
        return HORSE_COINS if is_paid else 0
