"""Results of duplicate events: tables, standings, each open deal at all tables."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, F, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.base import HandScore, Seat
from games.tournament.duplicate import Compared, Result, Standing, compare_results, rank
from games.tournament.duplicate import Method as Scale
from league.core.rule_texts import line_text
from league.online.matches import duplicate_match
from league.online.models import (
    DuplicateDeal,
    DuplicateEvent,
    DuplicateMethod,
    OnlineHand,
    OnlineTable,
)
from league.results.table_view import Line

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


class TravellerRow(NamedTuple):
    """One table's result of a deal in one seat; `compared` is None if nobody else played it."""

    table: EventTable
    name: str
    hand: int
    points: int
    lines: tuple[Line, ...]
    compared: Compared | None
    worth: str
    mean: str


class SeatResults(NamedTuple):
    """A deal in one seat at all tables, the best result first."""

    seat: Seat
    rows: tuple[TravellerRow, ...]


class Row(NamedTuple):
    """A row of the standings: `place` is None for a late table, `hands` explain the total."""

    place: int | None
    table: EventTable
    seat: Seat
    name: str
    total: str
    hands: tuple[tuple[DuplicateDeal, TravellerRow], ...]


class _Played(NamedTuple):
    """A hand that counts, with what each seat had from it."""

    duplicate_deal: DuplicateDeal
    table: int
    hand: int
    score: HandScore


@dataclass(frozen=True, slots=True)
class EventResults:
    """The public results of an event so far."""

    event: DuplicateEvent
    tables: tuple[EventTable, ...]
    deals: tuple[DuplicateDeal, ...]
    rows: tuple[Row, ...]
    travellers: Mapping[int, tuple[SeatResults, ...]]

    @property
    def is_final(self) -> bool:
        """Say whether all deals lie open, so that no table in time can change anything."""
        return self.event.ended_at is not None


def results_of_event(event: DuplicateEvent) -> EventResults:
    """Read an event: four queries, however many its tables and hands are."""
    tables = {each.table.pk: each for each in _tables_of(event)}
    deals = {each.pk: each for each in event.deals.order_by("seats", "number")}
    played = [each for each in _played(event, deals) if each.table in tables]
    compared = compare_results(
        Result(each.duplicate_deal.pk, seat, each.table, points, tables[each.table].table.is_late)
        for each in played
        for seat, points in enumerate(each.score.scores)
    )
    found = {(each.result.hand, each.result.table, each.result.seat): each for each in compared}
    results = {}
    for each in played:
        for seat in range(each.duplicate_deal.seats):
            key = (each.duplicate_deal.pk, each.table, seat)
            results[key] = _traveller_row(event, tables[each.table], each, seat, found.get(key))
    standings = rank(compared, _method(event))
    return EventResults(
        event=event,
        tables=tuple(tables.values()),
        deals=tuple(deals.values()),
        rows=tuple(_row(event, tables, deals, results, each) for each in standings),
        travellers=_by_deal(results),
    )


def _tables_of(event: DuplicateEvent) -> list[EventTable]:
    ended = Count("hands", filter=Q(hands__record__isnull=False))
    found = event.tables.annotate(played=ended).prefetch_related("seats").order_by("pk")
    return [EventTable(number, table, table.played) for number, table in enumerate(found, start=1)]


def tables_of_deal(event: DuplicateEvent, deal: DuplicateDeal) -> list[tuple[EventTable, int]]:
    """Return the tables that have played a deal to its end, each with the number of the hand."""
    played = OnlineHand.objects.filter(duplicate_deal=deal, record__isnull=False)
    hands = dict(played.values_list("table", "number"))
    tables = (each for each in _tables_of(event) if each.table.pk in hands)
    return [(each, hands[each.table.pk]) for each in tables]


def _played(event: DuplicateEvent, deals: Mapping[int, DuplicateDeal]) -> list[_Played]:
    """Return the hands whose deals lie open; who was to play them in time and did not has none."""
    ended = OnlineHand.objects.filter(duplicate_deal__event=event, record__isnull=False)
    in_time = Q(ended_at__lte=F("duplicate_deal__opened_at")) | Q(table__is_late=True)
    hands = ended.filter(in_time, duplicate_deal__opened_at__isnull=False).order_by(
        "duplicate_deal", "table"
    )
    return [
        _scored(event, deals[hand.duplicate_deal_id], hand)
        for hand in hands
        if hand.duplicate_deal_id
    ]


def _scored(event: DuplicateEvent, duplicate_deal: DuplicateDeal, hand: OnlineHand) -> _Played:
    match = replace(duplicate_match(event, duplicate_deal.seats), number=duplicate_deal.number)
    return _Played(duplicate_deal, hand.table_id, hand.number, match.score(hand.record))


def _traveller_row(
    event: DuplicateEvent, table: EventTable, played: _Played, seat: Seat, compared: Compared | None
) -> TravellerRow:
    return TravellerRow(
        table=table,
        name=table.names[seat],
        hand=played.hand,
        points=played.score.scores[seat],
        lines=tuple(
            Line(line_text(line, table.names), line.points, line.rule)
            for line in played.score.lines[seat]
        ),
        compared=compared,
        worth=comparison_score_text(event, compared.worth(_method(event)), 1) if compared else "",
        mean=decimal_text(compared.mean) if compared else "",
    )


def _row(
    event: DuplicateEvent,
    tables: Mapping[int, EventTable],
    deals: Mapping[int, DuplicateDeal],
    results: Mapping[tuple[int, int, Seat], TravellerRow],
    standing: Standing,
) -> Row:
    hands = [deals[each.result.hand] for each in standing.hands]
    return Row(
        place=standing.place,
        table=tables[standing.table],
        seat=standing.seat,
        name=tables[standing.table].names[standing.seat],
        total=comparison_score_text(event, standing.total, len(hands)),
        hands=tuple(
            (duplicate_deal, results[duplicate_deal.pk, standing.table, standing.seat])
            for duplicate_deal in hands
        ),
    )


def _by_deal(
    results: Mapping[tuple[int, int, Seat], TravellerRow],
) -> Mapping[int, tuple[SeatResults, ...]]:
    found: dict[int, dict[Seat, list[TravellerRow]]] = defaultdict(lambda: defaultdict(list))
    best_first = sorted(results.items(), key=lambda each: (-each[1].points, each[1].table.number))
    for (deal, _table, seat), row in best_first:
        found[deal][seat].append(row)
    return {
        deal: tuple(SeatResults(seat, tuple(rows)) for seat, rows in sorted(seats.items()))
        for deal, seats in found.items()
    }


def _method(event: DuplicateEvent) -> Scale:
    return "matchpoints" if event.method == DuplicateMethod.MATCHPOINTS else "datum"


def comparison_score_text(event: DuplicateEvent, worth: Fraction, hands: int) -> str:
    """Return what hands are worth together: a percentage of the most, or points with a sign."""
    if event.method == DuplicateMethod.MATCHPOINTS:
        return _("%(share)s %%") % {"share": decimal_text(PERCENT * worth / hands)}
    sign = "+" if worth > 0 else ""
    return f"{sign}{decimal_text(worth)}"


def decimal_text(value: Fraction) -> str:
    """Return a fraction to one place, as the reader's language writes it."""
    return number_format(float(round(value, 1)), decimal_pos=1).replace("-", "\u2212")
