"""Forecast how a stage ends: chances to win or to go on, and what a place now would be worth."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
from django.db.models import Exists, OuterRef

from games.tournament.draw import CannotDrawError, SizeLimits
from games.tournament.forecast import Forecast, Outlook, Season, fit_sharpness, forecast
from games.tournament.points import score_table
from games.tournament.ratings import Rating
from games.tournament.sizes import even_sizes
from league.competitions.models import Competition, Round, RoundStatus, Scoring, Seat, Stage, Table
from league.results.models import Adjustment, TableScore
from league.standings.ledger import OF_A_ROUND
from league.standings.models import PlayerRating, RatingChange, TableResult
from league.standings.outlook import Goal, goal_of
from league.standings.queries import StandingRow, standings_by_stage
from league.standings.ranking import Terms
from league.standings.shares import settled_points
from league.standings.worth import scale_of, target_of

SIMULATIONS: Final = 2000
MATCHES_MEASURED: Final = 60

SCORINGS_BY_PLACE: Final = frozenset({Scoring.PLACES, Scoring.BEATEN})

Tables = Mapping[int, Sequence[Seat]]


@dataclass(frozen=True, slots=True)
class _Match:
    """Hold a match that ended: players in the order of places, and their ratings before it.

    `points` are what its places would be worth under the terms that are asked about.
    """

    order: Sequence[int]
    ratings: Mapping[int, Rating]
    points: Sequence[int]


def work_out(competition: Competition) -> dict[str, Any] | None:
    """Forecast the stage that is played; None where nothing can be said, or all is over.

    That is so without a planned length, before anybody has a result, before a match has ended where
    it takes one to know what a table is worth, and where the tables to come cannot be made. The
    result is as it is kept: rows are entry, points, chance, mean place, and pairs of a place at the
    next table and the chance after it, the likeliest first.
    """
    stages = list(competition.stages.order_by("number"))
    by_stage = standings_by_stage(competition)
    if not by_stage:
        return None
    stage = next(each for each in stages if each.number == max(by_stage))
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    goal = goal_of(stages, stage.number, rounds)
    if goal is None:
        return None
    seated = _seats_of_open_tables(stage)
    rows = [row for row in by_stage[stage.number] if not (row.has_left or row.is_guest)]
    playing = _playing(seated, {row.entry_id for row in rows})
    begun = {each.number for each in rounds if each.status == RoundStatus.CLOSED}
    begun |= {seats[0].table.round.number for seats in seated.values()} | _rounds_played(stage)
    left = goal.rounds - len(begun)
    if left < 0 or not (left or playing):
        return None
    matches = _matches(competition)
    try:
        season = _season(competition, rows, playing, frozenset(seated), left, goal, matches)
        told = forecast(season, seed=competition.lot_seed, simulations=SIMULATIONS)
    except (CannotDrawError, ValueError):
        return None
    return {
        "stage": stage.number,
        "goal": [goal.places, goal.points, goal.rounds, goal.is_title],
        "rows": _rows(rows, told, goal),
        "rounds_left": left,
        "simulations": told.simulations,
        "seed": competition.lot_seed,
        "is_playing": bool(playing),
        "matches": None if is_worth_known(competition) else len(matches),
    }


def _season(
    competition: Competition,
    rows: Sequence[StandingRow],
    playing: Sequence[Sequence[int]],
    open_tables: frozenset[int],
    left: int,
    goal: Goal,
    matches: Sequence[_Match],
) -> Season:
    """Put a stage into the words of the engine; raises CannotDrawError for tables to come."""
    limits = SizeLimits(
        minimum=competition.table_min,
        preferred=tuple(competition.table_preferred),
        maximum=competition.table_max,
    )
    results, fixed = _settled(competition, rows, open_tables)
    sizes = [even_sizes(len(rows), limits)] * left if left else []
    is_cut = not goal.is_title and goal.points is None
    return Season(
        results=results,
        ratings=_ratings(competition, rows),
        worth=_worth(competition, {*map(len, playing), *chain.from_iterable(sizes)}, matches),
        playing=playing,
        sizes=sizes,
        best_of=competition.best_of,
        cut=goal.places if is_cut else None,
        threshold=goal.points,
        sharpness=fit_sharpness([(match.order, match.ratings) for match in matches]),
        fixed=fixed,
    )


def _settled(
    competition: Competition, rows: Sequence[StandingRow], open_tables: frozenset[int]
) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return the points of the rounds that are settled, and those besides, by entry.

    Where all rounds count, the sums are kept, and only what open tables have put into them is read.
    """
    rules = Terms.of(competition).rules
    if competition.best_of is not None:
        return settled_points(rows, competition, open_tables)
    fixed = {row.entry_id: row.points for row in rows}
    unsettled = TableResult.objects.filter(table__in=open_tables, entry__in=fixed)
    for entry, points in unsettled.values_list("entry", "points"):
        fixed[entry] -= points + rules.attendance_bonus
    return {entry: [] for entry in fixed}, fixed


def is_worth_known(competition: Competition) -> bool:
    """Say whether what a table is worth follows from its places alone."""
    return competition.scoring in SCORINGS_BY_PLACE and not competition.target_bonus


