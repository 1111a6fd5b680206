"""A table as its page shows it: where the match stands, what comes next, what was played."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from league.competitions.models import Table
from league.core.games.entry import Fact
from league.core.rule_texts import problem_words
from league.results.agreement import WAITING, Agreement, agreement_of
from league.results.match_board import (
    Judged,
    MatchBoard,
    Points,
    facts_of,
    fields_of_board,
    judged,
    points_of,
)
from league.results.models import Hand, Submission
from league.results.scoring import (
    ComputedTable,
    compute_hands,
    is_same_record,
    record_of,
)


@dataclass(frozen=True, slots=True)
class Version:
    """One of the versions of a disputed hand: who sent it, what it says, and whether it counts.

    `differing` are the labels of the facts in which the versions differ.
    """

    submission: Submission
    facts: tuple[Fact, ...]
    counts: bool
    differing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of the table, void or not; `points` are empty for one that counts for nothing.

    `judge` tells how it was judged, where that takes more than the lines of its points.
    `agreement` is there for a hand that is not void, on a board made for a moment.
    """

    hand: Hand
    points: tuple[Points, ...]
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    is_surplus: bool
    versions: tuple[Version, ...] = ()
    judge: Callable[[], tuple[Judged, ...]] = tuple
    agreement: Agreement | None = None

    @property
    def steps(self) -> tuple[Judged, ...]:
        """How it was judged; worked out for whoever asks, as few do."""
        return self.judge()


@dataclass(frozen=True, slots=True)
class Board(MatchBoard):
    """All that a table's page shows."""

    hands: tuple[PlayedHand, ...]
    table: Table

    @property
    def disputed(self) -> list[PlayedHand]:
        """The hands whose versions differ."""
        return [played for played in self.hands if played.hand.is_disputed]

    def to_confirm(self, seats: Collection[int]) -> list[PlayedHand]:
        """Return the hands that wait for the word of somebody on these seats, the latest first."""
        return [
            played
            for played in reversed(self.hands)
            if played.agreement is not None
            and played.agreement.state == WAITING
            and any(not played.agreement.has_agreed(seat) for seat in seats)
        ]

    def silence_in(self, now: datetime) -> int | None:
        """Return after how many seconds silence confirms a hand; None if none waits for that."""
        waiting = [
            played.agreement.until
            for played in self.hands
            if played.agreement is not None and played.agreement.state == WAITING
        ]
        return math.ceil((min(waiting) - now).total_seconds()) if waiting else None

    @property
    def last(self) -> Hand | None:
        """The last hand that is not void: the one that the table may take back."""
        live = [played.hand for played in self.hands if not played.hand.is_void]
        return live[-1] if live else None


def names_at(table: Table) -> tuple[str, ...]:
    """Return the names of the players by seat; the seats are fetched."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return tuple(seat.player.name for seat in seats)


def make_board(table: Table, hands: Sequence[Hand], now: datetime | None = None) -> Board:
    """Put together what a table's page shows, from the table with seats and all its hands.

    `now` asks for how far the table has agreed with each hand, which are then read with answers.
    """
    names = names_at(table)
    computed = compute_hands(table, len(names), hands)
    return Board(
        **fields_of_board(table.game, computed.match, names),
        hands=tuple(
            replace(played, agreement=_agreement(table, played.hand, now))
            for played in _played_hands(table.game, computed, hands, names)
        ),
        table=table,
    )


def versions_of(hand: Hand, game: str, names: Sequence[str]) -> tuple[Version, ...]:
    """Return the different versions of a hand that phones have sent, the one that counts first."""
    in_force = None if hand.is_void else record_of(hand)
    versions: list[Version] = []
    for submission in hand.submissions.all():
        if any(is_same_record(submission.record, seen.submission.record) for seen in versions):
            continue
        counts = in_force is not None and is_same_record(submission.record, in_force)
        versions.append(Version(submission, facts_of(game, submission.record, names), counts))
    said = Counter(fact for version in versions for fact in version.facts)
    differing = frozenset(fact.label for fact, times in said.items() if times < len(versions))
    return tuple(
        replace(version, differing=differing)
        for version in sorted(versions, key=lambda version: not version.counts)
    )


def _played_hands(
    game: str, computed: ComputedTable, hands: Sequence[Hand], names: Sequence[str]
) -> Iterator[PlayedHand]:
    scores = {each.hand.pk: each for each in computed.hands}
    for hand in hands:
        if hand.is_void:
            yield PlayedHand(hand, (), (), (), is_surplus=False)
            continue
        each = scores[hand.pk]
        record = record_of(hand)
        yield PlayedHand(
            hand=hand,
            points=points_of(
                each.score["lines"], each.score["totals"], each.score["places"], names
            ),
            facts=facts_of(game, record, names),
            warnings=tuple(problem_words(warning, names) for warning in each.score["warnings"]),
            is_surplus=each.is_surplus,
            versions=versions_of(hand, game, names) if hand.is_disputed else (),
            judge=tuple if each.is_surplus else partial(judged, game, each.before, record, names),
        )


def _agreement(table: Table, hand: Hand, now: datetime | None) -> Agreement | None:
    if now is None or hand.is_void:
        return None
    return agreement_of(hand, table, table.round.stage.competition, now)
