"""Duplicate events as their pages show them: tables, standings, and each deal at all tables.

All is worked out from the records of hands whose deals lie open; of others nothing is told but that
they were played.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, F, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.base import HandScore, Seat
from games.tournament.duplicate import Compared, Result, Standing, compare_results, rank
from games.tournament.duplicate import Method as Scale
from league.core.rule_texts import line_words
from league.online.matches import duplicate_match
from league.online.models import DuplicateBoard, DuplicateEvent, Method, OnlineHand, OnlineTable
from league.results.match_board import Line

PERCENT = 100


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of an event by its number there; `played` are its hands that have ended."""

    number: int
    table: OnlineTable
    played: int

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there, by seat."""
        seats = sorted(self.table.seats.all(), key=lambda seat: seat.number)
        return tuple(seat.name for seat in seats)


class Traveller(NamedTuple):
    """What one table had from a deal in one seat; `compared` is None where nobody else played it.

    `hand` is the number of the hand at that table, `worth` what it adds to the standing, in words.
    """

    table: EventTable
    name: str
    hand: int
    points: int
    lines: tuple[Line, ...]
    compared: Compared | None
    worth: str
    mean: str


class SeatBoard(NamedTuple):
    """A deal in one seat at all tables, the best result first."""

    seat: Seat
    rows: tuple[Traveller, ...]


class Row(NamedTuple):
    """A row of the standings: `place` is None for a late table, `hands` explain the total."""

    place: int | None
    table: EventTable
    seat: Seat
    name: str
    total: str
    hands: tuple[tuple[DuplicateBoard, Traveller], ...]


class _Played(NamedTuple):
    """A hand that counts, with what each seat had from it."""

    board: DuplicateBoard
    table: int
    hand: int
    score: HandScore


@dataclass(frozen=True, slots=True)
class EventBoard:
    """An event as everybody may see it by now."""

    event: DuplicateEvent
    tables: tuple[EventTable, ...]
    boards: tuple[DuplicateBoard, ...]
    rows: tuple[Row, ...]
    travellers: Mapping[int, tuple[SeatBoard, ...]]

    @property
    def is_final(self) -> bool:
        """Say whether all deals lie open, so that no table in time can change anything."""
        return self.event.ended_at is not None


def board_of_event(event: DuplicateEvent) -> EventBoard:
    """Read an event: four queries, however many its tables and hands are."""
    tables = {each.table.pk: each for each in _tables_of(event)}
    boards = {each.pk: each for each in event.boards.order_by("seats", "number")}
    played = [each for each in _played(event, boards) if each.table in tables]
    compared = compare_results(
        Result(each.board.pk, seat, each.table, points, tables[each.table].table.is_late)
        for each in played
        for seat, points in enumerate(each.score.scores)
    )
    found = {(each.result.hand, each.result.table, each.result.seat): each for each in compared}
    told = {
        (each.board.pk, each.table, seat): _traveller(
            event, tables[each.table], each, seat, found.get((each.board.pk, each.table, seat))
        )
        for each in played
        for seat in range(each.board.seats)
    }
    standings = rank(compared, _method(event))
    return EventBoard(
        event=event,
        tables=tuple(tables.values()),
        boards=tuple(boards.values()),
        rows=tuple(_row(event, tables, boards, told, each) for each in standings),
        travellers=_by_board(told),
    )


def _tables_of(event: DuplicateEvent) -> list[EventTable]:
    ended = Count("hands", filter=Q(hands__record__isnull=False))
    found = event.tables.annotate(played=ended).prefetch_related("seats").order_by("pk")
    return [EventTable(number, table, table.played) for number, table in enumerate(found, start=1)]


def _played(event: DuplicateEvent, boards: Mapping[int, DuplicateBoard]) -> list[_Played]:
    """Return the hands whose deals lie open; who was to play them in time and did not has none."""
    ended = OnlineHand.objects.filter(board__event=event, record__isnull=False)
    in_time = Q(ended_at__lte=F("board__opened_at")) | Q(table__is_late=True)
    hands = ended.filter(in_time, board__opened_at__isnull=False).order_by("board", "table")
    return [_scored(event, boards[hand.board_id], hand) for hand in hands if hand.board_id]


def _scored(event: DuplicateEvent, board: DuplicateBoard, hand: OnlineHand) -> _Played:
    match = replace(duplicate_match(event, board.seats), number=board.number)
    return _Played(board, hand.table_id, hand.number, match.score(hand.record))


def _traveller(
    event: DuplicateEvent, table: EventTable, played: _Played, seat: Seat, compared: Compared | None
) -> Traveller:
    return Traveller(
        table=table,
        name=table.names[seat],
        hand=played.hand,
        points=played.score.scores[seat],
        lines=tuple(
            Line(line_words(line, table.names), line.points, line.rule)
            for line in played.score.lines[seat]
        ),
        compared=compared,
        worth="" if compared is None else worth_words(event, compared.worth(_method(event)), 1),
        mean="" if compared is None else decimal_words(compared.mean),
    )


def _row(
    event: DuplicateEvent,
    tables: Mapping[int, EventTable],
    boards: Mapping[int, DuplicateBoard],
    told: Mapping[tuple[int, int, Seat], Traveller],
    standing: Standing,
) -> Row:
    hands = [boards[each.result.hand] for each in standing.hands]
    return Row(
        place=standing.place,
        table=tables[standing.table],
        seat=standing.seat,
        name=tables[standing.table].names[standing.seat],
        total=worth_words(event, standing.total, len(hands)),
        hands=tuple((board, told[board.pk, standing.table, standing.seat]) for board in hands),
    )


def _by_board(
    told: Mapping[tuple[int, int, Seat], Traveller],
) -> Mapping[int, tuple[SeatBoard, ...]]:
    found: dict[int, dict[Seat, list[Traveller]]] = defaultdict(lambda: defaultdict(list))
    for (board, _table, seat), traveller in told.items():
        found[board][seat].append(traveller)
    return {
        board: tuple(SeatBoard(seat, _ranked(seats[seat])) for seat in sorted(seats))
        for board, seats in found.items()
    }


def _ranked(rows: Iterable[Traveller]) -> tuple[Traveller, ...]:
    return tuple(sorted(rows, key=lambda each: (-each.points, each.table.number)))


def _method(event: DuplicateEvent) -> Scale:
    return "matchpoints" if event.method == Method.MATCHPOINTS else "datum"


def worth_words(event: DuplicateEvent, worth: Fraction, hands: int) -> str:
    """Return what hands are worth together: a percentage of the most, or points with a sign."""
    if event.method == Method.MATCHPOINTS:
        return _("%(share)s %%") % {"share": decimal_words(PERCENT * worth / hands)}
    sign = "+" if worth > 0 else ""
    return f"{sign}{decimal_words(worth)}"


def decimal_words(value: Fraction) -> str:
    """Return a fraction to one place, as the reader's language writes it."""
    return number_format(float(round(value, 1)), decimal_pos=1).replace("-", "\u2212")
