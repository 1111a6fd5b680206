"""The rows of a season's rounds: who sits where, and what was played there."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.db.models import Model

from league.clubs.models import make_token
from league.competitions.models import (
    CheckIn,
    Competition,
    Entry,
    Round,
    Seat,
    Table,
    TableCode,
)
from league.results.models import (
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    TableScore,
    Verdict,
    Via,
)
from league.rounds.loadtest.matches import PlayedHand
from league.rounds.loadtest.pouring import Row, moment, pour, reserve
from league.rounds.loadtest.sizes import SEATS, Sizes

HAND_TAKES: Final = timedelta(minutes=8)
COLUMNS: Final[Mapping[type[Model], tuple[str, ...]]] = {
    CheckIn: ("round_id", "entry_id", "created_at"),
    Table: ("id", "round_id", "number", "game", "options", "version", "created_at", "hands_limit"),
    TableCode: ("table_id", "token", "created_at"),
    Seat: ("table_id", "number", "player_id", "entry_id"),
    Hand: ("id", "table_id", "number", "revision", "created_at"),
    HandRevision: ("hand_id", "number", "kind", "record", "via", "created_at"),
    Submission: ("hand_id", "key", "digest", "record", "verdict", "via", "created_at"),
    HandScore: ("hand_id", "score"),
    TableScore: ("table_id", "hands", "totals", "places", "is_over"),
}
"""What is written of a round, in an order in which rows refer to earlier ones alone."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Hold who plays, how good each entry is (0 is average), and the matches to draw from."""

    entries: Sequence[Entry]
    skills: Mapping[int, float]
    matches: Sequence[Sequence[PlayedHand]]


@dataclass(slots=True)
class Writer:
    """Write the rounds of a season one after the other."""

    competition: Competition
    sizes: Sizes
    cast: Cast
    chance: Random
    tables: int = 0
    rows: dict[type[Model], list[Row]] = field(default_factory=dict)

    def write_round(self, round: Round, now: datetime) -> None:
        """Seat everybody at a round that began now, and play it; an open one is not over yet."""
        self.rows = {model: [] for model in COLUMNS}
        entries = self.chance.sample(self.cast.entries, len(self.cast.entries))
        count = self.sizes.tables_a_round
        amounts = [self.sizes.hands_at(self.tables + at) for at in range(count)]
        first_table, hand = reserve(Table, count), reserve(Hand, sum(amounts))
        self.rows[CheckIn] = [(round.pk, entry.pk, moment(now)) for entry in entries]
        for at, hands in enumerate(amounts):
            match = self.chance.choice(self.cast.matches)[:hands]
            self._write_table(round, at + 1, first_table + at, hands, now)
            self._write_seats(first_table + at, entries[at * SEATS : (at + 1) * SEATS], match[-1])
            self._write_hands(first_table + at, hand, match, now)
            self._write_score(first_table + at, match, is_over=not round.is_open)
            hand += hands
        self.tables += count
        for model, rows in self.rows.items():
            pour(model, COLUMNS[model], rows)

    def _write_table(
        self, round: Round, number: int, table: int, hands: int, now: datetime
    ) -> None:
        options = json.dumps(self.competition.options)
        limit = None if round.is_open else hands
        self.rows[Table].append(
            (table, round.pk, number, self.competition.game, options, 1 + hands, moment(now), limit)
        )
        self.rows[TableCode].append((table, make_token(), moment(now)))

    def _write_seats(self, table: int, entries: Sequence[Entry], last: PlayedHand) -> None:
        """Let those who are better, with some luck, sit where the match goes well."""
        luck = {entry.pk: self.chance.gauss(self.cast.skills[entry.pk], 1) for entry in entries}
        in_order = sorted(entries, key=lambda entry: -luck[entry.pk])
        seats = sorted(range(SEATS), key=lambda seat: last.places[seat])
        for seat, entry in zip(seats, in_order, strict=True):
            self.rows[Seat].append((table, seat, entry.player_id, entry.pk))

    def _write_hands(
        self, table: int, first: int, match: Sequence[PlayedHand], now: datetime
    ) -> None:
        for at, played in enumerate(match):
            hand, number = first + at, at + 1
            time = moment(now + number * HAND_TAKES)
            content = f"[{table}, {number}, {played.record}]"
            digest = hashlib.sha256(content.encode()).hexdigest()
            key = f"{self.chance.getrandbits(128):032x}"
            self.rows[Hand].append((hand, table, number, 1, time))
            self.rows[HandRevision].append(
                (hand, 1, RevisionKind.ENTERED.value, played.record, Via.CODE.value, time)
            )
            self.rows[Submission].append(
                (hand, key, digest, played.record, Verdict.COUNTED.value, Via.CODE.value, time)
            )
            self.rows[HandScore].append((hand, played.score))

    def _write_score(self, table: int, match: Sequence[PlayedHand], *, is_over: bool) -> None:
        totals, places = json.dumps(match[-1].totals), json.dumps(match[-1].places)
        self.rows[TableScore].append((table, len(match), totals, places, is_over))
