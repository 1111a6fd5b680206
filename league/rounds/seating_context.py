"""The seating of a round as a value, and the context that changes need."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from games.base import Game
from games.tournament.draw import Pair
from games.tournament.history import History
from league.accounts.merging.services import Rewrite
from league.clubs.models import Player
from league.clubs.rights import PLAY
from league.competitions.models import (
    Entry,
    Round,
    Substitution,
    Table,
    departures_of,
    playing_seats,
)
from league.competitions.queries import competitions_played_by, tables_of_round
from league.rounds.errors import RoundError
from league.rounds.meeting_history import read_apart, read_past
from league.rounds.models import SeatingChange


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """The player and entry (ids) on a seat.

    `substitutions` are tuples of the player out, the player in, and the first hand. `left_from` is
    the first hand without the player, who has left the match.
    """

    entry: int
    player: int
    pair: int | None = None
    reason: dict[str, Any] | None = None
    substitutions: tuple[tuple[int, int, int], ...] = ()
    left_from: int | None = None


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table with its seats in order; `key` is its id, or below 1 for a new one.

    `hands` counts the valid hands, `next_hand` is the number of the next. `departures` as in Table.
    """

    key: int
    number: int
    assignments: tuple[SeatAssignment, ...]
    dealer: int = 0
    hands: int = 0
    next_hand: int = 1
    departures: dict[str, Any] | None = None

    @property
    def playing(self) -> int:
        """Return how many seats play on."""
        return len(playing_seats(self.departures, self.assignments))

    @property
    def has_ended_early(self) -> bool:
        """Return whether the match was ended as somebody left."""
        gone = sum(one.left_from is not None for one in self.assignments)
        return gone > len(self.assignments) - self.playing

    @property
    def entries(self) -> tuple[int, ...]:
        """Return the entries in seat order."""
        return tuple(assignment.entry for assignment in self.assignments)

    def with_entries(self, assignments: Iterable[SeatAssignment]) -> "SeatedTable":
        """Return the table with other seats, the first of which deals; nobody has left it."""
        there = tuple(replace(one, left_from=None) for one in assignments)
        return replace(self, assignments=there, dealer=0, departures=None)


@dataclass(frozen=True, slots=True)
class SeatingState:
    """The seating of a round.

    `here` are checked-in entries, `idle` AbsenceReason by entry, `drawn` the round's seed,
    seated_at and draw.
    """

    tables: tuple[SeatedTable, ...] = ()
    here: frozenset[int] = frozenset()
    idle: Mapping[int, str] = field(default_factory=dict)
    drawn: Mapping[str, Any] = field(default_factory=dict)

    def table(self, key: int) -> SeatedTable | None:
        """Return a table by its key."""
        return next((table for table in self.tables if table.key == key), None)

    def table_of(self, entry: int) -> SeatedTable | None:
        """Return the table of an entry."""
        return next((table for table in self.tables if entry in table.entries), None)

    @property
    def seated(self) -> Counter[int]:
        """Count the seats of each entry."""
        return Counter(entry for table in self.tables for entry in table.entries)

    @property
    def players(self) -> Counter[int]:
        """Count the seats of each player."""
        return Counter(one.player for table in self.tables for one in table.assignments)

    def with_tables(self, *changed: SeatedTable, without: Iterable[int] = ()) -> "SeatingState":
        """Return the seating with these tables replaced (by key) or added."""
        gone = {*without, *(table.key for table in changed)}
        others = [table for table in self.tables if table.key not in gone]
        tables = sorted([*others, *changed], key=lambda table: table.number)
        return replace(self, tables=tuple(tables))

    def as_json(self) -> dict[str, Any]:
        """Return the seating as stored in a SeatingChange."""
        return {
            "tables": [_table_as_json(table) for table in self.tables],
            "here": sorted(self.here),
            "idle": sorted(self.idle.items()),
            "drawn": dict(self.drawn),
        }


