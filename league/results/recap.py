"""Recap of a match, hand by hand: who won, by what, and who led."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.lineups import Lineup
from league.competitions.models import Seat
from league.core.charts import Course, course_chart
from league.core.games.entry import Fact, Who
from league.core.rule_texts import join_names
from league.core.templatetags.ui import seat_letter
from league.results.scoring import record_of
from league.results.table_view import Line, Partner, PlayedHand, Points, TableView, teams_of

MOST_REASONS = 3
"""How many lines of a score are shown; the page of the hand has them all."""


class RecapHand(NamedTuple):
    """A hand that counts, with those who have most from it; `turn` is its effect on the lead."""

    played: PlayedHand
    number: int
    best: tuple[Points, ...]
    won_by: str
    reasons: tuple[tuple[Who, tuple[Line, ...]], ...]
    happened: Fact | None
    by_total: tuple[Points, ...]
    teams: tuple[tuple[Partner, ...], ...]
    solo: Who | None
    turn: str = ""
    is_turning: bool = False


class Recap(NamedTuple):
    """A whole match: `richest` is the hand from which somebody had most, `chart` the totals."""

    hands: tuple[RecapHand, ...]
    chart: SafeString
    richest: RecapHand | None

    @property
    def lead_changes(self) -> list[RecapHand]:
        """The hands after which others led than before."""
        return [hand for hand in self.hands if hand.is_turning]


def recap_of(view: TableView) -> Recap:
    """Return the recap of a match from the hands that count."""
    counting = [each for each in view.hands if not (each.hand.is_void or each.is_surplus)]
    hands: list[RecapHand] = []
    names: dict[int, str] = {}
    leading: frozenset[int] = frozenset()
    # Who is in front until others are: drawing level with them is not yet to pass them.
    holding: frozenset[int] = frozenset()
    lowest_first = view.table.site_game.totals_rule.lowest_first
    for played in counting:
        best = (min if lowest_first else max)(row.total for row in played.points)
        there = view.lineup.seats_at(played.number)
        leading_now = frozenset(
            there[row.who.seat].pk for row in played.points if row.total == best
        )
        names |= {seat.pk: name for seat, name in zip(there, played.names, strict=True)}
        turn = _turn(leading, leading_now, names, len(there))
        is_turning = bool(holding) and not holding & leading_now
        recap = _recap_hand(played, lowest_first=lowest_first)
        hands.append(recap._replace(turn=turn, is_turning=is_turning))
        leading, holding = leading_now, (holding & leading_now) or leading_now
    courses = [
        Course(seat.number, seat_letter(seat.number), (0, *_totals(seat, view.lineup, counting)))
        for seat in view.lineup.seats
    ]
    return Recap(
        tuple(hands),
        course_chart(courses, _("Totals after each hand")),
        richest=None
        if lowest_first
        else max(hands, key=lambda hand: hand.best[0].points, default=None),
    )


def _totals(seat: Seat, lineup: Lineup, hands: Sequence[PlayedHand]) -> Iterator[int]:
    """Return the total of a seat after each hand; who has left keeps theirs."""
    total = 0
    for played in hands:
        there = lineup.seats_at(played.number)
        if seat in there:
            total = played.points[there.index(seat)].total
        yield total


def _recap_hand(played: PlayedHand, *, lowest_first: bool) -> RecapHand:
    record, names = record_of(played.hand), played.names
    points = (min if lowest_first else max)(row.points for row in played.points)
    best = tuple(row for row in played.points if row.points == points)
    won_by = (
        ngettext("%(names)s took fewest.", "%(names)s took fewest, equally.", len(best))
        if lowest_first
        else ngettext("%(names)s gained most.", "%(names)s gained most, equally.", len(best))
    )
    sign = 1 if lowest_first else -1
    solo = record.get("solo")
    return RecapHand(
        played=played,
        number=played.hand.number,
        best=best,
        won_by=won_by % {"names": join_names([row.who.name for row in best])},
        reasons=tuple((row.who, _reasons(row)) for row in best if row.points > 0),
        happened=next(iter(played.facts), None),
        by_total=tuple(sorted(played.points, key=lambda row: (sign * row.total, row.who.seat))),
        teams=tuple(teams_of(record.get("teams", ()), names)),
        solo=None if solo is None else Who(solo, names[solo]),
    )


def _reasons(points: Points) -> tuple[Line, ...]:
    return tuple(sorted(points.lines, key=lambda line: -abs(line.points))[:MOST_REASONS])


def _turn(
    before: frozenset[int], after: frozenset[int], names: Mapping[int, str], size: int
) -> str:
    """Return what has changed at the top of a table of `size`; seats are named by id."""

    def named(seats: frozenset[int]) -> str:
        return join_names([names[seat] for seat in sorted(seats)])

    count, data = len(after), {"names": named(after), "others": named(before)}
    if after == before or (not before and count == size):
        return ""
    if not before:
        return ngettext("%(names)s leads.", "%(names)s lead together.", count) % data
    if not before & after:
        text = ngettext(
            "%(names)s takes the lead from %(others)s.",
            "%(names)s take the lead from %(others)s.",
            count,
        )
        return text % data
    if after < before:
        return ngettext("%(names)s now leads alone.", "Only %(names)s still lead.", count) % data
    text = ngettext(
        "%(names)s draws level with %(others)s.",
        "%(names)s draw level with %(others)s.",
        len(after - before),
    )
    return text % {"names": named(after - before), "others": named(before & after)}
