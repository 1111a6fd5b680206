"""What a hand is worth, line by line: the formulas of a sheet, asked of one record."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.base import HandScore, Json, Problem, ScoreLine, Seat
from games.score_sheet.frame import NOBODY, TEAMS, Frame
from games.score_sheet.record import ScoreSheetRecord
from games.score_sheet.setup import sides_of
from games.score_sheet.sheet import Check, Line, ScoreSheet, Teams

MOST_WRITTEN = 250
"""Lines of one rule that are kept as they were worded."""


@dataclass(frozen=True, slots=True)
class SheetScore(HandScore):
    """A score with the sides that played against each other; none where all play alone."""

    sides: Teams = ()

    def details_as_json(self) -> dict[str, Json]:
        """Write the sides, if the sheet has any."""
        return {"sides": [list(side) for side in self.sides]} if self.sides else {}


def score_hand(
    sheet: ScoreSheet, frame: Frame, seats: int, warnings: Sequence[Problem]
) -> SheetScore:
    """Return what a hand is worth."""
    sides = () if sheet.partners.kind == "none" else tuple(dict.fromkeys(frame[TEAMS]))
    return SheetScore(score_lines(sheet, frame, seats), tuple(warnings), sides)


def fill_frame(frame: Frame, record: ScoreSheetRecord, teams: Teams, seats: int) -> Frame:
    """Put what was recorded into a frame, then the values that follow from it."""
    sheet = record.sheet
    for column, value in zip(sheet.columns, record.values, strict=True):
        at = sheet.cells[column.id].at
        if isinstance(value, tuple) and column.of == "team":
            frame[at] = _by_seat(value, teams, seats)
        else:
            frame[at] = NOBODY if value is None else value
    side = sheet.partners.side
    if side is not None:
        run = side.formula.run
        frame[TEAMS] = _two_sides([run(frame, seat) for seat in range(seats)])
    for each in sheet.values:
        run, at = each.expression.formula.run, sheet.cells[each.id].at
        if each.of == "table":
            frame[at] = run(frame, NOBODY)
        else:
            frame[at] = [run(frame, seat) for seat in range(seats)]
    return frame


def _by_seat(values: Sequence[object], teams: Teams, seats: int) -> list[object]:
    """Give each seat what was recorded for its team."""
    found: dict[Seat, object] = {}
    for value, side in zip(values, sides_of(teams, seats), strict=True):
        found.update(dict.fromkeys(side, value))
    return [found[seat] for seat in range(seats)]


def _two_sides(is_in: Sequence[bool]) -> Teams:
    """Return for each seat its side: those for whom it holds, and the others."""
    sides = [tuple(s for s, each in enumerate(is_in) if each == first) for first in (True, False)]
    return tuple(sides[0] if each else sides[1] for each in is_in)


def failed_checks(sheet: ScoreSheet, frame: Frame, seats: int) -> list[Problem]:
    """List what does not hold of a hand: errors first, then warnings."""
    found: list[Problem] = []
    for check in sheet.checks:
        asked = range(seats) if check.of == "seat" else (NOBODY,)
        run = check.that.formula.run
        found += [_problem(sheet, check, frame, seat) for seat in asked if not run(frame, seat)]
    return sorted(found, key=lambda problem: problem.level == "warning")


def _problem(sheet: ScoreSheet, check: Check, frame: Frame, seat: Seat) -> Problem:
    data = check.sentence.data(check.sentence.values(frame, seat))
    at = f"[{seat}]" if check.of == "seat" and check.column else ""
    text, data_of = check.sentence.worded(data), {"sheet": sheet.name, **data}
    return Problem("check", f"{check.column}{at}", check.rule, text, check.level, data_of)


def score_lines(sheet: ScoreSheet, frame: Frame, seats: int) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the lines of every seat, in the order of the sheet."""
    found: list[list[ScoreLine]] = [[] for _ in range(seats)]
    for line in sheet.lines:
        for seat, points in enumerate(_points(line, frame, seats)):
            if points is None:
                continue
            values = line.sentence.values(frame, seat) if line.sentence.cells else ()
            written = line.written.get((points, values)) or _write(sheet, line, points, values)
            found[seat].append(written)
    return tuple([tuple(lines) for lines in found])


def _points(line: Line, frame: Frame, seats: int) -> Sequence[int | None]:
    """Return for each seat the points of a line; None where the line does not concern it."""
    formula, when = line.points.formula, line.when
    run = formula.run
    if when is not None:
        holds = when.formula.run
        return [run(frame, seat) if holds(frame, seat) else None for seat in range(seats)]
    if formula.cell is not None:
        return [points or None for points in frame[formula.cell]]
    return [run(frame, seat) or None for seat in range(seats)]


def _write(sheet: ScoreSheet, line: Line, points: int, values: tuple[int | str, ...]) -> ScoreLine:
    """Word a line and keep it."""
    if len(line.written) >= MOST_WRITTEN:
        line.written.clear()
    data = line.sentence.data(values)
    text, data_of = line.sentence.worded(data), {"sheet": sheet.name, **data}
    written = ScoreLine(line.rule, points, text, line.rule, data_of)
    line.written[points, values] = written
    return written
