"""Open an entry's standing down to the hands and rule lines that made it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from league.competitions.models import Entry, Seat, Table
from league.core.wording import line_words
from league.results.models import Hand
from league.standings.models import TableResult
from league.standings.queries import provisional_results


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

    @property
    def size(self) -> int:
        """Return how many sit at the table."""
        return len(self.others) + 1


def entries_to_show() -> QuerySet[Entry]:
    """Return what everybody may read of entries: all, with player, competition and club."""
    return Entry.objects.select_related("player", "standing", "competition__club")


def open_entry(entry: Entry) -> list[OpenedTable]:
    """Return all tables that count for an entry, the latest first, with their hands in order."""
    results = list(
        TableResult.objects.filter(entry=entry)
        .select_related("table__round__stage", "table__score")
        .prefetch_related("table__results", "table__seats__player")
        .order_by("-table__round__stage__number", "-table__round__number", "-table")
    )
    provisional = set(
        provisional_results(entry.competition_id).filter(entry=entry).values_list("pk", flat=True)
    )
    hands = _hands_by_table(results)
    return [_open(result, hands[result.table_id], result.pk in provisional) for result in results]


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


def _open(result: TableResult, hands: Sequence[Hand], is_provisional: bool) -> OpenedTable:
    seats = sorted(result.table.seats.all(), key=lambda seat: seat.number)
    own = next(seat for seat in seats if seat.entry_id == result.entry_id)
    names = [seat.player.name for seat in seats]
    return OpenedTable(
        table=result.table,
        result=result,
        sharers=sum(other.place == result.place for other in result.table.results.all()),
        seat=own,
        others=tuple(seat for seat in seats if seat != own),
        hands=tuple(_open_hand(hand, own.number, names) for hand in hands),
        is_provisional=is_provisional,
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