def _table_as_json(table: SeatedTable) -> dict[str, Any]:
    """Return a table; what only leavers have is left out elsewhere."""
    data = asdict(table)
    if data["departures"] is None:
        del data["departures"]
    for one in data["assignments"]:
        if one["left_from"] is None:
            del one["left_from"]
    return data


def free_numbers(taken: Collection[int], count: int = 1) -> list[int]:
    """Return the smallest unused table numbers."""
    candidates = range(1, count + len(taken) + 1)
    return [number for number in candidates if number not in taken][:count]


def state_from_json(data: Mapping[str, Any]) -> SeatingState:
    """Return the seating written by `SeatingState.as_json`."""
    tables = []
    for table in data["tables"]:
        seats = [
            SeatAssignment(**{**one, "substitutions": tuple(map(tuple, one["substitutions"]))})
            for one in table["assignments"]
        ]
        tables.append(SeatedTable(**{**table, "assignments": tuple(seats)}))
    return SeatingState(tuple(tables), frozenset(data["here"]), dict(data["idle"]), data["drawn"])


def read_state(round: Round) -> SeatingState:
    """Return the current seating of a round."""
    return SeatingState(
        tables=tuple(read_tables(tables_of_round(round), hands_by_table(round))),
        here=frozenset(round.check_ins.values_list("entry", flat=True)),
        idle=dict(round.absences.values_list("entry", "reason")),
        drawn={
            "seed": round.draw_seed,
            "seated_at": round.seated_at.isoformat() if round.seated_at else None,
            "draw": round.draw,
        },
    )


def hands_by_table(round: Round) -> dict[int, tuple[int, int]]:
    """Return valid hands (a final result is one) and the last hand number by table."""
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
    """Yield tables with their seats as values."""
    found = list(tables)
    substitutions: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for each in Substitution.objects.filter(seat__table__in=found).order_by("pk"):
        change = each.player_out_id, each.player_in_id, each.from_hand
        substitutions[each.seat_id].append(change)
    for table in found:
        count, last = hands.get(table.pk, (0, 0))
        seats = [
            SeatAssignment(
                *(seat.entry_id, seat.player_id, seat.pair, seat.reason),
                *(tuple(substitutions[seat.pk]), seat.left_from),
            )
            for seat in table.seats.all()
        ]
        next_hand = max(last + 1, *(first for first, _seat in departures_of(table.departures)), 1)
        yield SeatedTable(
            *(table.pk, table.number, tuple(seats), table.dealer, count, next_hand),
            departures=table.departures,
        )


@dataclass(frozen=True, slots=True)
class SeatingChangeRequest:
    """A change as the organiser chose it: ids, 0 for what the kind does not need.

    MOVED takes an entry to `table` (0: the best one). SUBSTITUTED puts `player` on the seat of
    `entry`, MERGED moves the table `other` to `table`, OPENED seats `entries`.
    """

    kind: str
    entry: int = 0
    other: int = 0
    table: int = 0
    player: int = 0
    entries: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the chosen values."""
        return {key: value for key, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class SeatingContext:
    """A round's seating with what its changes need.

    `entries` are the competition's by id, `names` those of the club's players by id, of whom
    `spectators` take no seat. `apart` and `met` are by pair of entries.
    """

    round: Round
    game: Game
    state: SeatingState
    entries: Mapping[int, Entry]
    names: Mapping[int, str]
    history: History
    apart: Mapping[Pair, str]
    met: Mapping[Pair, int]
    spectators: Collection[int] = ()

    def name(self, entry: int) -> str:
        """Return the name of the player on an entry's seat."""
        table = self.state.table_of(entry)
        for one in table.assignments if table else ():
            if one.entry == entry:
                return self.names[one.player]
        return self.entries[entry].player.name

    def own(self, entry: int) -> str:
        """Return the name of an entry's own player if another plays for it, or ""."""
        own = self.entries[entry].player.name
        return "" if self.name(entry) == own else own

    def known(self, entry: int) -> Entry:
        """Return an entry of the competition."""
        if entry not in self.entries:
            text = _("This player no longer takes part in the competition.")
            raise RoundError("seating_changed", text)
        return self.entries[entry]

    def table(self, key: int) -> SeatedTable:
        """Return a standing table."""
        if (table := self.state.table(key)) is None:
            text = _("This table no longer exists. The tables have been updated.")
            raise RoundError("seating_changed", text)
        return table

    def free_table(self, key: int) -> SeatedTable:
        """Return a standing table whose seats may change."""
        table = self.table(key)
        if table.hands:
            raise RoundError("hands_recorded", number=table.number)
        return table

    def seat(self, entry: int) -> tuple[SeatedTable, SeatAssignment]:
        """Return the table and seat of an entry."""
        table = self.state.table_of(self.known(entry).pk)
        if table is None:
            text = _("%(name)s no longer has a seat. The tables have been updated.")
            raise RoundError("seating_changed", text, name=self.name(entry))
        return table, next(one for one in table.assignments if one.entry == entry)


