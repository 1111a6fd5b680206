"""A match told hand by hand for those who look afterwards: who won, by what, and who led."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.charts import Course, course_chart
from league.core.games.entry import Fact, Who
from league.core.rule_texts import join_names
from league.core.templatetags.ui import seat_letter
from league.results.board import Board, PlayedHand
from league.results.match_board import Line, Points
from league.results.scoring import record_of

MOST_REASONS = 3
"""How many lines of a score are told; the page of the hand has them all."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A hand that counts: who has most from it and by what, who played with whom, who leads after.

    `turn` says what it changed at the top, "" for nothing; `is_turning`: others lead than before.
    """

    played: PlayedHand
    best: tuple[Points, ...]
    reasons: tuple[tuple[Who, tuple[Line, ...]], ...]
    teams: tuple[tuple[Who, Who], ...]
    solo: Who | None
    turn: str
    is_turning: bool

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.played.hand.number

    @property
    def won_by(self) -> str:
        """Say who has most from the hand."""
        names = join_names([points.who.name for points in self.best])
        return ngettext(
            "%(names)s had most from it.", "%(names)s had most from it, equally.", len(self.best)
        ) % {"names": names}

    @property
    def happened(self) -> Fact | None:
        """What is told first of what happened."""
        return next(iter(self.played.facts), None)

    @property
    def by_total(self) -> list[Points]:
        """Everybody's points, whoever has most in total first."""
        return sorted(self.played.points, key=lambda points: (-points.total, points.who.seat))


@dataclass(frozen=True, slots=True)
class Story:
    """A whole match: `richest` is the hand from which somebody had most, `chart` the totals."""

    chapters: tuple[Chapter, ...]
    chart: SafeString
    richest: Chapter | None

    @property
    def lead_changes(self) -> list[Chapter]:
        """The hands after which others led than before."""
        return [chapter for chapter in self.chapters if chapter.is_turning]


def story_of(board: Board) -> Story:
    """Tell the match of a board from the hands that count."""
    chapters: list[Chapter] = []
    leading: frozenset[int] = frozenset()
    # Who is in front until others are: drawing level with them is not yet to pass them.
    holding: frozenset[int] = frozenset()
    for played in board.hands:
        if played.hand.is_void or played.is_surplus:
            continue
        leading_now = _leading(played.points)
        turn = _turn(leading, leading_now, board.names)
        is_turning = bool(holding) and not holding & leading_now
        chapters.append(_chapter(played, board.names, turn, is_turning=is_turning))
        leading, holding = leading_now, (holding & leading_now) or leading_now
    richest = max(chapters, key=lambda chapter: chapter.best[0].points, default=None)
    return Story(tuple(chapters), _chart(chapters, board), richest)


def _chapter(played: PlayedHand, names: Sequence[str], turn: str, *, is_turning: bool) -> Chapter:
    record = record_of(played.hand)
    most = max(points.points for points in played.points)
    best = tuple(points for points in played.points if points.points == most)
    solo = record.get("solo")
    return Chapter(
        played=played,
        best=best,
        reasons=tuple((points.who, _reasons(points)) for points in best if points.points > 0),
        teams=tuple(
            (Who(one, names[one]), Who(other, names[other]))
            for one, other in record.get("teams", ())
        ),
        solo=None if solo is None else Who(solo, names[solo]),
        turn=turn,
        is_turning=is_turning,
    )


def _reasons(points: Points) -> tuple[Line, ...]:
    """Return what somebody has the most by."""
    return tuple(sorted(points.lines, key=lambda line: -abs(line.points))[:MOST_REASONS])


def _leading(points: Sequence[Points]) -> frozenset[int]:
    most = max(row.total for row in points)
    return frozenset(row.who.seat for row in points if row.total == most)


def _turn(before: frozenset[int], after: frozenset[int], names: Sequence[str]) -> str:
    """Say what has changed at the top."""

    def named(seats: frozenset[int]) -> str:
        return join_names([names[seat] for seat in sorted(seats)])

    data = {"names": named(after), "others": named(before)}
    if after == before or (not before and len(after) == len(names)):
        return ""
    if not before & after:
        told = (
            ngettext(
                "%(names)s takes the lead from %(others)s.",
                "%(names)s take the lead from %(others)s.",
                len(after),
            )
            if before
            else ngettext("%(names)s leads.", "%(names)s lead together.", len(after))
        )
        return told % data
    if after < before:
        return ngettext("%(names)s leads alone now.", "Only %(names)s lead now.", len(after)) % data
    joined = {"names": named(after - before), "others": named(before & after)}
    return (
        ngettext(
            "%(names)s draws level with %(others)s.",
            "%(names)s draw level with %(others)s.",
            len(after - before),
        )
        % joined
    )


def _chart(chapters: Sequence[Chapter], board: Board) -> SafeString:
    courses = [
        Course(
            seat,
            seat_letter(seat),
            (0, *(chapter.played.points[seat].total for chapter in chapters)),
        )
        for seat in range(len(board.names))
    ]
    return course_chart(courses, _("Everybody’s total after each hand"))
