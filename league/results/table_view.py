"""A match as pages show it, at a table or not: standing, next hand, what was played."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby, pairwise, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.base import HandSetup, Match, Seat
from games.duplicate import DuplicateMatch
from games.hand_limit import LimitedMatch
from league.competitions.lineups import Lineup, lineup_of
from league.competitions.models import Table, playing_seats
from league.core.games import SiteGame
from league.core.games.entry import ExplanationStep, Fact, Record, Text, Who
from league.core.rule_texts import join_names, line_text, place_text, problem_text
from league.results.confirmation import WAITING, HandConfirmation, confirmation_of
from league.results.models import Hand, Submission
from league.results.scoring import ComputedHand, compute_hands, is_same_record, record_of


class Standing(NamedTuple):
    """A player's total and place in the match; `reason` says why ahead of the next."""

    who: Who
    total: int
    place: int
    reason: str


class Line(NamedTuple):
    """A line of a score as text, with the id of its rule."""

    text: str
    points: int
    rule: str


class Points(NamedTuple):
    """A player's points from a hand, line by line, and the total and place after it."""

    who: Who
    points: int
    lines: tuple[Line, ...]
    total: int
    place: int


class Judged(NamedTuple):
    """The steps in the judging of a hand that concern one player, or (None) the table."""

    who: Who | None
    steps: tuple[ExplanationStep, ...]


class Partner(NamedTuple):
    """A player in a team, with the role there if the game has any."""

    seat: Seat
    name: str
    role: str


class NextHand(NamedTuple):
    """The data that the table needs to play on."""

    number: int
    duties: tuple[tuple[str, Who], ...]
    teams: tuple[tuple[Partner, ...], ...]
    solo: Who | None
    without_teams: str
    steps: tuple[str, ...]
    stakes: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as text; `judge` returns how it was judged, where its points do not say so alone."""

    number: int
    points: tuple[Points, ...]
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    judge: Callable[[], tuple[Judged, ...]]

    @property
    def steps(self) -> tuple[Judged, ...]:
        """How it was judged; computed on request, as few ask."""
        return self.judge()


@dataclass(frozen=True, slots=True)
class MatchView:
    """The state of a match, who has won or what comes next, whether at a table or not."""

    match: Match
    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    next: NextHand | None
    winners: tuple[Standing, ...]
    why_over: str
    score: str
    lowest_first: bool
    hands: tuple[ShownHand, ...]

    @property
    def tie_breaks(self) -> list[str]:
        """The reasons of places next to each other that the points do not give."""
        pairs = pairwise(self.standings if self.hands else ())
        sign = -1 if self.lowest_first else 1
        reasons = [
            upper.reason for upper, lower in pairs if sign * upper.total <= sign * lower.total
        ]
        return list(dict.fromkeys(filter(None, reasons)))

    @property
    def won_by(self) -> str:
        """The names of those who have won."""
        return join_names([row.who.name for row in self.winners])


def fields_of_match_view(game: SiteGame, match: Match, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields of MatchView but for its hands."""
    people = tuple(map(Who, range(len(names)), names))
    reasons = match.place_reasons
    standings = [
        Standing(who, total, place, place_text(reasons[who.seat], who.seat, names, game))
        for who, total, place in zip(people, match.totals, match.places, strict=True)
    ]
    standings.sort(key=lambda row: (row.place, row.who.seat))
    setup = match.next_hand()
    return {
        "match": match,
        "names": names,
        "standings": tuple(standings),
        "next": _next_hand(game, setup, people, names) if setup else None,
        "winners": tuple(row for row in standings if row.who.seat in match.winners),
        "why_over": why_over(game, match, names) if match.is_over else "",
        "score": str(game.entry.score_label),
        "lowest_first": game.totals_rule.lowest_first,
    }


def teams_of(
    teams: Iterable[Sequence[Seat]], names: Sequence[str], roles: Sequence[Text] = ()
) -> list[tuple[Partner, ...]]:
    """Return teams of seats with names and roles."""
    return [
        tuple(
            Partner(seat, names[seat], str(role))
            for seat, role in zip_longest(team, roles[: len(team)], fillvalue="")
            if isinstance(seat, int)
        )
        for team in teams
    ]


def _next_hand(
    game: SiteGame, setup: HandSetup, people: Sequence[Who], names: Sequence[str]
) -> NextHand:
    entry = game.entry
    return NextHand(
        number=setup.number,
        duties=tuple((duty, people[seat]) for duty, seat in entry.duties(setup)),
        teams=tuple(teams_of(setup.teams, names, entry.team_roles)),
        solo=None if setup.solo is None else people[setup.solo],
        without_teams=str(entry.without_teams),
        steps=tuple(entry.preparation(setup, names)),
        stakes=tuple(entry.stakes(setup, names)),
    )


def points_of(
    lines: Sequence[Sequence[Mapping[str, Any]]],
    totals: Sequence[int],
    places: Sequence[int],
    names: Sequence[str],
) -> tuple[Points, ...]:
    """Return a hand's score as text, from lines, totals and places by seat."""
    return tuple(
        Points(
            who=Who(seat, name),
            points=sum(line["points"] for line in lines[seat]),
            lines=tuple(
                Line(line_text(line, names), line["points"], line["rule"]) for line in lines[seat]
            ),
            total=totals[seat],
            place=places[seat],
        )
        for seat, name in enumerate(names)
    )


def facts_of(game: SiteGame, record: Record, names: Sequence[str]) -> tuple[Fact, ...]:
    """Return what happened in a hand as text."""
    return tuple(game.entry.describe_record(record, names))


