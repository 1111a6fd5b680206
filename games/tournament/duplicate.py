"""Compare what different tables made of the same deals, as in duplicate bridge.

Whoever sat in the same seat with the same deal is compared: nothing else differs but how they and
their tables played. A result is a whole number of game points; all that follows from it is exact.

*Matchpoints*: two for each table that had fewer points in this seat, one for each that had as many;
shown as a share of all that could be had. *Datum*: the points less the mean of all tables.

A table that played the deals once they lay open is late. It is compared with all tables that were
in time and with itself, and changes nothing for them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from games.base import Seat

Method = Literal["matchpoints", "datum"]

FOR_BEATEN: Final = 2
FOR_EQUAL: Final = 1
FEWEST: Final = 2
"""How many tables it takes to compare any."""


@dataclass(frozen=True, slots=True)
class Result:
    """Say what a seat of a table had from a hand, in game points."""

    hand: int
    seat: Seat
    table: int
    points: int
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A result beside those of the same seat with the same deal.

    `others` had been compared with it: `beaten` of them had fewer points, `equal` as many. `mean`
    is that of all of them together with this one.
    """

    result: Result
    others: int
    beaten: int
    equal: int
    mean: Fraction

    @property
    def matchpoints(self) -> int:
        """Two for each beaten, one for each equal."""
        return FOR_BEATEN * self.beaten + FOR_EQUAL * self.equal

    @property
    def most_matchpoints(self) -> int:
        """What beating everybody would have brought."""
        return FOR_BEATEN * self.others

    @property
    def share(self) -> Fraction:
        """Matchpoints as a part of the most, from 0 to 1."""
        return Fraction(self.matchpoints, self.most_matchpoints)

    @property
    def difference(self) -> Fraction:
        """By how many game points it is above the mean."""
        return self.result.points - self.mean

    def worth(self, method: Method) -> Fraction:
        """Return what this hand adds to a standing."""
        return self.share if method == "matchpoints" else self.difference


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat of a table: the sum of what its hands are worth; `place` is 1-based, shared by equals.

    `place` is None for a late table: it has none among those that were in time.
    """

    table: int
    seat: Seat
    hands: tuple[Compared, ...]
    total: Fraction
    place: int | None

    @property
    def mean(self) -> Fraction:
        """What a hand is worth on average."""
        return self.total / len(self.hands)


def compare_results(results: Iterable[Result]) -> list[Compared]:
    """Compare each result with those of other tables; without another there is nothing to say."""
    boards: dict[tuple[int, Seat], list[Result]] = defaultdict(list)
    for result in results:
        boards[result.hand, result.seat].append(result)
    return [
        _compared(result, board)
        for _, board in sorted(boards.items())
        for result in sorted(board, key=lambda each: each.table)
        if sum(each is result or not each.is_late for each in board) >= FEWEST
    ]


def rank(compared: Iterable[Compared], method: Method) -> list[Standing]:
    """Return the standing of each seat of each table, the first place first, late tables last.

    Who has more hands that could be compared is ahead, so that nobody gains by stopping early;
    of those with equally many, who has the higher sum.
    """
    hands: dict[tuple[int, Seat], list[Compared]] = defaultdict(list)
    for each in compared:
        hands[each.result.table, each.result.seat].append(each)
    merits = {who: _merit(own, method) for who, own in hands.items()}
    in_time = {who: merits[who] for who, own in hands.items() if not _is_late(own)}
    standings = [
        Standing(
            table=who[0],
            seat=who[1],
            hands=tuple(own),
            total=merits[who][1],
            place=_place(merits[who], in_time) if who in in_time else None,
        )
        for who, own in hands.items()
    ]
    return sorted(standings, key=lambda each: _order(each, merits[each.table, each.seat]))


def _compared(result: Result, board: Sequence[Result]) -> Compared:
    others = [each.points for each in board if each is not result and not each.is_late]
    return Compared(
        result=result,
        others=len(others),
        beaten=sum(points < result.points for points in others),
        equal=sum(points == result.points for points in others),
        mean=Fraction(sum(others) + result.points, len(others) + 1),
    )


_Merit = tuple[int, Fraction]


def _merit(hands: Sequence[Compared], method: Method) -> _Merit:
    return len(hands), sum((each.worth(method) for each in hands), Fraction())


def _is_late(hands: Sequence[Compared]) -> bool:
    return any(each.result.is_late for each in hands)


def _place(own: _Merit, in_time: Mapping[tuple[int, Seat], _Merit]) -> int:
    return 1 + sum(other > own for other in in_time.values())


def _order(standing: Standing, merit: _Merit) -> tuple[bool, int, Fraction, int, Seat]:
    hands, total = merit
    return (standing.place is None, -hands, -total, standing.table, standing.seat)
