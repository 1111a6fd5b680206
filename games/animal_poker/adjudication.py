"""Who makes which set, and where the pots go (AP-07, AP-08, AP-15 to AP-18, AP-R15)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.animal_poker.cards import APE, FALL, GOAT, HORSE, ONE, SPRING, WINTER, animals_in_use
from games.animal_poker.reveal import Reveal
from games.animal_poker.sets import AnimalSet, Rung, ladder_of
from games.base import Seat

WINTER_SIDE_POT = 3


@dataclass(frozen=True, slots=True)
class Pot:
    """Tell what became of a pot: each winner has `share` coins of the `held`.

    `competitors` are the seats that could win it, `is_by_goat` tells whether goats decided it.
    """

    held: int
    competitors: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    is_by_goat: bool

    @property
    def share(self) -> int:
        """The coins of each winner (AP-08)."""
        return self.held // len(self.winners) if self.winners else 0

    @property
    def left(self) -> int:
        """The coins that nobody has got."""
        return self.held - self.share * len(self.winners)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Tell how a hand came out. `made[seat]` is the rung of the best set a seat could make.

    `side` is None where nobody played an ape (AP-R17); what it leaves is cleared (AP-18).
    """

    made: tuple[Rung | None, ...]
    main: Pot
    side: Pot | None
    horse_coins: tuple[int, ...]

    @property
    def won(self) -> tuple[Seat, ...]:
        """The seats that won or split a pot (AP-R13, AP-R14)."""
        side = self.side.winners if self.side else ()
        return tuple(sorted(self.main.winners + side))

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins each seat has gained."""
        coins = list(self.horse_coins)
        for pot in (self.main, self.side):
            if pot:
                for seat in pot.winners:
                    coins[seat] += pot.share
        return tuple(coins)

    def best_sets(self) -> tuple[AnimalSet | None, ...]:
        """Return the best set each seat could make."""
        sets = ladder_of(len(self.made)).sets
        return tuple(None if rung is None else sets[rung] for rung in self.made)


def adjudicate(reveal: Reveal, pot: int) -> Outcome:
    """Judge a hand, `pot` being the coins it is played for (AP-03)."""
    return settle(reveal, pot, [reveal.best_set(seat) for seat in range(len(reveal.owns))])


def settle(reveal: Reveal, pot: int, made: Sequence[Rung | None]) -> Outcome:
    """Pay the pots and the horses of a hand in which these are the best sets of the seats."""
    seats = range(len(reveal.owns))
    goats = [seat for seat in reveal.seats_with(GOAT) if reveal.is_goat_fulfilled(seat, made)]
    apes = reveal.seats_with(APE)
    main = _decide(pot, [seat for seat in seats if seat not in apes], made, goats)
    side = _decide(side_pot(reveal), apes, made, goats) if apes else None
    horse_coins = [0] * len(seats)
    for seat in reveal.seats_with(HORSE):
        has_won = seat in main.winners or (side is not None and seat in side.winners)
        horse_coins[seat] = reveal.horse_coins(seat, made, has_won)
    return Outcome(tuple(made), main, side, tuple(horse_coins))


def side_pot(reveal: Reveal) -> int:
    """Return the coins in the side pot (AP-18), somebody having played an ape."""
    season = reveal.seasons[APE]
    if season == WINTER:
        return WINTER_SIDE_POT
    if season == SPRING:
        return len(reveal.owns) - len(reveal.seats_with(APE))
    if season == FALL:
        return max(len(reveal.seats_with(animal)) for animal in range(len(ONE)))
    return (reveal.played.bit_count() + 1) // 2


def largest_side_pot(seats: int) -> int:
    """Return the most that a side pot can hold (AP-18): as many coins as there are players.

    So many copies of one animal can be played; the other seasons give fewer.
    """
    return seats if APE in animals_in_use(seats) else 0


def _decide(
    held: int, competitors: Sequence[Seat], made: Sequence[Rung | None], goats: Sequence[Seat]
) -> Pot:
    """Find the winners of a pot: fulfilled goats (AP-15), else the best sets, if any (AP-08)."""
    by_goat = tuple(seat for seat in competitors if seat in goats)
    if by_goat:
        return Pot(held, tuple(competitors), by_goat, True)
    best = max((rung for seat in competitors if (rung := made[seat]) is not None), default=None)
    winners = () if best is None else tuple(seat for seat in competitors if made[seat] == best)
    return Pot(held, tuple(competitors), winners, False)
