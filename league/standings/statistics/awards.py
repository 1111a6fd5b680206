"""Awards: what each counts in a round, how rounds are combined, and who has most."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.standings.queries import PLAYED_BY

NARROW: Final = 1
Holder = tuple[int, ...]
Stat = int | list[int]
"""What is counted in a round: a number, or several in the order played."""
Stats = Mapping[Holder, Stat]


class Result(NamedTuple):
    """The result of a player at a table, who has played it to the end."""

    table: int
    player: int
    place: int
    game_points: int
    pair: int | None


OF_RESULT = ("table", PLAYED_BY, "place", "game_points", "pair")


class Rated(NamedTuple):
    """The change of a player's rating by a hand."""

    position: int
    player: int
    side: int
    place: int
    points: int


class Evidence(NamedTuple):
    """The tables and rated hands of a round in order."""

    results: Sequence[Result]
    rated: Sequence[Rated]

    def tables(self) -> list[list[Result]]:
        """Return the results of each table, best first."""
        found: dict[int, list[Result]] = defaultdict(list)
        for result in self.results:
            found[result.table].append(result)
        return [sorted(rows, key=lambda row: row.place) for rows in found.values()]


class Together(NamedTuple):
    """How rounds are combined: `add` to the value so far, None at first; `number` is compared."""

    add: Callable[[Any, Any], Any]
    number: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Award:
    """An award."""

    slug: str
    icon: str
    title: str | Promise
    reason: str | Promise
    count: Callable[[Evidence], Stats]
    together: Together


def collect(award: Award, collected: dict[Holder, Any], stats: Stats) -> None:
    """Add the next round to what was collected."""
    for holder, stat in stats.items():
        collected[holder] = award.together.add(collected.get(holder), stat)


def best(award: Award, collected: Mapping[Holder, Any]) -> tuple[list[Holder], int]:
    """Return who has most, and how much; nobody for 0."""
    numbers = {holder: award.together.number(found) for holder, found in collected.items()}
    most = max(numbers.values(), default=0)
    if most <= 0:
        return [], 0
    return sorted(holder for holder, number in numbers.items() if number == most), most


def _add_run(so_far: tuple[int, int] | None, came_true: Sequence[int]) -> tuple[int, int]:
    """Return the current and the longest run."""
    now, longest = so_far or (0, 0)
    for is_so in came_true:
        now = now + 1 if is_so else 0
        longest = max(now, longest)
    return now, longest


def _add_others(so_far: set[int] | None, met: Iterable[int]) -> set[int]:
    """Return the opponents so far, changed in place."""
    found = set() if so_far is None else so_far
    found.update(met)
    return found


SUM: Final = Together(lambda so_far, stat: (so_far or 0) + stat, int)
MAX: Final = Together(lambda so_far, stat: stat if so_far is None else max(so_far, stat), int)
RUN: Final = Together(_add_run, lambda runs: runs[1])
DISTINCT: Final = Together(_add_others, len)


def _tables(place: int | None, evidence: Evidence) -> Stats:
    return Counter((row.player,) for row in evidence.results if place in (None, row.place))


def _hands_played(evidence: Evidence) -> Stats:
    return Counter((row.player,) for row in evidence.rated)


def _last_places(evidence: Evidence) -> Stats:
    return Counter((row.player,) for row in _last(evidence))


def _winning_run(evidence: Evidence) -> Stats:
    return _in_order((row.player, row.place == 1) for row in evidence.results)


def _safe_run(evidence: Evidence) -> Stats:
    last = set(_last(evidence))
    return _in_order((row.player, row not in last) for row in evidence.results)


def _best_table(evidence: Evidence) -> Stats:
    return _highest(((row.player,), row.game_points) for row in evidence.results)


def _largest_lead(evidence: Evidence) -> Stats:
    return _highest(((winner.player,), lead) for winner, lead in _leads(evidence))


def _narrow_wins(evidence: Evidence) -> Stats:
    return Counter((winner.player,) for winner, lead in _leads(evidence) if lead <= NARROW)


