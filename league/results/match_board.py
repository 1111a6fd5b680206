"""A match as pages show it: standing, next hand, points in words; it needs no table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple, Protocol

from games.base import HandSetup, Match, Seat
from league.core.games import site_game
from league.core.games.entry import ExplanationStep, Fact, Record, Who
from league.core.rule_texts import join_names, line_words, place_words
from league.results.words import explain, why_over


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


class Judged(NamedTuple):
    """The steps in the judging of a hand that concern one player, or (None) the table."""

    who: Who | None
    steps: tuple[ExplanationStep, ...]


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the table needs to know to play on."""

    number: int
    duties: tuple[tuple[str, Who], ...]
    teams: tuple[tuple[Who, Who], ...]
    solo: Who | None
    steps: tuple[str, ...]
    stakes: tuple[Fact, ...]


class ShownHand(Protocol):
    """A hand that a board lists; each page knows more of its own."""

    @property
    def points(self) -> tuple[Points, ...]:
        """What everybody has from it."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened in it."""


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """Where a match stands, who has won or what comes next, whether at a table or not."""

    match: Match
    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    next: NextHand | None
    winners: tuple[Standing, ...]
    why_over: str
    score: str
    hands: tuple[ShownHand, ...]

    @property
    def setup(self) -> HandSetup | None:
        """What is known of the next hand; None once the match is over."""
        return self.match.next_hand()

    @property
    def newest_first(self) -> list[ShownHand]:
        """All hands, the last one first."""
        return list(reversed(self.hands))

    @property
    def tie_breaks(self) -> list[str]:
        """Why those who stand close together do so, where their points do not say it."""
        if not self.hands:
            return []
        pairs = pairwise(self.standings)
        reasons = [upper.reason for upper, lower in pairs if upper.total <= lower.total]
        return list(dict.fromkeys(reason for reason in reasons if reason))

    @property
    def won_by(self) -> str:
        """The names of those who have won."""
        return join_names([row.who.name for row in self.winners])


def fields_of_board(game: str, match: Match, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a board says of a match, all but its hands."""
    standings = standings_of(match, names)
    setup = match.next_hand()
    return {
        "match": match,
        "names": names,
        "standings": standings,
        "next": next_hand_of(game, setup, names) if setup else None,
        "winners": tuple(row for row in standings if row.who.seat in match.winners),
        "why_over": why_over(game, match, names) if match.is_over else "",
        "score": str(site_game(game).entry.score_label),
    }


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


def facts_of(game: str, record: Record, names: Sequence[str]) -> tuple[Fact, ...]:
    """Say in words what happened in a hand."""
    return tuple(site_game(game).entry.describe_record(record, names))


def judged(game: str, match: Match, record: Record, names: Sequence[str]) -> tuple[Judged, ...]:
    """Tell how the hand after `match` was judged, those steps together that concern one player."""
    told = explain(game, match, record, names)
    groups = groupby(told, key=lambda step: step.seat)
    return tuple(
        Judged(None if seat is None else Who(seat, names[seat]), tuple(steps))
        for seat, steps in groups
    )


def standings_of(match: Match, names: Sequence[str]) -> tuple[Standing, ...]:
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


def next_hand_of(game: str, setup: HandSetup, names: Sequence[str]) -> NextHand:
    """Say what a table needs to know to play on."""
    entry = site_game(game).entry

    def who(seat: Seat) -> Who:
        return Who(seat, names[seat])

    return NextHand(
        number=setup.number,
        duties=tuple((duty, who(seat)) for duty, seat in entry.duties(setup)),
        teams=tuple((who(senior), who(junior)) for senior, junior in setup.teams),
        solo=None if setup.solo is None else who(setup.solo),
        steps=tuple(entry.preparation(setup, names)),
        stakes=tuple(entry.stakes(setup, names)),
    )
