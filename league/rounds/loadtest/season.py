"""Rows of a generated season: seats and hands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

from league.competitions.models import CheckIn, Competition, Entry, Round, Seat, Table, TableCode
from league.core.games import demo_game
from league.results.authors import Via
from league.results.models import (
    Hand,
    HandRevision,
    HandScore,
    RevisionKind,
    Submission,
    SubmissionOutcome,
    TableScore,
)
from league.results.scoring import ComputedHand, begin_match, compute_hands, record_of
from league.results.services import digest_of

SEATS: Final = 4
HAND_TAKES: Final = timedelta(minutes=8)


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
        """Return the number of hands of a table (0-based in the season), the most at the first."""
        least, more = divmod(self.hands, self.tables)
        return least + (table < more)


def play_match(competition: Competition, hands: int, chance: Random) -> Sequence[ComputedHand]:
    """Play a match of so many hands at a table of a competition."""
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
    return compute_hands(table, SEATS, played).hands


@dataclass(slots=True)
class Writer:
    """Writer of the rounds of a season: entries with their skill (0 is average), and matches."""

    competition: Competition
    sizes: Sizes
    skills: Mapping[Entry, float]
    matches: Sequence[Sequence[ComputedHand]]
    chance: Random
    tables: int = 0

    def write_round(self, round: Round, now: datetime) -> None:
        """Seat and play a round; the tables of an open one are not over."""
        entries = self.chance.sample(list(self.skills), len(self.skills))
        CheckIn.objects.bulk_create(
            CheckIn(round=round, entry=entry, created_at=now) for entry in entries
        )
        matches = [
            self.chance.choice(self.matches)[: self.sizes.hands_at(self.tables + at)]
            for at in range(self.sizes.tables_a_round)
        ]
        self.tables += len(matches)
        tables = Table.objects.bulk_create(
            Table(
                round=round,
                number=number,
                game=self.competition.game,
                options=self.competition.options,
                version=1 + len(match),
                created_at=now,
                hands_limit=None if round.is_open else len(match),
            )
            for number, match in enumerate(matches, start=1)
        )
        played = list(zip(tables, matches, strict=True))
        TableCode.objects.bulk_create(TableCode(table=table, created_at=now) for table in tables)
        Seat.objects.bulk_create(
            seat
            for at, (table, match) in enumerate(played)
            for seat in self._seats(table, entries[at * SEATS : (at + 1) * SEATS], match[-1])
        )
        TableScore.objects.bulk_create(
            TableScore(
                table=table,
                hands=len(match),
                totals=match[-1].score["totals"],
                places=match[-1].score["places"],
                is_over=not round.is_open,
            )
            for table, match in played
        )
        self._write_hands(played, now)

    def _seats(self, table: Table, entries: Sequence[Entry], last: ComputedHand) -> Iterable[Seat]:
        """Seat better players, with some luck, where the match goes well."""
        luck = {entry: self.chance.gauss(self.skills[entry], 1) for entry in entries}
        in_order = sorted(entries, key=lambda entry: -luck[entry])
        numbers = sorted(range(SEATS), key=lambda seat: last.score["places"][seat])
        for number, entry in zip(numbers, in_order, strict=True):
            yield Seat(table=table, number=number, player_id=entry.player_id, entry=entry)

    def _write_hands(
        self, played: Sequence[tuple[Table, Sequence[ComputedHand]]], now: datetime
    ) -> None:
        computed = [(table, each) for table, match in played for each in match]
        hands = Hand.objects.bulk_create(
            Hand(
                table=table,
                number=each.hand.number,
                revision=1,
                created_at=now + each.hand.number * HAND_TAKES,
            )
            for table, each in computed
        )
        rows = [
            (hand, each.score, {"record": record_of(each.hand), "created_at": hand.created_at})
            for hand, (_table, each) in zip(hands, computed, strict=True)
        ]
        HandRevision.objects.bulk_create(
            HandRevision(hand=hand, number=1, kind=RevisionKind.ENTERED, via=Via.CODE, **written)
            for hand, _score, written in rows
        )
        Submission.objects.bulk_create(
            Submission(
                hand=hand,
                key=UUID(int=self.chance.getrandbits(128)),
                digest=digest_of(hand.table_id, hand.number, written["record"]),
                outcome=SubmissionOutcome.COUNTED,
                via=Via.CODE,
                **written,
            )
            for hand, _score, written in rows
        )
        HandScore.objects.bulk_create(
            HandScore(hand=hand, score=score) for hand, score, _written in rows
        )
