"""A table as its page shows it: where the match stands, what comes next, what was played."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from games.base import HandSetup, Match, Seat
from league.competitions.models import Table
from league.core.wording import line_words, place_words, problem_words
from league.results.franks_zoo import Fact, describe_record, preparation, why_over
from league.results.models import Hand, Submission
from league.results.scoring import (
    ComputedTable,
    Record,
    compute_hands,
    is_same_record,
    record_of,
)


class Who(NamedTuple):
    """Somebody on a seat."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands in the match; `reason` says why ahead of the next."""

    who: Who
    total: int
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of somebody's score, in words, with the id of its rule."""

    words: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Points:
    """What somebody has from a hand, line by line, and where that leads."""

    who: Who
    points: int
    lines: tuple[Line, ...]
    total: int
    place: int


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
    """A hand of the table, void or not; `points` are empty for one that counts for nothing."""

    hand: Hand
    points: tuple[Points, ...]
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    is_surplus: bool
    versions: tuple[Version, ...] = ()


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the table needs to know to play on."""

    number: int
    dealer: Who
    leader: Who
    teams: tuple[tuple[Who, Who], ...]
    solo: Who | None
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All that a table's page shows."""

    table: Table
    match: Match
    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    next: NextHand | None
    winner: Standing | None
    why_over: str
    hands: tuple[PlayedHand, ...]

    @property
    def disputed(self) -> list[PlayedHand]:
        """The hands whose versions differ."""
        return [played for played in self.hands if played.hand.is_disputed]

    @property
    def newest_first(self) -> list[PlayedHand]:
        """All hands, the last one first."""
        return list(reversed(self.hands))

    @property
    def tie_breaks(self) -> list[str]:
        """Why those with equally many points stand in this order."""
        pairs = pairwise(self.standings)
        return [upper.reason for upper, lower in pairs if upper.total == lower.total]

    @property
    def last(self) -> Hand | None:
        """The last hand that is not void: the one that the table may take back."""
        live = [played.hand for played in self.hands if not played.hand.is_void]
        return live[-1] if live else None


def names_at(table: Table) -> tuple[str, ...]:
    """Return the names of the players by seat; the seats are fetched."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    return tuple(seat.player.name for seat in seats)


def make_board(table: Table, hands: Sequence[Hand]) -> Board:
    """Put together what a table's page shows, from the table with seats and all its hands."""
    names = names_at(table)
    computed = compute_hands(table, len(names), hands)
    match = computed.match
    standings = _standings(match, names)
    setup = match.next_hand()
    return Board(
        table=table,
        match=match,
        names=names,
        standings=standings,
        next=_next_hand(setup, names) if setup else None,
        winner=standings[0] if match.is_over else None,
        why_over=why_over(match, names) if match.is_over else "",
        hands=tuple(_played_hands(computed, hands, names)),
    )


def points_of(
    lines: Sequence[Sequence[Mapping[str, Any]]],
    totals: Sequence[int],
    places: Sequence[int],
    names: Sequence[str],
) -> tuple[Points, ...]:
    """Put a hand's score into words: lines, totals and places by seat."""
    return tuple(
        Points(
            who=Who(seat, name),
            points=sum(line["points"] for line in lines[seat]),
            lines=tuple(
                Line(line_words(line, names), line["points"], line["rule"]) for line in lines[seat]
            ),
            total=totals[seat],
            place=places[seat],
        )
        for seat, name in enumerate(names)
    )


def versions_of(hand: Hand, names: Sequence[str]) -> tuple[Version, ...]:
    """Return the different versions of a hand that phones have sent, the one that counts first."""
    in_force = None if hand.is_void else record_of(hand)
    versions: list[Version] = []
    for submission in hand.submissions.all():
        if any(is_same_record(submission.record, seen.submission.record) for seen in versions):
            continue
        counts = in_force is not None and is_same_record(submission.record, in_force)
        versions.append(Version(submission, facts_of(submission.record, names), counts))
    said = Counter(fact for version in versions for fact in version.facts)
    differing = frozenset(fact.label for fact, times in said.items() if times < len(versions))
    return tuple(
        replace(version, differing=differing)
        for version in sorted(versions, key=lambda version: not version.counts)
    )


def facts_of(record: Record, names: Sequence[str]) -> tuple[Fact, ...]:
    """Say in words what happened in a hand."""
    return tuple(describe_record(record, names))


def _standings(match: Match, names: Sequence[str]) -> tuple[Standing, ...]:
    """Return everybody, best placed first."""
    reasons = match.place_reasons
    rows = [
        Standing(
            Who(seat, name),
            match.totals[seat],
            match.places[seat],
            place_words(reasons[seat], seat, names),
        )
        for seat, name in enumerate(names)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.who.seat)))


def _next_hand(setup: HandSetup, names: Sequence[str]) -> NextHand:
    def who(seat: Seat) -> Who:
        return Who(seat, names[seat])

    return NextHand(
        number=setup.number,
        dealer=who(setup.dealer),
        leader=who(setup.leader),
        teams=tuple((who(senior), who(junior)) for senior, junior in setup.teams),
        solo=None if setup.solo is None else who(setup.solo),
        steps=tuple(preparation(setup, names)),
    )


def _played_hands(
    computed: ComputedTable, hands: Sequence[Hand], names: Sequence[str]
) -> Iterator[PlayedHand]:
    scores = {each.hand.pk: each for each in computed.hands}
    for hand in hands:
        if hand.is_void:
            yield PlayedHand(hand, (), (), (), is_surplus=False)
            continue
        each = scores[hand.pk]
        yield PlayedHand(
            hand=hand,
            points=points_of(
                each.score["lines"], each.score["totals"], each.score["places"], names
            ),
            facts=facts_of(record_of(hand), names),
            warnings=tuple(problem_words(warning, names) for warning in each.score["warnings"]),
            is_surplus=each.is_surplus,
            versions=versions_of(hand, names) if hand.is_disputed else (),
        )