@dataclass(frozen=True, slots=True)
class Row:
    """A seat with names; `own` names the entry's player if another plays there."""

    seat: int
    entry: int
    player: int
    name: str
    own: str
    own_player: int
    team: str
    pair: int | None
    is_new: bool


def rows_at(
    context: SeatingContext, table: SeatedTable, was: SeatedTable | None = None
) -> list[Row]:
    """Return the seats of a table with names; `was` is the table before."""
    before = {one.player for one in was.assignments} if was else set()
    rows = []
    for seat, one in enumerate(table.assignments):
        entry = context.entries[one.entry]
        row = Row(
            seat=seat,
            entry=entry.pk,
            player=one.player,
            name=context.names[one.player],
            own="" if one.player == entry.player_id else entry.player.name,
            own_player=entry.player_id,
            team=entry.team,
            pair=one.pair,
            is_new=one.player not in before,
        )
        rows.append(row)
    return rows


def load_seating_context(round: Round) -> SeatingContext:
    """Return a round's seating with entries, names and history."""
    competition = round.stage.competition
    entries = Entry.objects.filter(competition=competition).select_related("player")
    by_id = {entry.pk: entry for entry in entries.order_by("pk")}
    of_club = Player.objects.filter(club=competition.club_id)
    players = list(of_club.values_list("pk", "name", "role"))
    history = read_past(round).meetings
    return SeatingContext(
        round=round,
        game=competition.site_game.engine,
        state=read_state(round),
        entries=by_id,
        names={pk: name for pk, name, _role in players},
        history=history,
        apart=read_apart(competition, by_id.values()),
        met=history.count_meetings(),
        spectators={pk for pk, _name, role in players if not PLAY.is_held_by(role)},
    )


def rewrite_seatings(target: Player, source: Player) -> list[Rewrite]:
    """Return the stored seatings of a merged player, rewritten to the remaining one."""
    changes = SeatingChange.objects.filter(
        round__stage__competition__in=competitions_played_by([target.pk, source.pk])
    )
    label = SeatingChange._meta.label
    rewrites = [
        Rewrite(label, change.pk, field, before, replace_player(before, source.pk, target.pk))
        for change in changes.order_by("pk")
        for field, before in (("before", change.before), ("after", change.after))
    ]
    return [rewrite for rewrite in rewrites if rewrite.before != rewrite.after]


def replace_player(state: dict[str, Any], source: int, target: int) -> dict[str, Any]:
    """Return a stored seating with one player replaced by another."""
    swapped = {source: target}

    def replaced(assignment: dict[str, Any]) -> dict[str, Any]:
        substitutions = [
            [swapped.get(player_out, player_out), swapped.get(player_in, player_in), hand]
            for player_out, player_in, hand in assignment["substitutions"]
        ]
        player = swapped.get(assignment["player"], assignment["player"])
        return {**assignment, "player": player, "substitutions": substitutions}

    tables = [
        {**table, "assignments": list(map(replaced, table["assignments"]))}
        for table in state["tables"]
    ]
    return {**state, "tables": tables}
