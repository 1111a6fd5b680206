"""The breakdown of an entry's points, down to hands and lines."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.clubs.queries import Visitor
from league.competitions.lineups import Lineup, Spell, lineups_of
from league.competitions.models import Entry, Seat, Table
from league.competitions.queries import is_seen
from league.core.rule_texts import line_text
from league.core.templatetags.ui import signed
from league.results.models import Adjustment, Hand
from league.standings.ledger import OF_A_ROUND, Ledger, Rules
from league.standings.models import TableResult
from league.standings.queries import StandingRow, provisional_results, standings_by_stage


class BreakdownLine(NamedTuple):
    """A line of a breakdown, with a `note`, and the id of its table, if any."""

    text: str
    points: int
    note: str = ""
    table_id: int | None = None
    is_counted: bool = True


def breakdown_of(
    ledger: Ledger, rules: Rules, adjustments: Sequence[Adjustment], numbers: Mapping[int, int]
) -> tuple[BreakdownLine, ...]:
    """Return the lines that add up to an entry's points, including dropped and cancelled ones."""
    dropped = ledger.dropped(rules)
    lines = []
    if ledger.carried:
        lines.append(BreakdownLine(_("Carry-over"), ledger.carried))
    by_round: dict[int, list[BreakdownLine]] = defaultdict(list)
    for played in ledger.played:
        names = {"round": played.round, "table": numbers.get(played.table, 0)}
        is_dropped = played.round in dropped
        by_round[played.round].append(
            BreakdownLine(
                text=_("Round %(round)d, table %(table)d") % names,
                points=played.points,
                note=" · ".join([*_bonus_texts(played.bonuses), *_dropped_text(is_dropped, rules)]),
                table_id=played.table,
                is_counted=not is_dropped,
            )
        )
    for adjustment in adjustments:
        number = adjustment.round.number if adjustment.round else 0
        is_dropped = adjustment.kind in OF_A_ROUND and number in dropped
        by_round[number].append(_adjustment_line(adjustment, is_dropped, rules))
    lines += [line for number in sorted(by_round) for line in by_round[number]]
    if bonus := rules.attendance_bonus:
        rounds = len(ledger.attended())
        text = ngettext("%(count)d round played", "%(count)d rounds played", rounds) % {
            "count": rounds
        }
        note = _("%(bonus)s each") % {"bonus": signed(bonus)}
        lines.append(BreakdownLine(text, rounds * bonus, note))
    return tuple(lines)


def _adjustment_line(adjustment: Adjustment, is_dropped: bool, rules: Rules) -> BreakdownLine:
    parts = [adjustment.rule]
    if adjustment.by:
        parts.append(_("Added by %(name)s") % {"name": adjustment.by.name})
    if adjustment.cancelled_at:
        by, reason = adjustment.cancelled_by, adjustment.cancel_reason
        text = _("Cancelled by %(name)s: %(reason)s") if by else _("Cancelled: %(reason)s")
        parts.append(text % {"name": by.name if by else "", "reason": reason})
    else:
        parts += _dropped_text(is_dropped, rules)
    where = adjustment.get_kind_display().capitalize()
    if adjustment.round:
        names = {"number": adjustment.round.number, "what": where}
        where = _("Round %(number)d: %(what)s") % names
    return BreakdownLine(
        text=f"{where}. {adjustment.reason}" if adjustment.says_more else where,
        points=adjustment.points,
        note=" · ".join(part for part in parts if part),
        is_counted=adjustment.cancelled_at is None and not is_dropped,
    )


def _bonus_texts(bonuses: Mapping[str, int]) -> list[str]:
    text = {
        "win": _("including %(points)s for winning the table"),
        "target": _("including %(points)s for reaching the target"),
    }
    return [text[kind] % {"points": signed(points)} for kind, points in bonuses.items()]


def _dropped_text(is_dropped: bool, rules: Rules) -> list[str]:
    if not is_dropped:
        return []
    text = ngettext(
        "Dropped: only the best round counts",
        "Dropped: only the best %(count)d rounds count",
        rules.best_of or 0,
    )
    return [text % {"count": rules.best_of}]


class LineDetail(NamedTuple):
    """A line of a hand's score."""

    rule: str
    points: int
    text: str


class HandDetail(NamedTuple):
    """What a hand gave an entry: its lines, points and the new total; `by` played it."""

    hand: Hand
    by: Player
    points: int
    total: int
    lines: tuple[LineDetail, ...]
    is_surplus: bool


class TableDetail(NamedTuple):
    """What a table gave an entry: its hands, and how many `sharers` have the place."""

    table: Table
    result: TableResult
    sharers: int
    seat: Seat
    others: tuple[Seat, ...]
    lineup: Lineup
    hands: tuple[HandDetail, ...]
    is_provisional: bool
    is_dropped: bool

    @property
    def size(self) -> int:
        """The number of seats."""
        return len(self.others) + 1

    @property
    def partners(self) -> list[Seat]:
        """The seats of the entry's partners."""
        pair = self.seat.pair
        return [seat for seat in self.others if pair is not None and seat.pair == pair]

    @property
    def substitutes(self) -> list[Spell]:
        """Who played for the entry, or plays."""
        return [spell for spell in self.lineup.changes if spell.seat == self.seat]


