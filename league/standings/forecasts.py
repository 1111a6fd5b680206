"""Forecasts of a stage by simulation."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np

from games.tournament.draw import CannotDrawError, SizeLimits
from games.tournament.forecast import Forecast, Outlook, Season, fit_sharpness, forecast
from games.tournament.points import score_table
from games.tournament.ratings import Rating
from games.tournament.sizes import even_sizes
from league.competitions.models import Competition, Round, RoundStatus, Scoring, Seat, Stage, Table
from league.results.models import TableScore
from league.standings.clinching import Goal, goal_of
from league.standings.ledger import LAST, Rules
from league.standings.models import PlayerRating, RatingChange, TableResult
from league.standings.queries import PLAYED_BY, StandingRow, played_by_seat, standings_by_stage
from league.standings.season import any_result, with_ledgers
from league.standings.services import scale_of, target_of

SIMULATIONS: Final = 2000
MATCHES_MEASURED: Final = 60

SCORINGS_BY_PLACE: Final = frozenset({Scoring.PLACES, Scoring.BEATEN})

Tables = Mapping[int, Sequence[Seat]]


class _Match(NamedTuple):
    """A finished match: players by place, their ratings before, and points by place."""

    order: Sequence[int]
    ratings: Mapping[int, Rating]
    points: Sequence[int]


def work_out(competition: Competition) -> dict[str, Any] | None:
    """Return the forecast of the current stage as it is stored, None if there can be none."""
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
    entries = {row.entry_id for row in rows}
    together = [[s.entry_id for s in seats if s.entry_id in entries] for seats in seated.values()]
    playing = [group for group in together if len(group) > 1]
    begun = {each.number for each in rounds if each.status == RoundStatus.CLOSED}
    begun |= {seats[0].table.round.number for seats in seated.values()}
    with_result = Round.objects.filter(any_result(), stage=stage)
    begun |= set(with_result.values_list("number", flat=True))
    left = goal.rounds - len(begun)
    if left < 0 or not (left or playing):
        return None
    matches = _matches(competition)
    try:
        season = _season(competition, rows, playing, frozenset(seated), left, goal, matches)
        found = forecast(season, seed=competition.lot_seed, simulations=SIMULATIONS)
    except (CannotDrawError, ValueError):
        return None
    return {
        "stage": stage.number,
        "goal": [goal.places, goal.points, goal.rounds, goal.is_title],
        "rows": _rows(rows, found, goal),
        "rounds_left": left,
        "simulations": found.simulations,
        "seed": competition.lot_seed,
        "is_playing": bool(playing),
        "matches": None if are_points_known(competition) else len(matches),
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
    """Return the input of the simulation; raises CannotDrawError."""
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
        worth=_points_by_size(
            competition, {*map(len, playing), *chain.from_iterable(sizes)}, matches
        ),
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
    """Return the points of settled rounds, and other settled points, by entry."""
    rules = Rules.of(competition)
    if competition.best_of is not None:
        ledgers = {
            row.entry_id: row.ledger.until(LAST, open_tables)
            for row in with_ledgers(rows, competition)
        }
        results = {
            entry: [result.points for result in ledger.by_round().values()]
            for entry, ledger in ledgers.items()
        }
        return results, {entry: each.other_points(rules) for entry, each in ledgers.items()}
    fixed = {row.entry_id: row.points for row in rows}
    unsettled = TableResult.objects.filter(table__in=open_tables, entry__in=fixed)
    for entry, points in unsettled.values_list("entry", "points"):
        fixed[entry] -= points + rules.attendance_bonus
    return {entry: [] for entry in fixed}, fixed


def are_points_known(competition: Competition) -> bool:
    """Return whether the places alone decide the points of a table."""
    return competition.scoring in SCORINGS_BY_PLACE and not competition.target_bonus


def _points_by_size(
    competition: Competition, sizes: Iterable[int], matches: Sequence[_Match]
) -> dict[int, list[list[int]]]:
    """Return possible points by place for tables of some sizes; measured unless known."""
    # Who is there gets it; of the best rounds' worth it is no part, and all get it alike there.
    bonus = competition.attendance_bonus if competition.best_of is None else 0
    known = {len(match.points) for match in matches}
    found: dict[int, list[list[int]]] = {}
    for size in sizes:
        if are_points_known(competition):
            scored = score_table(range(1, size + 1), range(size, 0, -1), scale_of(competition))
            found[size] = [[bonus + each.points for each in scored]]
            continue
        if not known:
            continue
        nearest = min(known, key=lambda other: (abs(other - size), other))
        alike = [match.points for match in matches if len(match.points) == nearest]
        found[size] = [[bonus + each for each in _stretched(points, size)] for points in alike]
    return found


def _stretched(points: Sequence[int], size: int) -> list[int]:
    """Return the points interpolated to another size."""
    at = np.linspace(0, len(points) - 1, size)
    return [round(float(each)) for each in np.interp(at, range(len(points)), points)]


def _seats_of_open_tables(stage: Stage) -> Tables:
    """Return the seats of a stage's unfinished tables."""
    tables = (
        Table.objects.standing()
        .filter(round__stage=stage)
        .exclude(score__is_over=True)
        .exclude(round__status=RoundStatus.CLOSED, adjourned_at=None)
    )
    found = Seat.objects.filter(table__in=tables).select_related("table__round")
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in found.order_by("number"):
        seats[seat.table_id].append(seat)
    return seats


def _ratings(competition: Competition, rows: Sequence[StandingRow]) -> dict[int, Rating]:
    """Return the ratings by entry."""
    ratings = PlayerRating.objects.filter(
        rating_list__club=competition.club_id,
        rating_list__game=competition.game,
        player__entries__in=[row.entry_id for row in rows],
        player__entries__competition=competition,
    )
    found = ratings.values_list("player__entries", "mu", "sigma")
    return {entry: Rating(mu, sigma) for entry, mu, sigma in found}


def _matches(competition: Competition) -> list[_Match]:
    """Return the club's latest finished matches, oldest first."""
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
    for table, player in played_by_seat(results).values_list("table", PLAYED_BY):
        order[table].append(player)
    return [
        _Match(order[score.table_id], before[score.table_id], _points_of(score, competition))
        for score in reversed(scores)
        if before[score.table_id]
    ]


def _points_of(score: TableScore, competition: Competition) -> list[int]:
    """Return the points of a match in a competition, by place."""
    target = target_of(score.table) if competition.target_bonus else None
    scored = score_table(score.places, score.totals, scale_of(competition), target=target)
    return [each.points for each in sorted(scored, key=lambda each: (each.place, -each.points))]


def _rows(rows: Sequence[StandingRow], found: Forecast, goal: Goal) -> list[list[Any]]:
    def chance(outlook: Outlook) -> float:
        return outlook.win if goal.is_title else outlook.cut or 0.0

    stored = [
        [
            row.entry_id,
            row.points,
            chance(found.outlooks[row.entry_id]),
            found.outlooks[row.entry_id].place,
            [[need.place, chance(need.outlook)] for need in found.needs.get(row.entry_id, ())],
        ]
        for row in rows
    ]
    return sorted(stored, key=lambda each: (-each[2], each[3]))
