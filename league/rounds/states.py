"""The seating of a round as a value: compared for a preview, kept for the history, written back."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Count, Max, Q

from league.competitions.models import Round, Substitution, Table
from league.competitions.queries import tables_of_round


@dataclass(frozen=True, slots=True)
class Sitting:
    """Say who plays on a seat, for which entry: ids.

    `pair` and `reason` as in Seat. `substitutions` are those who went and came: ids of the player
    who went, of the one who came, and the hand from which on.
    """

    entry: int
    player: int
    pair: int | None = None
    reason: Mapping[str, Any] | None = None
    substitutions: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Hold a table: its seats in order. `key` is its id, or below 1 for one that is to be made.

    `hands` are those that count, `next_hand` is the number of the one to come.
    """

    key: int
    number: int
    sittings: tuple[Sitting, ...]
    dealer: int = 0
    hands: int = 0
    next_hand: int = 1

    @property
    def entries(self) -> tuple[int, ...]:
        """Who sits here, in seat order."""
        return tuple(sitting.entry for sitting in self.sittings)

    def with_entries(self, sittings: Iterable[Sitting]) -> "SeatedTable":
        """Return the table with other seats; the first of them deals."""
        return replace(self, sittings=tuple(sittings), dealer=0)


@dataclass(frozen=True, slots=True)
class State:
    """Hold the seating of a round.

    `here` are the entries that are checked in, `idle` why somebody has no seat (see Absence).
    `drawn` is what the round keeps of its draw: seed, seated_at, draw.
    """

    tables: tuple[SeatedTable, ...] = ()
    here: frozenset[int] = frozenset()
    idle: Mapping[int, str] = field(default_factory=dict)
    drawn: Mapping[str, Any] = field(default_factory=dict)

    def table(self, key: int) -> SeatedTable | None:
        """Return a table by its key."""
        return next((table for table in self.tables if table.key == key), None)

    def table_of(self, entry: int) -> SeatedTable | None:
        """Return where an entry sits."""
        return next((table for table in self.tables if entry in table.entries), None)

    @property
    def seated(self) -> Counter[int]:
        """Count the seats of each entry."""
        return Counter(entry for table in self.tables for entry in table.entries)

    @property
    def players(self) -> Counter[int]:
        """Count the seats of each player."""
        return Counter(sitting.player for table in self.tables for sitting in table.sittings)

    def with_tables(self, *changed: SeatedTable, without: Iterable[int] = ()) -> "State":
        """Return the seating with these tables in the place of those of the same key, or added."""
        gone = {*without, *(table.key for table in changed)}
        kept = [table for table in self.tables if table.key not in gone]
        tables = sorted([*kept, *changed], key=lambda table: table.number)
        return replace(self, tables=tuple(tables))

    def as_json(self) -> dict[str, Any]:
        """Write the seating as a SeatingChange keeps it."""
        return {
            "tables": [_table_as_json(table) for table in self.tables],
            "here": sorted(self.here),
            "idle": sorted(self.idle.items()),
            "drawn": dict(self.drawn),
        }


def _table_as_json(table: SeatedTable) -> dict[str, Any]:
    return {
        "key": table.key,
        "number": table.number,
        "dealer": table.dealer,
        "hands": table.hands,
        "next_hand": table.next_hand,
        "sittings": [
            {
                "entry": sitting.entry,
                "player": sitting.player,
                "pair": sitting.pair,
                "reason": sitting.reason,
                "substitutions": [list(each) for each in sitting.substitutions],
            }
            for sitting in table.sittings
        ],
    }


def state_from_json(data: Mapping[str, Any]) -> State:
    """Read a seating that `State.as_json` has written."""
    return State(
        tables=tuple(_table_from_json(table) for table in data["tables"]),
        here=frozenset(data["here"]),
        idle=dict(data["idle"]),
        drawn=data["drawn"],
    )


def _table_from_json(data: Mapping[str, Any]) -> SeatedTable:
    sittings = tuple(
        Sitting(
            entry=one["entry"],
            player=one["player"],
            pair=one["pair"],
            reason=one["reason"],
            substitutions=tuple((went, came, hand) for went, came, hand in one["substitutions"]),
        )
        for one in data["sittings"]
    )
    rest = {key: value for key, value in data.items() if key != "sittings"}
    return SeatedTable(sittings=sittings, **rest)


def read_state(round: Round) -> State:
    """Read the seating of a round as it is now."""
    return State(
        tables=tuple(read_tables(tables_of_round(round), hands_by_table(round))),
        here=frozenset(round.check_ins.values_list("entry", flat=True)),
        idle=dict(round.sitting_out.values_list("entry", "reason")),
        drawn={
            "seed": round.seed,
            "seated_at": round.seated_at.isoformat() if round.seated_at else None,
            "draw": round.draw,
        },
    )


def hands_by_table(round: Round) -> dict[int, tuple[int, int]]:
    """Return of each table how many hands count, and the number of the last of them.

    A final result stands for one hand: it was played by those on the seats.
    """
    counting = Q(hands__is_void=False)
    tables = Table.objects.filter(counting | Q(final_result__is_void=False), round=round)
    rows = tables.order_by().annotate(
        count=Count("hands", filter=counting), last=Max("hands__number", filter=counting)
    )
    found = rows.values_list("pk", "count", "last")
    return {table: (max(count, 1), last or 0) for table, count, last in found}


def read_tables(
    tables: Iterable[Table], hands: Mapping[int, tuple[int, int]]
) -> Iterable[SeatedTable]:
    """Turn tables with their seats into values."""
    found = list(tables)
    substitutions = _substitutions(found)
    for table in found:
        count, last = hands.get(table.pk, (0, 0))
        yield SeatedTable(
            key=table.pk,
            number=table.number,
            dealer=table.dealer,
            hands=count,
            next_hand=last + 1,
            sittings=tuple(
                Sitting(
                    entry=seat.entry_id,
                    player=seat.player_id,
                    pair=seat.pair,
                    reason=seat.reason,
                    substitutions=tuple(substitutions.get(seat.pk, ())),
                )
                for seat in table.seats.all()
            ),
        )


def _substitutions(tables: Iterable[Table]) -> dict[int, list[tuple[int, int, int]]]:
    """Return who went and came on each seat of these tables, the first substitution first."""
    found: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    rows = Substitution.objects.filter(seat__table__in=list(tables)).order_by("pk")
    for seat, *names in rows.values_list("seat", "player_out", "player_in", "from_hand"):
        found[seat].append((names[0], names[1], names[2]))
    return found