class PlayedTable(NamedTuple):
    """A table of an entry; `result` is the id of its TableResult."""

    result: int
    table: int
    number: int
    version: int
    round: int
    stage: int
    points: int


class DetailRequest(NamedTuple):
    """A table to show in detail: the key of its fragment."""

    played: PlayedTable
    is_provisional: bool
    is_dropped: bool


class StageDetail(NamedTuple):
    """The standing of an entry in a stage, with its breakdown and tables."""

    standing: StandingRow
    breakdown: tuple[BreakdownLine, ...]
    tables: tuple[DetailRequest, ...]


def entries_seen_by(user: Visitor) -> QuerySet[Entry]:
    """Return the visible entries with player, competition and club."""
    entries = Entry.objects.select_related("player", "competition__club")
    return entries.filter(is_seen(user, "competition__"))


def tables_of(entry: Entry) -> list[PlayedTable]:
    """Return the tables of an entry, newest first."""
    results = TableResult.objects.filter(entry=entry).order_by(
        "-table__round__stage__number", "-table__round__number", "-table"
    )
    columns = ("table", "table__number", "table__version", "table__round__number")
    rows = results.values_list("pk", *columns, "table__round__stage", "points")
    return [PlayedTable(*row) for row in rows]


def load_stage_details(
    entry: Entry, played: Sequence[PlayedTable], shown: Collection[PlayedTable]
) -> list[StageDetail]:
    """Return the stages of an entry, latest first; `shown` are the tables to show in detail."""
    numbers = {each.table: each.number for each in played}
    unsure = provisional_results(entry.competition_id).filter(entry=entry)
    provisional = set(unsure.values_list("pk", flat=True)) if played else set()
    adjustments: dict[int, list[Adjustment]] = defaultdict(list)
    given = entry.adjustments.select_related("round", "by", "cancelled_by").order_by("pk")
    standings = list(entry.standings.select_related("stage").order_by("-stage__number"))
    first = next((each.stage_id for each in standings if each.stage.number == 1), 0)
    for adjustment in given:
        adjustments[adjustment.round.stage_id if adjustment.round else first].append(adjustment)
    rows = standings_by_stage(entry.competition) if standings else {}
    rules = Rules.of(entry.competition)
    details = []
    for standing in standings:
        ledger = Ledger.read(standing.ledger, standing.carried)
        dropped = ledger.dropped(rules)
        of_stage = rows[standing.stage.number]
        details.append(
            StageDetail(
                standing=next(row for row in of_stage if row.entry_id == entry.pk),
                breakdown=breakdown_of(ledger, rules, adjustments[standing.stage_id], numbers),
                tables=tuple(
                    DetailRequest(each, each.result in provisional, each.round in dropped)
                    for each in shown
                    if each.stage == standing.stage_id
                ),
            )
        )
    return details


def load_table_details(requests: Collection[DetailRequest]) -> dict[DetailRequest, TableDetail]:
    """Return the details of tables with their hands."""
    seats = Seat.objects.select_related("player", "entry__player").order_by("number")
    results = (
        TableResult.objects.select_related("table__round__stage", "table__score")
        .prefetch_related("table__results", Prefetch("table__seats", queryset=seats))
        .in_bulk([each.played.result for each in requests])
    )
    hands: dict[int, list[Hand]] = defaultdict(list)
    tables = [result.table_id for result in results.values()]
    counted = Hand.objects.filter(table__in=tables, is_void=False).select_related("score")
    for hand in counted.order_by("table", "number"):
        hands[hand.table_id].append(hand)
    lineups = lineups_of(result.table for result in results.values())
    return {
        each: _table_detail(
            results[each.played.result], lineups[each.played.table], hands[each.played.table], each
        )
        for each in requests
    }


def _table_detail(
    result: TableResult, lineup: Lineup, hands: Sequence[Hand], request: DetailRequest
) -> TableDetail:
    own = next(seat for seat in lineup.seats if seat.number == result.seat)
    others = tuple(seat for seat in lineup.seats if seat != own)
    sharers = sum(other.place == result.place for other in result.table.results.all())
    details = tuple(
        _hand_detail(hand, there.index(own), lineup.players(hand.number))
        for hand in hands
        if own in (there := lineup.seats_at(hand.number))
    )
    return TableDetail(result.table, result, sharers, own, others, lineup, details, *request[1:])


def _hand_detail(hand: Hand, seat: int, players: Sequence[Player]) -> HandDetail:
    score, names = hand.score.score, [player.name for player in players]
    lines = (
        LineDetail(line["rule"], line["points"], line_text(line, names))
        for line in score["lines"][seat]
    )
    points, total = score["scores"][seat], score["totals"][seat]
    return HandDetail(hand, players[seat], points, total, tuple(lines), hand.score.is_surplus)
