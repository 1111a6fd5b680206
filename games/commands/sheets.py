"""How fast hands of score sheets are scored, from a plain sheet to one with many formulas."""

from collections.abc import Callable, Iterator
from functools import cached_property

from games.base import Json, Match, Rng
from games.commands.choices import seeded
from games.score_sheet import SCORE_SHEET

SUITS = ("clubs", "spades", "hearts", "diamonds", "grand")
LEVELS = ("plain", "schneider", "schwarz")


def sheets(hands: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the name of each measure, and its work: check and score so many hands."""
    yield "score-sheet/points-only/score", Scored("points-only", 4, _points, hands).score
    yield "score-sheet/hearts/score", Scored("hearts", 4, _hearts, hands).score
    yield "score-sheet/skat/score", Scored("skat", 3, _skat, hands).score


class Scored:
    """Hold records of first hands by one ready sheet, given in JSON."""

    def __init__(self, sheet: str, seats: int, record: Callable[[Rng], Json], hands: int) -> None:
        self.sheet = sheet
        self.seats = seats
        self.record = record
        self.hands = hands

    @cached_property
    def match(self) -> Match:
        """A match before its first hand."""
        options = SCORE_SHEET.options({"sheet": self.sheet})
        return SCORE_SHEET.new_match(options, self.seats, 0)

    @cached_property
    def records(self) -> list[Json]:
        """The records, each another one and the same in every round."""
        rng = seeded(6)
        return [self.record(rng) for _ in range(self.hands)]

    def score(self) -> int:
        """Check and score the records; return how many."""
        for record in self.records:
            self.match.score(record)
        return len(self.records)


def _points(rng: Rng) -> Json:
    return {"points": [rng.randrange(200) - 100 for _ in range(4)]}


def _hearts(rng: Rng) -> Json:
    taken = [0] * 4
    for _ in range(13):
        taken[rng.randrange(4)] += 1
    return {"hearts": taken, "queen": rng.randrange(4)}


def _skat(rng: Rng) -> Json:
    return {
        "declarer": rng.randrange(3),
        "game": SUITS[rng.randrange(5)],
        "tops": 1 + rng.randrange(4),
        "from_hand": rng.randrange(2) == 1,
        "level": LEVELS[rng.randrange(3)],
        "bid": 0,
        "won": rng.randrange(4) > 0,
    }
