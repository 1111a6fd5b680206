"""Awards: what each is for, in words, and how it is counted. Nothing else knows of them.

Each counts something for players (or for partners, a tuple of two): first in one round alone, then
over all rounds together, so that a new hand, or an old one that is corrected, asks for the hands of
its own round only. Whoever has most gets it, all of those who have equally much. Nobody gets one
for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NARROW: Final = 1
Holder = tuple[int, ...]
Deed = int | list[int]
"""What is counted in a round: a number, or several in the order played."""
Deeds = Mapping[Holder, Deed]


class Result(NamedTuple):
    """What a player has from a table."""

    table: int
    player: int
    place: int
    game_points: int
    pair: int | None


class Rated(NamedTuple):
    """What a hand has changed about a player's rating: the shown number has moved by `points`."""

    position: int
    player: int
    side: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold the tables and rated hands of a round, each in the order played."""

    results: Sequence[Result]
    rated: Sequence[Rated]

    def tables(self) -> list[list[Result]]:
        """Return the results of each table, best first."""
        found: dict[int, list[Result]] = defaultdict(list)
        for result in self.results:
            found[result.table].append(result)
        return [sorted(rows, key=lambda row: row.place) for rows in found.values()]


@dataclass(frozen=True, slots=True)
class Together:
    """Say how what rounds count comes together: `add` to what there was, None at first.

    `number` is what is compared in the end.
    """

    add: Callable[[Any, Any], Any]
    number: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Award:
    """Say what an award is called and for, how it is counted in a round, and over all of them."""

    slug: str
    icon: str
    title: str | Promise
    reason: str | Promise
    count: Callable[[Evidence], Deeds]
    together: Together


def holders(award: Award, rounds: Iterable[Deeds]) -> tuple[list[Holder], int]:
    """Return who gets an award, by id, and with how much; nobody for 0.

    `rounds` are what it counts in each, in the order played.
    """
    collected: dict[Holder, Any] = {}
    for deeds in rounds:
        collect(award, collected, deeds)
    return best(award, collected)


def collect(award: Award, collected: dict[Holder, Any], deeds: Deeds) -> None:
    """Add what an award counts in the next round to what was collected before."""
    for holder, deed in deeds.items():
        collected[holder] = award.together.add(collected.get(holder), deed)


def best(award: Award, collected: Mapping[Holder, Any]) -> tuple[list[Holder], int]:
    """Return who has most of what was collected, and how much; nobody for 0."""
    numbers = {holder: award.together.number(found) for holder, found in collected.items()}
    most = max(numbers.values(), default=0)
    if most <= 0:
        return [], 0
    return sorted(holder for holder, number in numbers.items() if number == most), most


def _add_run(so_far: tuple[int, int] | None, came_true: Sequence[int]) -> tuple[int, int]:
    """Return how long the row is that goes on, and the longest one."""
    now, longest = so_far or (0, 0)
    for is_so in came_true:
        now = now + 1 if is_so else 0
        longest = max(now, longest)
    return now, longest


def _add_others(so_far: set[int] | None, met: Iterable[int]) -> set[int]:
    """Add who was met to who was met before; nothing is copied, as there may be thousands."""
    found = so_far if so_far is not None else set()
    found.update(met)
    return found


ADDED: Final = Together(lambda so_far, deed: (so_far or 0) + deed, int)
HIGHEST: Final = Together(lambda so_far, deed: deed if so_far is None else max(so_far, deed), int)
IN_A_ROW: Final = Together(_add_run, lambda runs: runs[1])
DIFFERENT: Final = Together(_add_others, len)


def _tables_won(evidence: Evidence) -> Deeds:
    return Counter((row.player,) for row in evidence.results if row.place == 1)


def _tables_played(evidence: Evidence) -> Deeds:
    return Counter((row.player,) for row in evidence.results)


def _hands_played(evidence: Evidence) -> Deeds:
    return Counter((row.player,) for row in evidence.rated)


def _second_places(evidence: Evidence) -> Deeds:
    return Counter((row.player,) for row in evidence.results if row.place == 2)


def _last_places(evidence: Evidence) -> Deeds:
    return Counter((row.player,) for row in _last(evidence))


def _winning_run(evidence: Evidence) -> Deeds:
    return _in_order((row.player, row.place == 1) for row in evidence.results)


def _safe_run(evidence: Evidence) -> Deeds:
    last = set(_last(evidence))
    return _in_order((row.player, row not in last) for row in evidence.results)


def _best_table(evidence: Evidence) -> Deeds:
    return _highest(((row.player,), row.game_points) for row in evidence.results)


def _largest_lead(evidence: Evidence) -> Deeds:
    return _highest(((winner.player,), lead) for winner, lead in _leads(evidence))


def _narrow_wins(evidence: Evidence) -> Deeds:
    return Counter((winner.player,) for winner, lead in _leads(evidence) if lead <= NARROW)


def _opponents_met(evidence: Evidence) -> Deeds:
    met: dict[int, set[int]] = defaultdict(set)
    for rows in evidence.tables():
        for one, other in combinations(rows, 2):
            if one.pair is None or one.pair != other.pair:
                met[one.player].add(other.player)
                met[other.player].add(one.player)
    return {(player,): sorted(others) for player, others in met.items()}


def _best_hand(evidence: Evidence) -> Deeds:
    return _highest(((row.player,), row.points) for row in evidence.rated)


def _climb(evidence: Evidence) -> Deeds:
    sums: Counter[Holder] = Counter()
    for row in evidence.rated:
        sums[(row.player,)] += row.points
    return sums


def _hands_won_together(evidence: Evidence) -> Deeds:
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


def _highest(values: Iterable[tuple[Holder, int]]) -> Deeds:
    highest: dict[Holder, int] = {}
    for holder, value in values:
        highest[holder] = max(value, highest.get(holder, value))
    return highest


def _in_order(values: Iterable[tuple[int, bool]]) -> Deeds:
    """Return the values of each player in the order played."""
    came_true: dict[int, list[int]] = defaultdict(list)
    for player, is_so in values:
        came_true[player].append(int(is_so))
    return {(player,): of_player for player, of_player in came_true.items()}


AWARDS: Final = (
    Award("lion", "crown", _("Lion"), _("Most tables won."), _tables_won, ADDED),
    Award(
        "streak", "sparkles", _("On a roll"), _("Most tables won in a row."), _winning_run, IN_A_ROW
    ),
    Award(
        "elephant",
        "trophy",
        _("Elephant"),
        _("Most game points at one table."),
        _best_table,
        HIGHEST,
    ),
    Award(
        "runaway",
        "flag",
        _("Out of sight"),
        _("Won a table by the most game points."),
        _largest_lead,
        HIGHEST,
    ),
    Award(
        "whisker",
        "cat",
        _("By a whisker"),
        _("Most tables won by one game point or none."),
        _narrow_wins,
        ADDED,
    ),
    Award(
        "bridesmaid", "medal", _("Always second"), _("Most second places."), _second_places, ADDED
    ),
    Award("tortoise", "turtle", _("Tortoise"), _("Most last places."), _last_places, ADDED),
    Award(
        "cat",
        "shield",
        _("On its feet"),
        _("Most tables in a row without a last place."),
        _safe_run,
        IN_A_ROW,
    ),
    Award(
        "regular",
        "armchair",
        _("Part of the furniture"),
        _("Most tables played."),
        _tables_played,
        ADDED,
    ),
    Award("dealer", "hand", _("Never tired"), _("Most hands played."), _hands_played, ADDED),
    Award(
        "butterfly",
        "users",
        _("Social butterfly"),
        _("Most different opponents."),
        _opponents_met,
        DIFFERENT,
    ),
    Award(
        "giant-slayer",
        "star",
        _("Giant slayer"),
        _("Most rating points from one hand."),
        _best_hand,
        HIGHEST,
    ),
    Award(
        "climber", "chart-line", _("Mountain goat"), _("Most rating points gained."), _climb, ADDED
    ),
    Award(
        "duo",
        "users-round",
        _("Dream team"),
        _("Most hands won together."),
        _hands_won_together,
        ADDED,
    ),
)