def _opponents_met(evidence: Evidence) -> Stats:
    met: dict[int, set[int]] = defaultdict(set)
    for rows in evidence.tables():
        for one, other in combinations(rows, 2):
            if one.pair is None or one.pair != other.pair:
                met[one.player].add(other.player)
                met[other.player].add(one.player)
    return {(player,): sorted(others) for player, others in met.items()}


def _best_hand(evidence: Evidence) -> Stats:
    return _highest(((row.player,), row.points) for row in evidence.rated)


def _climb(evidence: Evidence) -> Stats:
    sums: Counter[Holder] = Counter()
    for row in evidence.rated:
        sums[(row.player,)] += row.points
    return sums


def _hands_won_together(evidence: Evidence) -> Stats:
    won: Counter[Holder] = Counter()
    winners = [row for row in evidence.rated if row.place == 1]
    for _side, rows in groupby(winners, lambda row: (row.position, row.side)):
        won.update(combinations(sorted(row.player for row in rows), 2))
    return won


def _last(evidence: Evidence) -> list[Result]:
    """Return the results in last place, except where all are first."""
    tables = evidence.tables()
    return [row for rows in tables for row in rows if row.place == rows[-1].place > 1]


def _leads(evidence: Evidence) -> list[tuple[Result, int]]:
    """Return the sole winners of tables, and their leads."""
    return [
        (rows[0], rows[0].game_points - rows[1].game_points)
        for rows in evidence.tables()
        if len(rows) > 1 and rows[1].place > rows[0].place
    ]


def _highest(values: Iterable[tuple[Holder, int]]) -> Stats:
    highest: dict[Holder, int] = {}
    for holder, value in values:
        highest[holder] = max(value, highest.get(holder, value))
    return highest


def _in_order(values: Iterable[tuple[int, bool]]) -> Stats:
    """Return the values by player in order."""
    came_true: dict[int, list[int]] = defaultdict(list)
    for player, is_so in values:
        came_true[player].append(int(is_so))
    return {(player,): of_player for player, of_player in came_true.items()}


AWARDS: Final = (
    Award("lion", "crown", _("Lion"), _("Most tables won."), partial(_tables, 1), SUM),
    Award("streak", "sparkles", _("On a roll"), _("Most tables won in a row."), _winning_run, RUN),
    Award(
        *("elephant", "trophy", _("Elephant"), _("Most game points at one table.")),
        *(_best_table, MAX),
    ),
    Award(
        *(
            "runaway",
            "flag",
            _("Out of sight"),
            _("Won a table by the largest margin of game points."),
        ),
        *(_largest_lead, MAX),
    ),
    Award(
        *("whisker", "cat", _("By a whisker"), _("Most tables won by 1 game point or less.")),
        *(_narrow_wins, SUM),
    ),
    Award(
        *("bridesmaid", "medal", _("Always second"), _("Most second places.")),
        *(partial(_tables, 2), SUM),
    ),
    Award("tortoise", "turtle", _("Tortoise"), _("Most last places."), _last_places, SUM),
    Award(
        *("cat", "shield", _("On its feet"), _("Most tables in a row without a last place.")),
        *(_safe_run, RUN),
    ),
    Award(
        *("regular", "armchair", _("Part of the furniture"), _("Most tables played.")),
        *(partial(_tables, None), SUM),
    ),
    Award("dealer", "hand", _("Never tired"), _("Most hands played."), _hands_played, SUM),
    Award(
        *("butterfly", "users", _("Social butterfly"), _("Most different opponents.")),
        *(_opponents_met, DISTINCT),
    ),
    Award(
        *("giant-slayer", "star", _("Giant slayer"), _("Most rating points from one hand.")),
        *(_best_hand, MAX),
    ),
    Award(
        "climber", "chart-line", _("Mountain goat"), _("Most rating points gained."), _climb, SUM
    ),
    Award(
        *("duo", "users-round", _("Dream team"), _("Most hands won together.")),
        *(_hands_won_together, SUM),
    ),
)
