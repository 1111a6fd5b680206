"""Rows of a generated season: seats and hands."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model

from league.clubs.models import make_token
from league.competitions.models import CheckIn, Competition, Entry, Round, Seat, Table, TableCode
from league.core.games import demo_game
from league.results.models import (
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    SubmissionOutcome,
    TableScore,
    Via,
)
from league.results.scoring import begin_match, compute_hands, record_of

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Number of entries, rounds and hands; the hands are spread evenly over the tables."""

    entries: int = 2_000
    rounds: int = 200
    hands: int = 1_000_000

    def __post_init__(self) -> None:
        """Refuse sizes that cannot be seated or played."""
        if self.entries < SEATS or self.rounds < 1 or self.hands < self.tables:
            text = f"A season needs {SEATS} entries, a round, and a hand at each of its tables."
            raise ValueError(text)

    @property
    def tables_a_round(self) -> int:
        """Return the number of tables of a round."""
        return self.entries // SEATS

    @property
    def tables(self) -> int:
        """Return the number of all tables."""
        return self.tables_a_round * self.rounds

    def hands_at(self, table: int) -> int:
        """Return the number of hands of a table (0-based in the season)."""
        least, more = divmod(self.hands, self.tables)
        return least + (table < more)

    @property
    def most_hands(self) -> int:
        """Return the most hands of a table."""
        return self.hands_at(0)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as stored (JSON), with the totals and places per seat after it."""

    record: str
    score: str
    totals: tuple[int, ...]
    places: tuple[int, ...]


def play_matches(
    competition: Competition, count: int, hands: int, chance: Random
) -> list[list[PlayedHand]]:
    """Play `count` matches of `hands` hands at tables of a competition."""
    return [_play_match(competition, hands, chance) for _ in range(count)]


def _play_match(competition: Competition, hands: int, chance: Random) -> list[PlayedHand]:
    table = Table(game=competition.game, options=competition.options)
    match = begin_match(table, SEATS)
    _game, demo = demo_game()
    played: list[Hand] = []
    for number in range(1, hands + 1):
        if (setup := match.next_hand()) is None:
            raise ValueError("The match is over before it has as many hands as it is to have.")
        record = demo.play_hand(setup, [0.0] * SEATS, chance)
        match = match.add(record)
        played.append(Hand(number=number, current=HandRevision(number=1, record=record)))
    return [
        PlayedHand(
            record=json.dumps(record_of(computed.hand), sort_keys=True),
            score=json.dumps(computed.score),
            totals=tuple(computed.score["totals"]),
            places=tuple(computed.score["places"]),
        )
        for computed in compute_hands(table, SEATS, played).hands
    ]


Row = tuple[Any, ...]


def bulk_insert(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows of the named columns; other columns get their defaults.

    Values are as both databases read them: see `timestamp`; JSON as text, keys as hexadecimal
    text.
    """
    fields: list[Field[Any, Any]] = list(model._meta.concrete_fields)
    given = [field for name in names for field in fields if field.attname == name]
    others = [field for field in fields if field not in given and not field.primary_key]
    rest = tuple(_default(field) for field in others)
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in [*given, *others])
    table = quote(model._meta.db_table)
    whole = (row + rest for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in whole:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * (len(given) + len(others)))
            insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
            cursor.executemany(insert, list(whole))


def reserve(model: type[Model], count: int) -> int:
    """Reserve `count` primary keys and return the first."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
            [sequence] = cursor.fetchone()
            cursor.execute("SELECT nextval(%s)", [sequence])
            [first] = cursor.fetchone()
            cursor.execute("SELECT setval(%s, %s)", [sequence, first + count])
            return int(first)
    last = model._base_manager.order_by("-pk").values_list("pk", flat=True).first()
    return int(last or 0) + 1


def timestamp(time: datetime) -> str:
    """Return a time as both databases read it."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _default(field: "Field[Any, Any]") -> Any:
    value = field.get_db_prep_save(field.get_default(), connection)
    return getattr(value, "obj", value) if connection.vendor != "postgresql" else value


