"""What another sheet would make of hands that were played: shown before a sheet is changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.base import InvalidRecordError, Problem, Seat
from games.score_sheet.match import ScoreSheetMatch
from games.score_sheet.options import ScoreSheetOptions


@dataclass(frozen=True, slots=True)
class HandChange:
    """Say what a hand, counted from 1, scores by the one sheet and by the other.

    None: it is void, or the sheet refuses it; then `problems` say why the second one does.
    """

    number: int
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetChange:
    """Hold the hands that come out otherwise, and totals and places by both sheets."""

    hands: tuple[HandChange, ...]
    totals: tuple[tuple[int, ...], tuple[int, ...]]
    places: tuple[tuple[int, ...], tuple[int, ...]]


def preview_change(
    before: ScoreSheetOptions,
    after: ScoreSheetOptions,
    seats: int,
    dealer: Seat,
    records: Sequence[object],
) -> SheetChange:
    """Score hands by two sheets (None: a void hand); raises InvalidMatchError."""
    one = ScoreSheetMatch.begin(before, seats, dealer)
    other = ScoreSheetMatch.begin(after, seats, dealer)
    changes = []
    for number, record in enumerate(records, start=1):
        one, scored, _ = _next(one, record)
        other, scored_anew, problems = _next(other, record)
        if scored != scored_anew:
            changes.append(HandChange(number, scored, scored_anew, problems))
    totals, places = (one.totals, other.totals), (one.places, other.places)
    return SheetChange(tuple(changes), totals, places)


def _next(
    match: ScoreSheetMatch, record: object
) -> tuple[ScoreSheetMatch, tuple[int, ...] | None, tuple[Problem, ...]]:
    """Return the match after a hand and its scores; a hand that is refused is void."""
    if record is None:
        return match.skip(), None, ()
    try:
        return match.add(record), match.score(record).scores, ()
    except InvalidRecordError as error:
        return match.skip(), None, error.problems
