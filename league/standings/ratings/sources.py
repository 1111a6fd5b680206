"""The hands that are rated, in order."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import lcm
from typing import Any, Final, NamedTuple

from django.db.models import F, Max, Min, Q

from games.tournament.ratings import Side
from league.competitions.lineups import player_of_hand, seats_of_hand
from league.competitions.models import Round, Seat, Substitution, Table, TableQuerySet
from league.core.games import site_game
from league.results.models import HandScore
from league.standings.models import RatingList

# The player of a seat, and the partners' number.
Sitting = tuple[int, int | None]

# How much room the hands of a table and the tables of a round have in a position: their numbers are
# small integers.
BITS_OF_A_TABLE: Final = 16
BITS_OF_A_ROUND: Final = 32
TABLE_ROOM: Final = 1 << BITS_OF_A_TABLE


class TableVersion(NamedTuple):
    """A table at a version.

    Positions order hands by round (as opened), table and number: `begin` is before the table's
    first hand, `rated` where it was rated last, if ever.
    """

    begin: int
    table: int
    version: int
    rated: int | None


class CountedHand(NamedTuple):
    """A hand that counts, with its sides."""

    hand_id: int
    position: int
    sides: tuple[Side, ...]


def table_versions_of(rating_list: RatingList) -> list[TableVersion]:
    """Return all tables of a rating list in order."""
    return _table_versions(_tables(rating_list), _ranks_of_rounds(rating_list))


def table_versions_to_rate(rating_list: RatingList) -> list[TableVersion]:
    """Return the tables that have changed since they were rated."""
    ranks = _ranks_of_rounds(rating_list)
    rated = _tables(rating_list).filter(rated__isnull=False).values_list("round")
    stored = rated.annotate(lowest=Min("rated__begin"), highest=Max("rated__begin"))
    moved = [
        pk
        for pk, lowest, highest in stored
        if {lowest >> BITS_OF_A_ROUND, highest >> BITS_OF_A_ROUND} != {ranks[pk]}
    ]
    is_new = Q(rated=None) | ~Q(rated__version=F("version"))
    return _table_versions(_tables(rating_list).filter(is_new | Q(round__in=moved)), ranks)


def counted_hands(table_versions: Collection[TableVersion]) -> list[CountedHand]:
    """Return the hands of tables that count, in order."""
    by_table = {each.table: each for each in table_versions}
    rows = HandScore.objects.filter(
        is_surplus=False,
        hand__is_void=False,
        hand__table__in=by_table,
        hand__table__dissolved_at=None,
    ).values_list(
        *("hand", "hand__table", "hand__table__game", "hand__number", "score__scores"),
        *("score__sides", "hand__current__record__teams"),
    )
    sittings, signs = _Sittings(by_table), _Signs()
    found = [
        CountedHand(hand, by_table[table].begin + number, sides)
        for hand, table, game, number, scores, sides_played, teams in rows
        if (
            sides := sides_of(
                sittings.at(table, number),
                [signs[game] * score for score in scores],
                sides_played or teams,
            )
        )
    ]
    return sorted(found, key=lambda hand: hand.position)


def sides_of(
    sittings: Mapping[int, Sitting], scores: Sequence[int], teams: Iterable[Sequence[int]] | None
) -> tuple[Side, ...]:
    """Return the sides of a hand with places by mean score; none if there are no two sides."""
    groups = _groups(sittings, teams or ())
    players = [sittings[seat][0] for group in groups for seat in group]
    if len(groups) < 2 or len(set(players)) < len(players):
        return ()
    # Averages, times what makes whole numbers of them.
    common = lcm(*map(len, groups))
    points = [sum(scores[seat] for seat in group) * (common // len(group)) for group in groups]
    places = [1 + sum(other > own for other in points) for own in points]
    return tuple(
        Side(tuple(sorted(sittings[seat][0] for seat in group)), place)
        for group, place in zip(groups, places, strict=True)
    )


def _tables(rating_list: RatingList) -> TableQuerySet:
    return Table.objects.filter(
        round__stage__competition__club=rating_list.club_id,
        round__stage__competition__game=rating_list.game,
    )


def _table_versions(tables: TableQuerySet, ranks: Mapping[int, int]) -> list[TableVersion]:
    rows = tables.values_list("round", "number", "pk", "version", "rated__begin")
    return sorted(
        TableVersion((ranks[round] << BITS_OF_A_ROUND) + (number << BITS_OF_A_TABLE), *rest)
        for round, number, *rest in rows
    )


def _ranks_of_rounds(rating_list: RatingList) -> dict[int, int]:
    """Return the rank (1-based) of each round by id; unopened ones last."""
    rounds = Round.objects.filter(
        stage__competition__club=rating_list.club_id, stage__competition__game=rating_list.game
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


class _Signs(dict[str, int]):
    """By game -1 where the fewest points win, otherwise 1."""

    def __missing__(self, game: str) -> int:
        self[game] = -1 if site_game(game).totals_rule.lowest_first else 1
        return self[game]


class _Sittings:
    """Who sat where at each hand of some tables."""

    def __init__(self, tables: Collection[int]) -> None:
        self.seats: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
        seats = Seat.objects.filter(table__in=tables).order_by("table", "number")
        reduced = Table.objects.filter(pk__in=tables).filter(departures__isnull=False)
        self.departures = dict(reduced.values_list("pk", "departures"))
        for table, *seat in seats.values_list("table", "pk", "player", "pair"):
            self.seats[table].append(tuple(seat))
        self.changes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        changes = Substitution.objects.filter(seat__table__in=tables).order_by("from_hand", "pk")
        for seat_id, went, number in changes.values_list("seat", "player_out", "from_hand"):
            self.changes[seat_id].append((number, went))

    def at(self, table: int, number: int) -> dict[int, Sitting]:
        """Return player and pair by seat at a hand."""
        there = seats_of_hand(self.departures.get(table), self.seats[table], number)
        return {
            seat: (player_of_hand(player, self.changes.get(seat_id, ()), number), pair)
            for seat, (seat_id, player, pair) in enumerate(there)
        }