HAND_TAKES: Final = timedelta(minutes=8)
COLUMNS: Final[Mapping[type[Model], tuple[str, ...]]] = {
    CheckIn: ("round_id", "entry_id", "created_at"),
    Table: ("id", "round_id", "number", "game", "options", "version", "created_at", "hands_limit"),
    TableCode: ("table_id", "token", "created_at"),
    Seat: ("table_id", "number", "player_id", "entry_id"),
    Hand: ("id", "table_id", "number", "revision", "created_at"),
    HandRevision: ("hand_id", "number", "kind", "record", "via", "created_at"),
    Submission: ("hand_id", "key", "digest", "record", "outcome", "via", "created_at"),
    HandScore: ("hand_id", "score"),
    TableScore: ("table_id", "hands", "totals", "places", "is_over"),
}
"""The columns of each model that are written, in the order of their references."""


@dataclass(frozen=True, slots=True)
class SimulatedEntries:
    """Entries, the skill of each (0 is average), and matches to draw from."""

    entries: Sequence[Entry]
    skills: Mapping[int, float]
    matches: Sequence[Sequence[PlayedHand]]


@dataclass(slots=True)
class Writer:
    """Writer of the rounds of a season."""

    competition: Competition
    sizes: Sizes
    simulated: SimulatedEntries
    chance: Random
    tables: int = 0
    rows: dict[type[Model], list[Row]] = field(default_factory=dict)

    def write_round(self, round: Round, now: datetime) -> None:
        """Seat and play a round; the tables of an open one are not over."""
        self.rows = {model: [] for model in COLUMNS}
        entries = self.chance.sample(self.simulated.entries, len(self.simulated.entries))
        count = self.sizes.tables_a_round
        amounts = [self.sizes.hands_at(self.tables + at) for at in range(count)]
        first_table, hand = reserve(Table, count), reserve(Hand, sum(amounts))
        self.rows[CheckIn] = [(round.pk, entry.pk, timestamp(now)) for entry in entries]
        for at, hands in enumerate(amounts):
            match = self.chance.choice(self.simulated.matches)[:hands]
            table, last = first_table + at, match[-1]
            self._write_table(round, at + 1, table, hands, now)
            self._write_seats(table, entries[at * SEATS : (at + 1) * SEATS], last)
            self._write_hands(table, hand, match, now)
            totals, places = json.dumps(last.totals), json.dumps(last.places)
            self.rows[TableScore].append((table, len(match), totals, places, not round.is_open))
            hand += hands
        self.tables += count
        for model, rows in self.rows.items():
            bulk_insert(model, COLUMNS[model], rows)

    def _write_table(
        self, round: Round, number: int, table: int, hands: int, now: datetime
    ) -> None:
        game, options = self.competition.game, json.dumps(self.competition.options)
        limit = None if round.is_open else hands
        values = (table, round.pk, number, game, options, 1 + hands, timestamp(now), limit)
        self.rows[Table].append(values)
        self.rows[TableCode].append((table, make_token(), timestamp(now)))

    def _write_seats(self, table: int, entries: Sequence[Entry], last: PlayedHand) -> None:
        """Seat better players, with some luck, where the match goes well."""
        skills = self.simulated.skills
        luck = {entry: self.chance.gauss(skills[entry.pk], 1) for entry in entries}
        in_order = sorted(entries, key=lambda entry: -luck[entry])
        seats = sorted(range(SEATS), key=lambda seat: last.places[seat])
        for seat, entry in zip(seats, in_order, strict=True):
            self.rows[Seat].append((table, seat, entry.player_id, entry.pk))

    def _write_hands(
        self, table: int, first: int, match: Sequence[PlayedHand], now: datetime
    ) -> None:
        for at, played in enumerate(match):
            hand, number = first + at, at + 1
            time = timestamp(now + number * HAND_TAKES)
            content = f"[{table}, {number}, {played.record}]"
            digest = hashlib.sha256(content.encode()).hexdigest()
            key = f"{self.chance.getrandbits(128):032x}"
            kind, outcome, via = RevisionKind.ENTERED, SubmissionOutcome.COUNTED, Via.CODE.value
            revision = (hand, 1, kind.value, played.record, via, time)
            submission = (hand, key, digest, played.record, outcome.value, via, time)
            self.rows[Hand].append((hand, table, number, 1, time))
            self.rows[HandRevision].append(revision)
            self.rows[Submission].append(submission)
            self.rows[HandScore].append((hand, played.score))