def _worth(
    competition: Competition, sizes: Iterable[int], matches: Sequence[_Match]
) -> dict[int, list[list[int]]]:
    """Return what tables of these sizes may be worth by place, each in one or several ways.

    Where that does not follow from the places it is what the latest matches would have been worth:
    those of the same size, or else of the nearest one, drawn out or pressed together. There is
    none without a match.
    """
    # Who is there gets it; of the best rounds' worth it is no part, and all get it alike there.
    bonus = competition.attendance_bonus if competition.best_of is None else 0
    if is_worth_known(competition):
        return {
            size: [[bonus + points for points in _points_by_place(competition, size)]]
            for size in sizes
        }
    known = {len(match.points) for match in matches}
    found: dict[int, list[list[int]]] = {}
    for size in sizes if known else ():
        nearest = min(known, key=lambda other: (abs(other - size), other))
        alike = [match.points for match in matches if len(match.points) == nearest]
        found[size] = [[bonus + each for each in _stretched(points, size)] for points in alike]
    return found


def _points_by_place(competition: Competition, size: int) -> list[int]:
    places = range(1, size + 1)
    scored = score_table(places, range(size, 0, -1), scale_of(competition))
    return [each.points for each in scored]


def _stretched(points: Sequence[int], size: int) -> list[int]:
    """Return as many points, best first, that fall from the first to the last likewise."""
    at = np.linspace(0, len(points) - 1, size)
    return [round(float(each)) for each in np.interp(at, range(len(points)), points)]


def _seats_of_open_tables(stage: Stage) -> Tables:
    """Return the seats of the tables of a stage that are being played."""
    tables = (
        Table.objects.standing()
        .filter(round__stage=stage)
        .exclude(score__is_over=True)
        .exclude(round__status=RoundStatus.CLOSED, adjourned_at=None)
    )
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(table__in=tables).select_related("table__round").order_by("number")
    ):
        seats[seat.table_id].append(seat)
    return seats


def _rounds_played(stage: Stage) -> set[int]:
    """Return the numbers of the rounds of a stage of which somebody has something."""
    result = TableResult.objects.filter(table=OuterRef("pk"))
    tables = Table.objects.filter(Exists(result), round=OuterRef("pk"))
    given = Adjustment.objects.filter(round=OuterRef("pk"), kind__in=OF_A_ROUND, cancelled_at=None)
    rounds = Round.objects.filter(Exists(tables) | Exists(given), stage=stage)
    return set(rounds.values_list("number", flat=True))


def _playing(tables: Tables, entries: set[int]) -> list[list[int]]:
    """Return who of these entries plays together now."""
    groups = [[s.entry_id for s in seats if s.entry_id in entries] for seats in tables.values()]
    return [group for group in groups if len(group) > 1]


def _ratings(competition: Competition, rows: Sequence[StandingRow]) -> dict[int, Rating]:
    """Return the ratings of those in a stage, by entry."""
    ratings = PlayerRating.objects.filter(
        book__club=competition.club_id,
        book__game=competition.game,
        player__entries__in=[row.entry_id for row in rows],
        player__entries__competition=competition,
    )
    found = ratings.values_list("player__entries", "mu", "sigma")
    return {entry: Rating(mu, sigma) for entry, mu, sigma in found}


def _matches(competition: Competition) -> list[_Match]:
    """Return the club's latest matches of the game that ended, the latest last."""
    scores = list(
        TableScore.objects.filter(
            is_over=True,
            table__game=competition.game,
            table__dissolved_at=None,
            table__round__stage__competition__club=competition.club_id,
        )
        .select_related("table")
        .order_by("-table")[:MATCHES_MEASURED]
    )
    tables = [score.table_id for score in scores]
    before: dict[int, dict[int, Rating]] = defaultdict(dict)
    changes = RatingChange.objects.filter(hand__table__in=tables).order_by("position")
    fields = ("hand__table", "player", "mu_before", "sigma_before")
    for table, player, mu, sigma in changes.values_list(*fields):
        before[table].setdefault(player, Rating(mu, sigma))
    order: dict[int, list[int]] = defaultdict(list)
    results = TableResult.objects.filter(table__in=tables).order_by("table", "place", "seat")
    for table, player in results.values_list("table", "entry__player"):
        order[table].append(player)
    return [
        _Match(order[score.table_id], before[score.table_id], _points_of(score, competition))
        for score in reversed(scores)
        if before[score.table_id]
    ]


def _points_of(score: TableScore, competition: Competition) -> list[int]:
    """Return what a match would be worth in a competition, by place."""
    target = target_of(score.table) if competition.target_bonus else None
    scored = score_table(score.places, score.totals, scale_of(competition), target=target)
    return [each.points for each in sorted(scored, key=lambda each: (each.place, -each.points))]


def _rows(rows: Sequence[StandingRow], told: Forecast, goal: Goal) -> list[list[Any]]:
    def chance(outlook: Outlook) -> float:
        return outlook.win if goal.is_title else outlook.cut or 0.0

    found = [
        [
            row.entry_id,
            row.points,
            chance(told.outlooks[row.entry_id]),
            told.outlooks[row.entry_id].place,
            [[need.place, chance(need.outlook)] for need in told.needs.get(row.entry_id, ())],
        ]
        for row in rows
    ]
    return sorted(found, key=lambda each: (-each[2], each[3]))
