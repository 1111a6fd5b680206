"""Open an entry's standing down to the hands and rule lines that made it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from league.clubs.queries import Visitor
from league.competitions.models import Competition, Entry, Seat, Table
from league.competitions.queries import is_seen
from league.core.wording import line_words
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


@dataclass(frozen=True, slots=True)
class OpenedStage:
    """Hold an entry's standing in a stage, what adds up to its points, and all its tables."""

    standing: StandingRow
    account: tuple[AccountLine, ...]
    tables: tuple[OpenedTable, ...]


def entries_seen_by(user: Visitor) -> QuerySet[Entry]:
    """Return the entries that a visitor may look at, with player, competition and club."""
    entries = Entry.objects.select_related("player", "competition__club")
    return entries.filter(is_seen(user, "competition__"))


def results_of(entry: Entry) -> QuerySet[TableResult]:
    """Return what an entry has from its tables, the latest first."""
    return TableResult.objects.filter(entry=entry).order_by(
        "-table__round__stage__number", "-table__round__number", "-table"
    )


def open_entry(
    entry: Entry, *, shown: Sequence[int], numbers: Mapping[int, int]
) -> list[OpenedStage]:
    """Return what an entry has in each stage, the latest first, with tables and hands in order.

    Only the results `shown` are opened down to their hands; the others are lines of the account,
    which names tables by their `numbers`.
    """
    tables = _tables_by_stage(entry, shown)
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
            tables[standing.stage_id],
            adjustments,
            numbers,
        )
        for standing in standings
    ]


def _open_stage(
    row: StandingRow,
    standing: Standing,
    competition: Competition,
    results: Sequence[tuple[TableResult, Sequence[Hand], bool]],
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
            _open(result, hands, is_provisional, result.table.round.number in dropped)
            for result, hands, is_provisional in results
        ),
    )


def _tables_by_stage(
    entry: Entry, shown: Sequence[int]
) -> Mapping[int, list[tuple[TableResult, Sequence[Hand], bool]]]:
    """Return results of an entry by stage, each with its hands and whether it may change."""
    seats = Seat.objects.select_related("player", "entry").order_by("number")
    results = list(
        results_of(entry)
        .filter(pk__in=shown)
        .select_related("table__round__stage", "table__score")
        .prefetch_related("table__results", Prefetch("table__seats", queryset=seats))
    )
    provisional = set(
        provisional_results(entry.competition_id).filter(entry=entry).values_list("pk", flat=True)
    )
    hands = _hands_by_table(results)
    by_stage: dict[int, list[tuple[TableResult, Sequence[Hand], bool]]] = defaultdict(list)
    for result in results:
        row = (result, hands[result.table_id], result.pk in provisional)
        by_stage[result.table.round.stage_id].append(row)
    return by_stage


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


def _open(
    result: TableResult, hands: Sequence[Hand], is_provisional: bool, is_dropped: bool
) -> OpenedTable:
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
        is_provisional=is_provisional,
        is_dropped=is_dropped,
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
