"""Forecast how a stage ends: chances to win or to go on, and what a place now would be worth."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.cache import cache

from games.tournament.draw import CannotDrawError, SizeLimits
from games.tournament.forecast import Forecast, Season, fit_sharpness, forecast
from games.tournament.ratings import Rating
from games.tournament.sizes import even_sizes
from league.competitions.models import Competition, Round, RoundStatus, Scoring, Seat, Stage, Table
from league.standings.ledger import NO_LEDGER
from league.standings.models import PlayerRating, RatedCompetition, RatingChange, TableResult
from league.standings.moments import LAST
from league.standings.outlook import Goal, goal_of
from league.standings.queries import StandingRow, standings_by_stage
from league.standings.ranking import Terms
from league.standings.shares import with_ledgers

SIMULATIONS: Final = 2000
SECONDS_KEPT: Final = 3600
MATCHES_MEASURED: Final = 60

Tables = Mapping[int, Sequence[Seat]]


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """Hold an entry's chances from 0 to 1: to reach the goal, and by the place at its table now.

    `needs` are pairs of a place at the table and the chance after it; empty for who plays not now.
    """

    standing: StandingRow
    chance: float
    mean_place: float
    needs: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class StageForecast:
    """Hold the forecast of a stage, likeliest first; `rounds_left` are still to be drawn."""

    stage: Stage
    goal: Goal
    rows: tuple[ForecastRow, ...]
    rounds_left: int
    simulations: int
    seed: int


def forecast_of(competition: Competition) -> StageForecast | None:
    """Forecast the stage that is played; None where nothing can be said, or all is over.

    That is so without a planned length, with a cut by points, with league points that do not come
    from places, and where the tables to come cannot be made. It is kept until something changes.
    """
    rated = RatedCompetition.objects.filter(competition=competition).first()
    key = f"forecast:{competition.pk}:{competition.version}:{rated.version if rated else 0}"
    kept: tuple[StageForecast | None] | None = cache.get(key)
    if kept is None:
        kept = (_forecast(competition),)
        cache.set(key, kept, SECONDS_KEPT)
    return kept[0]


def _forecast(competition: Competition) -> StageForecast | None:
    stages = list(competition.stages.order_by("number"))
    by_stage = standings_by_stage(competition)
    if competition.scoring != Scoring.PLACES or not by_stage:
        return None
    stage = next(each for each in stages if each.number == max(by_stage))
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    goal = goal_of(stages, stage.number, rounds)
    if goal is None or goal.points is not None:
        return None
    rows = with_ledgers(
        [row for row in by_stage[stage.number] if not (row.has_left or row.is_guest)], competition
    )
    seated = _seats_of_open_tables(stage)
    playing = _playing(seated, {row.entry_id for row in rows})
    begun = {each.number for each in rounds if each.status == RoundStatus.CLOSED}
    begun |= {seats[0].table.round.number for seats in seated.values()}
    begun |= {number for row in rows for number in row.ledger.by_round()}
    left = goal.rounds - len(begun)
    if left < 0 or not (left or playing):
        return None
    try:
        season = _season(competition, rows, playing, frozenset(seated), left, goal)
        told = forecast(season, seed=competition.lot_seed, simulations=SIMULATIONS)
    except (CannotDrawError, ValueError):
        return None
    return StageForecast(
        stage=stage,
        goal=goal,
        rows=_rows(rows, told, goal),
        rounds_left=left,
        simulations=told.simulations,
        seed=competition.lot_seed,
    )


def _season(
    competition: Competition,
    rows: Sequence[StandingRow],
    playing: Sequence[Sequence[int]],
    open_tables: frozenset[int],
    left: int,
    goal: Goal,
) -> Season:
    """Put a stage into the words of the engine; raises CannotDrawError for tables to come."""
    rules = Terms.of(competition).rules
    limits = SizeLimits(
        minimum=competition.table_min,
        preferred=tuple(competition.table_preferred),
        maximum=competition.table_max,
    )
    settled = {row.entry_id: row.ledger.until(LAST, open_tables) for row in rows}
    scale = list(competition.place_points)
    if scale:
        scale[0] += competition.win_bonus
    return Season(
        results={
            entry: [result.points for result in ledger.by_round().values()]
            for entry, ledger in settled.items()
        },
        ratings=_ratings(competition, rows),
        scale=scale,
        playing=playing,
        sizes=[even_sizes(len(rows), limits)] * left if left else (),
        best_of=competition.best_of,
        cut=None if goal.is_title else goal.places,
        sharpness=fit_sharpness(_matches(competition)),
        fixed={entry: ledger.besides_rounds(rules) for entry, ledger in settled.items()},
    )


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


def _matches(competition: Competition) -> list[tuple[list[int], dict[int, Rating]]]:
    """Return the club's latest matches that ended: who in which order, with the ratings before."""
    tables = list(
        Table.objects.standing()
        .filter(
            game=competition.game,
            score__is_over=True,
            round__stage__competition__club=competition.club_id,
        )
        .order_by("-pk")
        .values_list("pk", flat=True)[:MATCHES_MEASURED]
    )
    before: dict[int, dict[int, Rating]] = defaultdict(dict)
    changes = RatingChange.objects.filter(hand__table__in=tables).order_by("position")
    fields = ("hand__table", "player", "mu_before", "sigma_before")
    for table, player, mu, sigma in changes.values_list(*fields):
        before[table].setdefault(player, Rating(mu, sigma))
    order: dict[int, list[int]] = defaultdict(list)
    results = TableResult.objects.filter(table__in=tables).order_by("table", "place", "seat")
    for table, player in results.values_list("table", "entry__player"):
        order[table].append(player)
    return [(order[table], before[table]) for table in sorted(order) if before[table]]


def _rows(rows: Sequence[StandingRow], told: Forecast, goal: Goal) -> tuple[ForecastRow, ...]:
    found = []
    for row in rows:
        outlook = told.outlooks[row.entry_id]
        needs = told.needs.get(row.entry_id, ())
        found.append(
            ForecastRow(
                # What is kept for everybody who looks has no use for whole ledgers.
                standing=replace(row, ledger=NO_LEDGER),
                chance=outlook.win if goal.is_title else outlook.cut or 0.0,
                mean_place=outlook.place,
                needs=tuple(
                    (need.place, need.outlook.win if goal.is_title else need.outlook.cut or 0.0)
                    for need in needs
                ),
            )
        )
    return tuple(sorted(found, key=lambda each: (-each.chance, each.mean_place)))