def judged(
    game: SiteGame, match: Match, record: Record, names: Sequence[str]
) -> tuple[Judged, ...]:
    """Return how the hand after `match` was judged, the steps grouped by player."""
    own = match.match if isinstance(match, LimitedMatch | DuplicateMatch) else match
    steps = game.entry.explain(own, record, names)
    return tuple(
        Judged(None if seat is None else Who(seat, names[seat]), tuple(group))
        for seat, group in groupby(steps, key=attrgetter("seat"))
    )


def why_over(game: SiteGame, match: Match, names: Sequence[str]) -> str:
    """Return why a match has ended: by its own rules, or by the limit of hands."""
    if not isinstance(match, LimitedMatch):
        return game.entry.why_over(match, names)
    if match.is_cut_short:
        return _("The match was set to end after %(hand)s.") % {
            "hand": game.hand_named(match.limit)
        }
    return why_over(game, match.match, names)


class Version(NamedTuple):
    """A version of a disputed hand; `differing` are the labels of facts that are not in all."""

    submission: Submission
    facts: tuple[Fact, ...]
    counts: bool
    differing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlayedHand(ShownHand):
    """A hand of the table; `points` are empty for a void one, `confirmation` without a time.

    `names` are those of who played it, by seat.
    """

    hand: Hand
    is_surplus: bool
    names: tuple[str, ...]
    versions: tuple[Version, ...] = ()
    confirmation: HandConfirmation | None = None


@dataclass(frozen=True, slots=True)
class TableView(MatchView):
    """The data of a table's page."""

    hands: tuple[PlayedHand, ...]
    table: Table
    lineup: Lineup

    def to_confirm(self, seats: Collection[int]) -> list[PlayedHand]:
        """Return the hands that wait for the response of one of these seats, the latest first."""
        return [
            played
            for played in reversed(self.hands)
            if played.confirmation is not None
            and played.confirmation.state == WAITING
            and any(not played.confirmation.has_agreed(seat) for seat in seats)
        ]

    def silence_in(self, now: datetime) -> int | None:
        """Return after how many seconds silence confirms a hand; None if none waits for that."""
        confirmations = (played.confirmation for played in self.hands)
        waiting = [each.until for each in confirmations if each and each.state == WAITING]
        return math.ceil((min(waiting) - now).total_seconds()) if waiting else None

    @property
    def last(self) -> Hand | None:
        """The last hand that is not void: the one that the table may undo."""
        live = (played.hand for played in reversed(self.hands) if not played.hand.is_void)
        return next(live, None)


def names_at(table: Table, hand: int | None = None) -> tuple[str, ...]:
    """Return the names of who plays by seat, now or at a hand; the seats are fetched."""
    if hand is not None:
        return lineup_of(table).names(hand)
    return tuple(playing_seats(table.departures, all_names_at(table)))


def all_names_at(table: Table) -> tuple[str, ...]:
    """Return the names by seat, also of those who have left."""
    return tuple(seat.player.name for seat in sorted(table.seats.all(), key=attrgetter("number")))


def build_table_view(table: Table, hands: Sequence[Hand], now: datetime | None = None) -> TableView:
    """Return the data of a table's page, with confirmations if `now` is given."""
    names, lineup = names_at(table), lineup_of(table)
    computed = compute_hands(table, len(lineup.seats), hands)
    scores = {each.hand.pk: each for each in computed.hands}
    fields = fields_of_match_view(table.site_game, computed.match, names)
    fields["standings"] += tuple(
        Standing(Who(seat, all_names_at(table)[seat]), total, seat + 1, "")
        for seat, total in enumerate(computed.left, start=len(names))
    )
    return TableView(
        **fields,
        hands=tuple(_played(table, hand, scores.get(hand.pk), lineup, now) for hand in hands),
        table=table,
        lineup=lineup,
    )


def versions_of(hand: Hand, game: SiteGame, names: Sequence[str]) -> tuple[Version, ...]:
    """Return the different versions of a hand that phones have sent, the one that counts first."""
    versions: list[Version] = []
    for submission in hand.submissions.all():
        record = submission.record
        if any(is_same_record(record, seen.submission.record) for seen in versions):
            continue
        counts = not hand.is_void and is_same_record(record, record_of(hand))
        versions.append(Version(submission, facts_of(game, record, names), counts))
    facts = Counter(fact for version in versions for fact in version.facts)
    differing = frozenset(fact.label for fact, times in facts.items() if times < len(versions))
    versions.sort(key=lambda version: not version.counts)
    return tuple(version._replace(differing=differing) for version in versions)


def _played(
    table: Table,
    hand: Hand,
    computed: ComputedHand | None,
    lineup: Lineup,
    now: datetime | None,
) -> PlayedHand:
    names = lineup.names(hand.number)
    if computed is None:
        return PlayedHand(hand.number, (), (), (), tuple, hand, is_surplus=False, names=names)
    game, score, record = table.site_game, computed.score, record_of(hand)
    is_surplus = computed.is_surplus
    return PlayedHand(
        number=hand.number,
        hand=hand,
        points=points_of(score["lines"], score["totals"], score["places"], names),
        facts=facts_of(game, record, names),
        warnings=tuple(problem_text(warning, names) for warning in score["warnings"]),
        is_surplus=is_surplus,
        names=names,
        versions=versions_of(hand, game, names) if hand.is_disputed else (),
        judge=tuple if is_surplus else partial(judged, game, computed.before, record, names),
        confirmation=confirmation_of(hand, lineup, table, now) if now else None,
    )
