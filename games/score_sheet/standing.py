"""The standing of a match: totals, what else orders the seats, places and their reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.base import PlaceReason, Seat
from games.departure import drop
from games.score_sheet.compiling import Cell
from games.score_sheet.frame import Frame
from games.score_sheet.sheet import Criterion, ScoreSheet


@dataclass(frozen=True)
class Standing:
    """Hold per seat totals, the scores of the last hand, and the hands with the best score.

    `sums` has for each name that the sheet tracks its sums over all counted hands: one a seat, or
    the only one of a value of the table.
    """

    sheet: ScoreSheet
    totals: tuple[int, ...]
    last: tuple[int, ...]
    wins: tuple[int, ...]
    sums: Mapping[str, tuple[int, ...]]

    @classmethod
    def at_start(cls, sheet: ScoreSheet, seats: int) -> "Standing":
        """Return the standing before anything has counted."""
        nothing = (0,) * seats
        sums = {
            name: nothing if cell.of == "seat" else (0,) for name, cell in sheet.tracked.items()
        }
        return cls(sheet, nothing, nothing, nothing, sums)

    def after(self, scores: Sequence[int], frame: Frame) -> "Standing":
        """Return the standing after a hand, whose frame has the values to be summed up."""
        best = (max if self._is_highest_best else min)(scores)
        cells = self.sheet.cells
        return Standing(
            self.sheet,
            _added(self.totals, scores),
            tuple(scores),
            _added(self.wins, [int(score == best) for score in scores]),
            {name: _added(sums, _values(frame, cells[name])) for name, sums in self.sums.items()},
        )

    def without(self, seat: Seat) -> "Standing":
        """Return the standing of those who stay."""
        cells = self.sheet.cells
        sums = {
            name: drop(values, seat) if cells[name].of == "seat" else values
            for name, values in self.sums.items()
        }
        totals, last, wins = (drop(each, seat) for each in (self.totals, self.last, self.wins))
        return Standing(self.sheet, totals, last, wins, sums)

    @property
    def _is_highest_best(self) -> bool:
        """Tell whether more points are better: as the ranking has it by totals."""
        by_total = [each for each in self.sheet.ranking if each.by == "total"]
        return by_total[0].highest_first if by_total else True

    @cached_property
    def _keys(self) -> tuple[tuple[int, ...], ...]:
        """For each seat its numbers by the criteria, the smaller the better."""
        columns = [self._numbers(criterion) for criterion in self.sheet.ranking]
        return tuple(zip(*columns, strict=True))

    def _numbers(self, criterion: Criterion) -> tuple[int, ...]:
        numbers = {"total": self.totals, "last_hand": self.last, "wins": self.wins}
        found = self.sums[criterion.value] if criterion.by == "sum" else numbers[criterion.by]
        return tuple(-number for number in found) if criterion.highest_first else found

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat; equal seats share theirs, as 1, 1, 3."""
        return tuple(1 + sum(other < key for other in self._keys) for key in self._keys)

    @property
    def reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat: the first criterion that tells two apart."""
        return tuple(self._reason(seat) for seat in range(len(self.totals)))

    def _reason(self, seat: Seat) -> PlaceReason:
        places, keys = self.places, self._keys
        sharing = tuple(s for s, place in enumerate(places) if place == places[seat] and s != seat)
        below = [place for place in places if place > places[seat]]
        if not below:
            return PlaceReason(self.sheet.ranking[0].rule, None, sharing)
        other = places.index(min(below))
        pairs = zip(self.sheet.ranking, keys[seat], keys[other], strict=True)
        rule = next(criterion.rule for criterion, one, two in pairs if one != two)
        return PlaceReason(rule, other, sharing)

    def order(self, first_dealer: Seat) -> tuple[Seat, ...]:
        """List the seats best placed first; shared places in seat order from the dealer's left."""
        seats = len(self.totals)
        return tuple(
            sorted(
                range(seats),
                key=lambda seat: (self.places[seat], (seat - first_dealer - 1) % seats),
            )
        )


def _values(frame: Frame, cell: Cell) -> Sequence[int]:
    """Return the values of a cell: one a seat, or the only one of the table."""
    return frame[cell.at] if cell.of == "seat" else (frame[cell.at],)


def _added(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(one, other, strict=True)])
