"""What was played before a round, and who is kept apart: what every draw has to know."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.db.models import F

from games.tournament.draw import Pair, Tables, pair
from games.tournament.history import History
from league.competitions.models import (
    Absence,
    Competition,
    Entry,
    Round,
    Seat,
    SittingOut,
    Substitution,
)
from league.competitions.queries import aparts_of

TEAM = "team"


@dataclass(frozen=True, slots=True)
class Past:
    """Hold the other rounds of a competition, in order.

    `rounds` are their ids. `meetings` has their tables, the first dealer first, `partners` the
    pairs who played together.
    """

    rounds: tuple[int, ...]
    meetings: History
    partners: History


def read_past(round: Round) -> Past:
    """Read the other rounds of a round's competition that have tables."""
    tables: defaultdict[int, defaultdict[int, list[tuple[int, int | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    dealers: dict[int, int] = {}
    for round_id, table, dealer, entry, partners in _seats(round):
        tables[round_id][table].append((entry, partners))
        dealers[table] = dealer
    idle: defaultdict[int, list[int]] = defaultdict(list)
    byes = SittingOut.objects.filter(round__in=list(tables), reason=Absence.BYE)
    for round_id, entry in byes.order_by("entry").values_list("round", "entry"):
        idle[round_id].append(entry)
    return Past(
        rounds=tuple(tables),
        meetings=History(
            rounds=tuple(
                tuple(
                    _from_dealer([entry for entry, _ in seats], dealers[table])
                    for table, seats in of_round.items()
                )
                for of_round in tables.values()
            ),
            sitting_out=tuple(tuple(idle[round_id]) for round_id in tables),
        ),
        partners=History(rounds=tuple(_partners(of_round) for of_round in tables.values())),
    )


def read_history(round: Round) -> History:
    """Read who met whom in the other rounds of a round's competition."""
    return read_past(round).meetings


@dataclass(frozen=True, slots=True)
class StandIn:
    """Say that somebody played for an entry's own player, from a hand on."""

    name: str
    own: str
    hand: int


def read_stand_ins(round: Round) -> dict[Pair, list[StandIn]]:
    """Return for two who met in the other rounds of a competition who stood in for one of them."""
    rows = (
        Substitution.objects.filter(
            seat__table__dissolved_at=None,
            seat__table__round__stage__competition=round.stage.competition_id,
        )
        .exclude(seat__table__round=round.pk)
        .exclude(player_in=F("seat__entry__player"))
        .order_by("pk")
    )
    names = ("player_in__name", "seat__entry__player__name", "from_hand")
    found = list(rows.values_list("seat__table", "seat__entry", *names))
    mates: defaultdict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(table__in={table for table, *_ in found})
    for table, entry in seats.order_by("pk").values_list("table", "entry"):
        mates[table].append(entry)
    stand_ins: defaultdict[Pair, list[StandIn]] = defaultdict(list)
    for table, entry, *rest in found:
        for other in mates[table]:
            if other != entry:
                stand_ins[pair(entry, other)].append(StandIn(*rest))
    return stand_ins


def _seats(round: Round) -> Iterable[tuple[int, int, int, int, int | None]]:
    seats = Seat.objects.filter(
        table__dissolved_at=None,
        table__round__stage__competition=round.stage.competition_id,
    ).exclude(table__round=round.pk)
    return seats.order_by(
        "table__round__stage__number",
        "table__round__number",
        "table__round",
        "table__number",
        "table",
        "number",
    ).values_list("table__round", "table", "table__dealer", "entry", "pair")


def _from_dealer(entries: list[int], dealer: int) -> tuple[int, ...]:
    turn = dealer % len(entries)
    return tuple(entries[turn:] + entries[:turn])


def _partners(tables: Mapping[int, list[tuple[int, int | None]]]) -> Tables:
    """Return the pairs of a round as if each were a table."""
    pairs: defaultdict[int, list[int]] = defaultdict(list)
    for seats in tables.values():
        for entry, number in seats:
            if number is not None:
                pairs[number].append(entry)
    return tuple(tuple(entries) for entries in pairs.values() if len(entries) > 1)


def read_apart(competition: Competition, entries: Iterable[Entry]) -> dict[Pair, str]:
    """Return which entries are kept apart, and why: see ApartReason; or team mates, TEAM."""
    found = list(entries)
    entry_of = {entry.player_id: entry.pk for entry in found}
    apart: dict[Pair, str] = {}
    teams: defaultdict[str, list[int]] = defaultdict(list)
    for entry in found:
        if entry.team.strip():
            teams[entry.team.strip().casefold()].append(entry.pk)
    for mates in teams.values():
        for one, other in combinations(mates, 2):
            apart[pair(one, other)] = TEAM
    for wish in aparts_of(competition):
        if wish.one_id in entry_of and wish.other_id in entry_of:
            apart[pair(entry_of[wish.one_id], entry_of[wish.other_id])] = wish.reason
    return apart
