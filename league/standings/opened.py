"""Open an entry's standing down to the hands and rule lines that made it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from league.clubs.queries import Visitor
from league.competitions.models import Competition, Entry, Seat, Table
from league.competitions.queries import is_seen
from league.core.rule_texts import line_words
from league.results.models import Adjustment, Hand
from league.standings.account import AccountLine, account_of
from league.standings.ledger import Ledger
from league.standings.models import Standing, TableResult
from league.standings.queries import StandingRow, provisional_results, standings_by_stage
from league.standings.ranking import Terms


@dataclass(frozen=True, slots=True)
class OpenedLine:
    """Hold some points of a hand, the id of the rule that gives them, and why in words."""

    rule: str
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """Hold what one hand gave an entry: `lines` add up to `points`, hands up to `total`."""

    hand: Hand
    points: int
    total: int
    lines: tuple[OpenedLine, ...]
    is_surplus: bool


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """Hold what one table gave an entry, and by which hands.

    `sharers` is how many entries have the place. The others at the table come by seat.
    """

    table: Table
    result: TableResult
    sharers: int
    seat: Seat
    others: tuple[Seat, ...]
    hands: tuple[OpenedHand, ...]
    is_provisional: bool
    is_dropped: bool

    @property
    def size(self) -> int:
        """Return how many sit at the table."""
        return len(self.others) + 1

    @property
    def partners(self) -> list[Seat]:
        """Return who played together with this entry for the round."""
        pair = self.seat.pair
        return [seat for seat in self.others if pair is not None and seat.pair == pair]

    @property
    def is_by_substitute(self) -> bool:
        """Say whether somebody sits there for another."""
        return self.seat.player_id != self.seat.entry.player_id


class Played(NamedTuple):
    """Hold a table that gave an entry something; `result` is that result's id."""

    result: int
    table: int
    number: int
    version: int
    round: int
    stage: int
    points: int


class Opening(NamedTuple):
    """Hold all that decides how a table looks when it is opened for its entry."""

    played: Played
    is_provisional: bool
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class OpenedStage:
    """Hold an entry's standing in a stage, what adds up to its points, and tables to open."""

    standing: StandingRow
    account: tuple[AccountLine, ...]
    tables: tuple[Opening, ...]


def entries_seen_by(user: Visitor) -> QuerySet[Entry]:
    """Return the entries that a visitor may look at, with player, competition and club."""
    entries = Entry.objects.select_related("player", "competition__club")
    return entries.filter(is_seen(user, "competition__"))


def tables_of(entry: Entry) -> list[Played]:
    """Return the tables that gave an entry something, the latest first."""
    results = TableResult.objects.filter(entry=entry).order_by(
        "-table__round__stage__number", "-table__round__number", "-table"
    )
    rows = results.values_list(
        "pk",
        "table",
        "table__number",
        "table__version",
        "table__round__number",
        "table__round__stage",
        "points",
    )
    return [Played(*row) for row in rows]


def open_entry(
    entry: Entry, played: Sequence[Played], shown: Collection[Played]
) -> list[OpenedStage]:
    """Return what an entry has in each stage, the latest first.

    `played` are all its tables. Those `shown` are to be opened; the others are lines of the account
    alone.
    """
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
    return [
        _open_stage(
            next(row for row in rows[standing.stage.number] if row.entry_id == entry.pk),
            standing,
            entry.competition,
            [each for each in shown if each.stage == standing.stage_id],
            provisional,
            adjustments,
            numbers,
        )
        for standing in standings
    ]


def _open_stage(
    row: StandingRow,
    standing: Standing,
    competition: Competition,
    shown: Sequence[Played],
    provisional: Collection[int],
    adjustments: Mapping[int, Sequence[Adjustment]],
    numbers: Mapping[int, int],
) -> OpenedStage:
    rules = Terms.of(competition).rules
    ledger = Ledger.read(standing.ledger, standing.carried)
    dropped = ledger.dropped(rules)
    return OpenedStage(
        standing=row,
        account=account_of(ledger, rules, adjustments.get(standing.stage_id, ()), numbers),
        tables=tuple(
            Opening(each, each.result in provisional, each.round in dropped) for each in shown
        ),
    )


def open_tables(openings: Collection[Opening]) -> dict[Opening, OpenedTable]:
    """Return tables of an entry with all their hands in order."""
    seats = Seat.objects.select_related("player", "entry").order_by("number")
    results = (
        TableResult.objects.select_related("table__round", "table__score")
        .prefetch_related("table__results", Prefetch("table__seats", queryset=seats))
        .in_bulk([each.played.result for each in openings])
    )
    hands = _hands_by_table(list(results.values()))
    return {
        each: _open(results[each.played.result], hands[each.played.table], each)
        for each in openings
    }


def _hands_by_table(results: Sequence[TableResult]) -> Mapping[int, list[Hand]]:
    hands: dict[int, list[Hand]] = defaultdict(list)
    tables = [result.table_id for result in results]
    for hand in (
        Hand.objects.filter(table__in=tables, is_void=False)
        .select_related("score")
        .order_by("table", "number")
    ):
        hands[hand.table_id].append(hand)
    return hands


def _open(result: TableResult, hands: Sequence[Hand], opening: Opening) -> OpenedTable:
    seats = list(result.table.seats.all())
    own = next(seat for seat in seats if seat.number == result.seat)
    names = [seat.player.name for seat in seats]
    return OpenedTable(
        table=result.table,
        result=result,
        sharers=sum(other.place == result.place for other in result.table.results.all()),
        seat=own,
        others=tuple(seat for seat in seats if seat != own),
        hands=tuple(_open_hand(hand, own.number, names) for hand in hands),
        is_provisional=opening.is_provisional,
        is_dropped=opening.is_dropped,
    )


def _open_hand(hand: Hand, seat: int, names: Sequence[str]) -> OpenedHand:
    score = hand.score.score
    return OpenedHand(
        hand=hand,
        points=score["scores"][seat],
        total=score["totals"][seat],
        lines=tuple(
            OpenedLine(line["rule"], line["points"], line_words(line, names))
            for line in score["lines"][seat]
        ),
        is_surplus=hand.score.is_surplus,
    )
