"""The running score of one table by a score sheet."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.base import (
    HandScore,
    InvalidMatchError,
    InvalidRecordError,
    PlaceReason,
    Problem,
    Seat,
)
from games.departure import number_without
from games.score_sheet.frame import DEALER, EVERYBODY, HAND, NOBODY, SEATS, TEAMS, TOTALS, Frame
from games.score_sheet.kinds import MOST_HANDS
from games.score_sheet.options import ScoreSheetOptions
from games.score_sheet.record import Reading, ScoreSheetRecord, read_record
from games.score_sheet.scoring import failed_checks, fill_frame, score_hand
from games.score_sheet.setup import ScoreSheetSetup, team_of_each, teams_ahead
from games.score_sheet.sheet import ScoreSheet
from games.score_sheet.standing import Standing
from games.validation import is_seat, is_whole_number


class _Judged(NamedTuple):
    """A record, None where it is refused, its frame, and all problems."""

    record: ScoreSheetRecord | None
    frame: Frame
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class ScoreSheetMatch:
    """Hold a match between two hands; never changed in place.

    A void hand uses up its number (`skip`). The deal moves on all the same, and partners who change
    by turns do: so the hands after it stay as they were played. `counted` is how many hands have
    counted.
    """

    options: ScoreSheetOptions
    seats: int
    first_dealer: Seat
    dealer: Seat
    number: int
    counted: int
    standing: Standing

    @classmethod
    def begin(cls, options: ScoreSheetOptions, seats: int, dealer: Seat) -> "ScoreSheetMatch":
        """Return a match before its first hand; raises InvalidMatchError."""
        problems = _table_problems(options.sheet, seats, dealer)
        if problems:
            raise InvalidMatchError(problems)
        standing = Standing.at_start(options.sheet, seats)
        return cls(options, seats, dealer, dealer, 1, 0, standing)

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet that says all about the game."""
        return self.options.sheet

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all counted hands, per seat."""
        return self.standing.totals

    @property
    def places(self) -> tuple[int, ...]:
        """The 1-based place of every seat, by the ranking of the sheet; all 1 at first."""
        return self.standing.places

    @property
    def place_reasons(self) -> tuple[PlaceReason, ...]:
        """What decided each place, per seat: rules of the sheet."""
        return self.standing.reasons

    @cached_property
    def is_over(self) -> bool:
        """Tell whether an end of the sheet is reached, and no tie has to be played off."""
        if self.counted >= MOST_HANDS:
            return True
        return self._has_ended and not (self.sheet.end.plays_on and self._is_tied)

    @property
    def _has_ended(self) -> bool:
        end, number = self.sheet.end, self.options.number
        hands, rounds = number(end.hands), number(end.rounds)
        reaches, falls_to = number(end.reaches), number(end.falls_to)
        return self.counted > 0 and (
            (hands is not None and self.counted >= hands)
            or (rounds is not None and self.counted >= rounds * self.seats)
            or (reaches is not None and max(self.totals) >= reaches)
            or (falls_to is not None and min(self.totals) <= falls_to)
        )

    @property
    def _is_tied(self) -> bool:
        """Tell whether seats share the first place who are not all of one team."""
        firsts = {seat for seat, place in enumerate(self.places) if place == 1}
        is_lasting = self.sheet.partners.kind in ("seats", "fixed")
        sides = self._setup.sides if is_lasting else ()
        return len(firsts) > 1 and not any(firsts <= {*side} for side in sides)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All on the first place, once the match is over."""
        firsts = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return firsts if self.is_over else ()

    def next_hand(self) -> ScoreSheetSetup | None:
        """Describe the next hand; None once the match is over."""
        return None if self.is_over else self._setup

    def check(self, record: object) -> list[Problem]:
        """List all faults of a record of the next hand, whatever JSON value it is."""
        return list(self._judged(record).problems)

    def read(self, record: object) -> ScoreSheetRecord:
        """Return the record of the next hand as a value; raises InvalidRecordError."""
        return self._accepted(record)[0]

    def score(self, record: object) -> HandScore:
        """Score a record of the next hand; raises InvalidRecordError."""
        return self._scored(record)[0]

    def add(self, record: object) -> "ScoreSheetMatch":
        """Return the match after the next hand; raises InvalidRecordError."""
        score, frame = self._scored(record)
        standing = self.standing.after(score.scores, frame)
        column = self.sheet.dealer.column
        named = frame[self.sheet.cells[column].at] if column else NOBODY
        return replace(
            self,
            number=self.number + 1,
            counted=self.counted + 1,
            standing=standing,
            dealer=self._next_dealer(standing, named),
        )

    def skip(self) -> "ScoreSheetMatch":
        """Return the match with the next hand void: its number and its deal are used up."""
        dealer = self._next_dealer(self.standing, NOBODY)
        return replace(self, number=self.number + 1, dealer=dealer)

    def without(self, seat: Seat) -> "ScoreSheetMatch":
        """Return the match without a seat; raises InvalidMatchError.

        It is refused where the sheet wants more players, or partners for the whole match.
        """
        left = self.seats - 1
        problems = _table_problems(self.sheet, left, 0)
        if self.sheet.partners.kind in ("seats", "fixed"):
            text = "Partners who stay together for the match cannot lose a player."
            problems.append(Problem("partners_stay", "seats", self.sheet.partners.rule, text))
        if problems:
            raise InvalidMatchError(problems)
        return replace(
            self,
            seats=left,
            first_dealer=number_without(self.first_dealer, seat, left),
            dealer=number_without(self.dealer, seat, left),
            standing=self.standing.without(seat),
        )

    def _next_dealer(self, standing: Standing, named: Seat) -> Seat:
        """Return who deals after a hand; `named` is the seat in the dealer's column, or nobody."""
        if named != NOBODY:
            return named
        dealer = self.sheet.dealer
        if dealer.order in ("first", "last"):
            order = standing.order(self.first_dealer)
            return order[0 if dealer.order == "first" else -1]
        step = {"same": 0, "right": -1}.get(dealer.order, 1)
        return (self.dealer + step) % self.seats

    @cached_property
    def _setup(self) -> ScoreSheetSetup:
        order = self.standing.order(self.first_dealer)
        step = -1 if self.sheet.dealer.order == "right" else 1
        return ScoreSheetSetup(
            sheet=self.sheet,
            number=self.number,
            seats=self.seats,
            dealer=self.dealer,
            leader=(self.dealer + step) % self.seats,
            teams=teams_ahead(self.sheet.partners, self.number, order),
        )

    @cached_property
    def _blank(self) -> Frame:
        """A frame with all that is known before the hand."""
        sheet = self.sheet
        frame: Frame = [None] * sheet.size
        frame[EVERYBODY] = range(self.seats)
        frame[TEAMS] = team_of_each(self._setup.teams, self.seats)
        frame[SEATS], frame[HAND] = self.seats, min(self.number, MOST_HANDS)
        frame[DEALER], frame[TOTALS] = self.dealer, self.totals
        for name, value in self.options.parameters:
            frame[sheet.cells[name].at] = value
        for name, cell in sheet.tracked.items():
            sums = self.standing.sums[name]
            frame[cell.at] = sums if cell.of == "seat" else sums[0]
        return frame

    def _frame(self, record: ScoreSheetRecord) -> Frame:
        """Return the frame of a hand with all its values."""
        frame = self._blank.copy()
        teams = record.teams or self._setup.teams
        if record.teams:
            frame[TEAMS] = team_of_each(teams, self.seats)
        return fill_frame(frame, record, teams, self.seats)

    def _judged(self, record: object) -> _Judged:
        """Read a record and check it by the sheet's own checks."""
        reading = self._reading(record)
        if reading.record is None:
            return _Judged(None, [], reading.problems)
        frame = self._frame(reading.record)
        failed = failed_checks(self.sheet, frame, self.seats)
        is_refused = any(problem.level == "error" for problem in failed)
        problems = (*failed, *reading.problems)
        return _Judged(None if is_refused else reading.record, frame, problems)

    def _accepted(self, record: object) -> tuple[ScoreSheetRecord, Frame, tuple[Problem, ...]]:
        """Return a record with its frame and warnings; raises InvalidRecordError."""
        judged = self._judged(record)
        if judged.record is None:
            errors = [problem for problem in judged.problems if problem.level == "error"]
            raise InvalidRecordError(errors)
        return judged.record, judged.frame, judged.problems

    def _scored(self, record: object) -> tuple[HandScore, Frame]:
        _, frame, warnings = self._accepted(record)
        return score_hand(self.sheet, frame, self.seats, warnings), frame

    def _reading(self, record: object) -> Reading:
        if not self.is_over:
            return read_record(record, self._setup)
        text = "The match is over: no further hand counts."
        return Reading(None, (Problem("match_over", "", self.sheet.end.rule, text),))


def _table_problems(sheet: ScoreSheet, seats: object, dealer: object) -> list[Problem]:
    players, problems = sheet.players, list[Problem]()
    is_size = is_whole_number(seats) and seats in players
    if not is_size:
        some = f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"
        text = f"The game is for {some} players."
        problems.append(Problem("not_a_table_size", "seats", None, text))
    if not is_seat(dealer, seats if is_size and is_whole_number(seats) else players[-1]):
        text = "The dealer must be one of the seats, counted from 0."
        problems.append(Problem("not_a_seat", "dealer", None, text))
    return problems
