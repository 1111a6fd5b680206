"""What a hand is worth, line by line (FZ-14, FZ-27 to FZ-31, FZ-34)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.base import ScoreLine, Seat
from games.franks_zoo.record import FranksZooRecord
from games.franks_zoo.setup import FranksZooSetup

SOLO_BONUS = 4
FEWEST_LIONS_THAT_COUNT = 2


def place_points(place: int, seats: int) -> int:
    """Return what a finishing place (1-based) is worth: FZ-14, and FZ-34 for three players."""
    return 0 if place == seats else seats + 1 - place


def score_lines(
    record: FranksZooRecord, setup: FranksZooSetup
) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the lines of every seat; the teams are those of the record, as played."""
    scorer = _Scorer(record, setup)
    return tuple(tuple(scorer.lines(seat)) for seat in range(setup.seats))


@dataclass(frozen=True, slots=True)
class _Scorer:
    record: FranksZooRecord
    setup: FranksZooSetup

    def lines(self, seat: Seat) -> Iterator[ScoreLine]:
        yield self.line_of_place(seat)
        if self.setup.counts_cards:
            yield from self.lines_of_cards(seat)

    def place(self, seat: Seat) -> int:
        return self.record.finish.index(seat) + 1

    def line_of_place(self, seat: Seat) -> ScoreLine:
        if not self.setup.counts_teams:
            return self.line_alone(seat)
        if seat == self.record.solo:
            return self.line_of_solo(seat)
        return self.line_of_team(seat)

    def line_alone(self, seat: Seat) -> ScoreLine:
        place = self.place(seat)
        points = place_points(place, self.setup.seats)
        rule = "FZ-34" if self.setup.seats == 3 else "FZ-14"
        text = f"Place {place} of {self.setup.seats}: {_points(points)}."
        return ScoreLine(rule, points, text, "place", {"place": place})

    def line_of_solo(self, seat: Seat) -> ScoreLine:
        place = self.place(seat)
        own = place_points(place, self.setup.seats)
        text = (
            f"Place {place} of {self.setup.seats}: {_points(own)}, "
            f"and {SOLO_BONUS} for playing alone."
        )
        data = {"place": place, "place_points": own, "bonus": SOLO_BONUS}
        return ScoreLine("FZ-27", own + SOLO_BONUS, text, "solo", data)

    def line_of_team(self, seat: Seat) -> ScoreLine:
        partner = next(
            other for team in self.record.teams if seat in team for other in team if other != seat
        )
        return _line_of_team(self.place(seat), partner, self.place(partner), self.setup.seats)

    def lines_of_cards(self, seat: Seat) -> Iterator[ScoreLine]:
        """Yield the personal points (FZ-31); the last player has all three kinds (FZ-R9)."""
        lions = self.record.lions_taken[seat] if self.record.lions_taken else 0
        if lions >= FEWEST_LIONS_THAT_COUNT:
            text = f"Took {lions} lions: a point each."
            yield ScoreLine("FZ-28", lions, text, "lions_taken", {"lions": lions})
        held = self.record.lions_in_hand or 0
        if held and seat == self.record.finish[-1]:
            text = f"{_lions(held)} left in hand: minus a point each."
            yield ScoreLine("FZ-29", -held, text, "lions_in_hand", {"lions": held})
        if self.record.hedgehog and not self.record.hedgehog[seat]:
            yield ScoreLine("FZ-30", -1, "Took no hedgehog: minus a point.", "no_hedgehog")


@lru_cache(maxsize=1_000)
def _line_of_team(place: int, partner: Seat, partner_place: int, seats: int) -> ScoreLine:
    own, shared = place_points(place, seats), place_points(partner_place, seats)
    text = (
        f"Place {place} of {seats}: {_points(own)}, "
        f"and {_points(shared)} for the partner’s place {partner_place}."
    )
    data = {
        "place": place,
        "place_points": own,
        "partner": partner,
        "partner_place": partner_place,
        "partner_points": shared,
    }
    return ScoreLine("FZ-27", own + shared, text, "team", data)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _lions(lions: int) -> str:
    return "1 lion" if lions == 1 else f"{lions} lions"
