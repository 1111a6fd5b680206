"""Earlier rounds and separations, which every draw needs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from django.db.models import F

from games.tournament.draw import Pair, Tables, pair
from games.tournament.history import History
from league.competitions.models import (
    AbsenceReason,
    Competition,
    Entry,
    EntryAbsence,
    Round,
    Seat,
    Substitution,
)
from league.competitions.queries import separations_of

TEAM = "team"


@dataclass(frozen=True, slots=True)
class PastRounds:
    """The other rounds of a competition that have tables, in order.

    `rounds` are ids, `meetings` their tables (dealer first), `partners` the pairs that played
    together.
    """

    rounds: tuple[int, ...]
    meetings: History
    partners: History


def read_past(round: Round) -> PastRounds:
    """Return the other rounds of a round's competition that have tables."""
    tables: defaultdict[int, defaultdict[int, list[tuple[int, int | None]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    dealers: dict[int, int] = {}
    competition_id = round.stage.competition_id
    seats = Seat.objects.filter(
        table__dissolved_at=None, table__round__stage__competition=competition_id
    )
    order = (
        *("table__round__stage__number", "table__round__number", "table__round"),
        *("table__number", "table", "number"),
    )
    for round_id, table, dealer, entry, pair_number in (
        seats.exclude(table__round=round.pk)
        .order_by(*order)
        .values_list("table__round", "table", "table__dealer", "entry", "pair")
    ):
        tables[round_id][table].append((entry, pair_number))
        dealers[table] = dealer
    idle: defaultdict[int, list[int]] = defaultdict(list)
    byes = EntryAbsence.objects.filter(round__in=list(tables), reason=AbsenceReason.BYE)
    for round_id, entry in byes.order_by("entry").values_list("round", "entry"):
        idle[round_id].append(entry)
    return PastRounds(
        rounds=tuple(tables),
        meetings=History(
            rounds=tuple(
                tuple(_from_dealer(seats, dealers[table]) for table, seats in of_round.items())
                for of_round in tables.values()
            ),
            sitting_out=tuple(tuple(idle[round_id]) for round_id in tables),
        ),
        partners=History(rounds=tuple(_partners(of_round) for of_round in tables.values())),
    )


class SubstitutionNote(NamedTuple):
    """A player `name` who played for `own` from a hand on."""

    name: str
    own: str
    hand: int


def read_substitution_notes(round: Round) -> dict[Pair, list[SubstitutionNote]]:
    """Return the substitutions by pair of entries that met in other rounds."""
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
    notes: defaultdict[Pair, list[SubstitutionNote]] = defaultdict(list)
    for table, entry, *rest in found:
        for other in mates[table]:
            if other != entry:
                notes[pair(entry, other)].append(SubstitutionNote(*rest))
    return notes


def _from_dealer(seats: list[tuple[int, int | None]], dealer: int) -> tuple[int, ...]:
    entries = [entry for entry, _pair in seats]
    turn = dealer % len(entries)
    return tuple(entries[turn:] + entries[:turn])


def _partners(tables: Mapping[int, list[tuple[int, int | None]]]) -> Tables:
    pairs: defaultdict[int, list[int]] = defaultdict(list)
    for seats in tables.values():
        for entry, number in seats:
            if number is not None:
                pairs[number].append(entry)
    return tuple(tuple(entries) for entries in pairs.values() if len(entries) > 1)


def read_apart(competition: Competition, entries: Iterable[Entry]) -> dict[Pair, str]:
    """Return the reason by pair of separated entries: a SeparationReason or TEAM."""
    found = list(entries)
    entry_of = {entry.player_id: entry.pk for entry in found}
    apart: dict[Pair, str] = {}
    teams: defaultdict[str, list[int]] = defaultdict(list)
    for entry in found:
        if entry.team.strip():
            teams[entry.team.strip().casefold()].append(entry.pk)
    for mates in teams.values():
        apart |= {pair(one, other): TEAM for one, other in combinations(mates, 2)}
    for separation in separations_of(competition):
        if separation.one_id in entry_of and separation.other_id in entry_of:
            both = pair(entry_of[separation.one_id], entry_of[separation.other_id])
            apart[both] = separation.reason
    return apart
