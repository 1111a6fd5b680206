"""Read the hands that ratings are made of, in the order in which they count."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Final, NamedTuple

from django.db.models import F, Max, Min, Q

from games.tournament.ratings import Side
from league.competitions.models import Round, Seat, Substitution, Table, TableQuerySet
from league.results.models import HandScore
from league.standings.models import RatingBook

# The player of a seat, and the partners' number.
Sitting = tuple[int, int | None]

# How much room the hands of a table and the tables of a round have in a position: their numbers are
# small integers.
BITS_OF_A_TABLE: Final = 16
BITS_OF_A_ROUND: Final = 32


class Sheet(NamedTuple):
    """Name a table of a book at the version that was read.

    Hands count in the order in which their rounds were opened, by table and number. A position
    says all three, so that a new hand moves no other one: `begin` is the one before the table's
    first hand, `rated` what it was when the table was last rated, None if it never was.
    """

    begin: int
    table: int
    version: int
    rated: int | None

    @property
    def end(self) -> int:
        """Where the next table may begin."""
        return self.begin + (1 << BITS_OF_A_TABLE)

    def position(self, hand: int) -> int:
        """Return where hand number `hand` of the table stands among all of its book."""
        return self.begin + hand


@dataclass(frozen=True, slots=True)
class CountedHand:
    """Hold a hand that counts, with the players on its sides and their places."""

    hand_id: int
    position: int
    sides: tuple[Side, ...]


def sheets_of(book: RatingBook) -> list[Sheet]:
    """List all tables of a book in the order in which they count."""
    return _sheets(_tables(book), _ranks_of_rounds(book))


def sheets_to_rate(book: RatingBook) -> list[Sheet]:
    """List the tables of a book at which something has changed since they were rated."""
    ranks = _ranks_of_rounds(book)
    rated = _tables(book).filter(rated__isnull=False).values_list("round")
    kept = rated.annotate(lowest=Min("rated__begin"), highest=Max("rated__begin"))
    moved = [
        pk
        for pk, lowest, highest in kept
        if {lowest >> BITS_OF_A_ROUND, highest >> BITS_OF_A_ROUND} != {ranks[pk]}
    ]
    is_new = Q(rated=None) | ~Q(rated__version=F("version"))
    return _sheets(_tables(book).filter(is_new | Q(round__in=moved)), ranks)


def counted_hands(sheets: Collection[Sheet]) -> list[CountedHand]:
    """List the hands of these tables by round, table and number.

    Left out are hands of dissolved tables, hands after the end of their match, and those with
    fewer than two sides.
    """
    by_table = {sheet.table: sheet for sheet in sheets}
    rows = HandScore.objects.filter(
        is_surplus=False,
        hand__is_void=False,
        hand__table__in=by_table,
        hand__table__dissolved_at=None,
    ).values_list(
        "hand", "hand__table", "hand__number", "score__scores", "hand__current__record__teams"
    )
    sittings = _Sittings(by_table)
    found: list[CountedHand] = []
    for hand, table, number, scores, teams in rows:
        sides = sides_of(sittings.at(table, number), scores, teams)
        if sides:
            found.append(CountedHand(hand, by_table[table].position(number), sides))
    return sorted(found, key=lambda hand: hand.position)


def sides_of(
    sittings: Mapping[int, Sitting], scores: Sequence[int], teams: Iterable[Sequence[int]] | None
) -> tuple[Side, ...]:
    """Return who played together, with the places by what a member has from the hand on average.

    `teams` are those of the hand; without any, partners for the round are one side. Nothing where
    there are no two sides, or somebody would be on both.
    """
    groups = _groups(sittings, teams or ())
    players = [sittings[seat][0] for group in groups for seat in group]
    if len(groups) < 2 or len(set(players)) < len(players):
        return ()
    # Averages, times what makes whole numbers of them.
    common = lcm(*map(len, groups))
    points = [sum(scores[seat] for seat in group) * (common // len(group)) for group in groups]
    return tuple(
        Side(
            tuple(sorted(sittings[seat][0] for seat in group)),
            1 + sum(other > own for other in points),
        )
        for group, own in zip(groups, points, strict=True)
    )


def _tables(book: RatingBook) -> TableQuerySet:
    return Table.objects.filter(
        round__stage__competition__club=book.club_id, round__stage__competition__game=book.game
    )


def _sheets(tables: TableQuerySet, ranks: Mapping[int, int]) -> list[Sheet]:
    rows = tables.values_list("round", "number", "pk", "version", "rated__begin")
    return sorted(
        Sheet((ranks[round] << BITS_OF_A_ROUND) + (number << BITS_OF_A_TABLE), *rest)
        for round, number, *rest in rows
    )


def _ranks_of_rounds(book: RatingBook) -> dict[int, int]:
    """Return the rank (1-based) of each round by its id; those never opened come last."""
    rounds = Round.objects.filter(
        stage__competition__club=book.club_id, stage__competition__game=book.game
    ).order_by(F("opened_at").asc(nulls_last=True), "pk")
    return {pk: rank for rank, pk in enumerate(rounds.values_list("pk", flat=True), start=1)}


def _groups(
    sittings: Mapping[int, Sitting], teams: Iterable[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the seats of each side, by the lowest seat."""
    together = [tuple(sorted(team)) for team in teams]
    if not together:
        pairs: dict[int, list[int]] = defaultdict(list)
        for seat, (_, pair) in sittings.items():
            if pair is not None:
                pairs[pair].append(seat)
        together = [tuple(sorted(seats)) for seats in pairs.values()]
    paired = {seat for group in together for seat in group}
    return sorted([*together, *((seat,) for seat in sittings if seat not in paired)])


class _Sittings:
    """Know who sat where at which hand of some tables."""

    def __init__(self, tables: Collection[int]) -> None:
        self.seats: dict[int, list[tuple[int, int, int, int | None]]] = defaultdict(list)
        seats = Seat.objects.filter(table__in=tables).order_by("table", "number")
        for table, *seat, pair in seats.values_list("table", "pk", "number", "player", "pair"):
            self.seats[table].append((seat[0], seat[1], seat[2], pair))
        self.changes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        changes = Substitution.objects.filter(seat__table__in=tables).order_by("-pk")
        for seat_id, went, number in changes.values_list("seat", "player_out", "from_hand"):
            self.changes[seat_id].append((went, number))

    def at(self, table: int, number: int) -> dict[int, Sitting]:
        """Return player and partners' number by seat, as they were at a hand."""
        found: dict[int, Sitting] = {}
        for seat_id, seat, now, pair in self.seats[table]:
            player = now
            for went, first in self.changes.get(seat_id, ()):  # the latest first
                if number < first:
                    player = went
            found[seat] = (player, pair)
        return found
