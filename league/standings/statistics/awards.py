"""Awards: what each is for, in words, and how it is counted. Nothing else knows of them.

Each counts something for players (or for partners, a tuple of two); whoever has most gets it, all
of those who have equally much. Nobody gets one for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.tournament.ratings import Rating

NARROW: Final = 1
Holder = tuple[int, ...]
Numbers = Mapping[Holder, int]


class Result(NamedTuple):
    """What a player has from a table."""

    table: int
    player: int
    place: int
    game_points: int
    pair: int | None


class Rated(NamedTuple):
    """What a hand has changed about a player's rating."""

    position: int
    player: int
    side: int
    place: int
    mu_before: float
    mu: float

    @property
    def points(self) -> int:
        """By how much the shown number has moved."""
        return Rating(self.mu).shown - Rating(self.mu_before).shown


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold all tables and rated hands that awards look at, each in the order played."""

    results: Sequence[Result]
    rated: Sequence[Rated]

    def tables(self) -> list[list[Result]]:
        """Return the results of each table, best first."""
        found: dict[int, list[Result]] = defaultdict(list)
        for result in self.results:
            found[result.table].append(result)
        return [sorted(rows, key=lambda row: row.place) for rows in found.values()]


@dataclass(frozen=True, slots=True)
class Award:
    """Say what an award is called and for, and how it is counted."""

    slug: str
    icon: str
    title: str | Promise
    reason: str | Promise
    count: Callable[[Evidence], Numbers]


def holders(award: Award, evidence: Evidence) -> tuple[list[Holder], int]:
    """Return who gets an award, by id, and with how much; nobody for 0."""
    numbers = award.count(evidence)
    most = max(numbers.values(), default=0)
    if most <= 0:
        return [], 0
    return sorted(holder for holder, number in numbers.items() if number == most), most


def _tables_won(evidence: Evidence) -> Numbers:
    return Counter((row.player,) for row in evidence.results if row.place == 1)


def _tables_played(evidence: Evidence) -> Numbers:
    return Counter((row.player,) for row in evidence.results)


def _hands_played(evidence: Evidence) -> Numbers:
    return Counter((row.player,) for row in evidence.rated)


def _second_places(evidence: Evidence) -> Numbers:
    return Counter((row.player,) for row in evidence.results if row.place == 2)


def _last_places(evidence: Evidence) -> Numbers:
    return Counter((row.player,) for row in _last(evidence))


def _winning_run(evidence: Evidence) -> Numbers:
    return _runs((row.player, row.place == 1) for row in evidence.results)


def _safe_run(evidence: Evidence) -> Numbers:
    last = set(_last(evidence))
    return _runs((row.player, row not in last) for row in evidence.results)


def _best_table(evidence: Evidence) -> Numbers:
    return _highest(((row.player,), row.game_points) for row in evidence.results)


def _largest_lead(evidence: Evidence) -> Numbers:
    return _highest(((winner.player,), lead) for winner, lead in _leads(evidence))


def _narrow_wins(evidence: Evidence) -> Numbers:
    return Counter((winner.player,) for winner, lead in _leads(evidence) if lead <= NARROW)


def _opponents_met(evidence: Evidence) -> Numbers:
    met: dict[int, set[int]] = defaultdict(set)
    for rows in evidence.tables():
        for one, other in combinations(rows, 2):
            if one.pair is None or one.pair != other.pair:
                met[one.player].add(other.player)
                met[other.player].add(one.player)
    return {(player,): len(others) for player, others in met.items()}


def _best_hand(evidence: Evidence) -> Numbers:
    return _highest(((row.player,), row.points) for row in evidence.rated)


def _climb(evidence: Evidence) -> Numbers:
    sums: Counter[Holder] = Counter()
    for row in evidence.rated:
        sums[(row.player,)] += row.points
    return sums


def _hands_won_together(evidence: Evidence) -> Numbers:
    won: Counter[Holder] = Counter()
    winners = [row for row in evidence.rated if row.place == 1]
    for _side, rows in groupby(winners, lambda row: (row.position, row.side)):
        won.update(combinations(sorted(row.player for row in rows), 2))
    return won


def _last(evidence: Evidence) -> list[Result]:
    """Return the results of those who came last at a table, unless all were first."""
    tables = evidence.tables()
    return [row for rows in tables for row in rows if row.place == rows[-1].place > 1]


def _leads(evidence: Evidence) -> list[tuple[Result, int]]:
    """Return who has won a table alone, and by how many game points."""
    leads = []
    for rows in evidence.tables():
        for winner, second in list(pairwise(rows))[:1]:
            if second.place > winner.place:
                leads.append((winner, winner.game_points - second.game_points))
    return leads


def _highest(values: Iterable[tuple[Holder, int]]) -> Numbers:
    highest: dict[Holder, int] = {}
    for holder, value in values:
        highest[holder] = max(value, highest.get(holder, value))
    return highest


def _runs(values: Iterable[tuple[int, bool]]) -> Numbers:
    """Return the longest row of true values of each player."""
    now: Counter[int] = Counter()
    longest: dict[Holder, int] = {}
    for player, is_so in values:
        now[player] = now[player] + 1 if is_so else 0
        longest[(player,)] = max(now[player], longest.get((player,), 0))
    return longest


AWARDS: Final = (
    Award("lion", "crown", _("Lion"), _("Most tables won."), _tables_won),
    Award("streak", "sparkles", _("On a roll"), _("Most tables won in a row."), _winning_run),
    Award("elephant", "trophy", _("Elephant"), _("Most game points at one table."), _best_table),
    Award(
        "runaway",
        "flag",
        _("Out of sight"),
        _("Won a table by the most game points."),
        _largest_lead,
    ),
    Award(
        "whisker",
        "cat",
        _("By a whisker"),
        _("Most tables won by one game point or none."),
        _narrow_wins,
    ),
    Award("bridesmaid", "medal", _("Always second"), _("Most second places."), _second_places),
    Award("tortoise", "turtle", _("Tortoise"), _("Most last places."), _last_places),
    Award(
        "cat",
        "shield",
        _("On its feet"),
        _("Most tables in a row without a last place."),
        _safe_run,
    ),
    Award(
        "regular", "armchair", _("Part of the furniture"), _("Most tables played."), _tables_played
    ),
    Award("dealer", "hand", _("Never tired"), _("Most hands played."), _hands_played),
    Award(
        "butterfly", "users", _("Social butterfly"), _("Most different opponents."), _opponents_met
    ),
    Award(
        "giant-slayer",
        "star",
        _("Giant slayer"),
        _("Most rating points from one hand."),
        _best_hand,
    ),
    Award("climber", "chart-line", _("Mountain goat"), _("Most rating points gained."), _climb),
    Award(
        "duo", "users-round", _("Dream team"), _("Most hands won together."), _hands_won_together
    ),
)
