"""Data of the page of a competition's standings."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from league.competitions.models import Competition, Entry, Round, Stage
from league.core.database import repeatable_read
from league.core.requests import number_in
from league.results.models import Adjustment, AdjustmentKind
from league.standings.clinching import Goal, certainties, goal_of, has_ended
from league.standings.ledger import LAST, Rules
from league.standings.queries import StandingRow, final_table
from league.standings.season import (
    Season,
    entries_waiting,
    place_changes,
    read_season,
    rows_at,
    totals_after,
    with_best_rounds,
    with_ledgers,
    with_tables,
)
from league.standings.teams import TeamRow, teams_of
from league.standings.texts import certainty_text, place_texts

ROUNDS_SHOWN = 10
ROWS_A_PAGE = 100


class StandingsQuery(NamedTuple):
    """Which standings to show: of a stage, after a round, without unfinished tables.

    `stage` None means the final standings, `after` None now, `page` None all rows. `entry` selects
    its page, `find` the rows with this in their names. `by_round` shows the points of each round
    alone.
    """

    stage: int | None = None
    after: int | None = None
    is_settled: bool = False
    page: int | None = None
    entry: int | None = None
    find: str = ""
    by_round: bool = False

    @classmethod
    def of_snapshot(cls, query: QueryDict) -> "StandingsQuery":
        """Return all rows of the moment that an address asks for."""
        stage, after = number_in(query, "stage"), number_in(query, "after")
        return cls(stage=stage, after=after, is_settled="settled" in query)


class Cell(NamedTuple):
    """The points of an entry in a round; `table_id` is None without a table."""

    points: int
    table_id: int | None
    is_provisional: bool
    is_dropped: bool


class OverviewRow(NamedTuple):
    """A row of the standings with a cell for each round; `is_cut` is the last that advances."""

    standing: StandingRow
    decided: str
    cells: tuple[Cell | None, ...] = ()
    place_change: int | None = None
    certainty: str = ""
    is_cut: bool = False
    adjustments: tuple[Adjustment, ...] = ()


class Overview(NamedTuple):
    """The page of a competition's standings.

    `page` has indexes of rows. `rounds` are the latest with a result, `choices` all of them.
    `waiting` have not played.
    """

    rows: list[OverviewRow]
    stages: list[Stage]
    waiting: list[Entry]
    teams: list[TeamRow]
    is_provisional: bool
    page: "Page[int] | None" = None
    stage: Stage | None = None
    rounds: Sequence[Round] = ()
    earlier_rounds: int = 0
    choices: Sequence[Round] = ()
    after: int | None = None
    is_settled: bool = False
    goal: Goal | None = None


class _Snapshot(NamedTuple):
    """The rows of a stage at the requested time; `is_whole` with complete ledgers."""

    season: Season
    stage: Stage
    after: int | None
    excluded: frozenset[int]
    rows: Sequence[StandingRow]
    columns: Sequence[Round]
    goal: Goal | None
    is_whole: bool


@repeatable_read()
def overview_of(competition: Competition, query: StandingsQuery) -> Overview:
    """Return the requested standings; unknown parameters are ignored."""
    season = read_season(competition)
    shown = season.stages_shown
    stage = next((each for each in shown if each.number == query.stage), None)
    if stage is None and len(shown) == 1:
        stage = shown[0]
    if stage is None:
        return _final_overview(season, query)
    return _overview_of_stage(_snapshot(season, stage, query), query)


def _final_overview(season: Season, query: StandingsQuery) -> Overview:
    rows = final_table(season.rows)
    page, wanted = _wanted(rows, query)
    shown_rows = with_ledgers([rows[at] for at in wanted], season.competition)
    adjustments_of = _adjustments_by_entry(shown_rows)
    return Overview(
        rows=[
            OverviewRow(row, decided, adjustments=tuple(adjustments_of[row.entry_id]))
            for row, decided in zip(shown_rows, place_texts(rows, wanted), strict=True)
        ],
        page=page,
        stages=season.stages_shown,
        waiting=entries_waiting(season.competition),
        teams=teams_of(rows, season.competition.team_best),
        is_provisional=any(row.is_provisional for row in rows),
    )


def _snapshot(season: Season, stage: Stage, query: StandingsQuery) -> _Snapshot:
    rounds = season.rounds.get(stage.number, [])
    after = query.after if query.after in [each.number for each in rounds] else None
    excluded = frozenset(season.playing) if query.is_settled else frozenset()
    rows = season.rows[stage.number]
    is_whole = query.page is None or len(rows) <= ROWS_A_PAGE
    later = None
    if is_whole:
        rows = with_ledgers(rows, season.competition)
    else:
        to_read = season.rounds_to_read(stage.number, after or LAST)
        if season.competition.best_of is not None:
            rows = with_best_rounds(rows, season.competition, to_read, after or LAST)
        else:
            rows = with_ledgers(rows, season.competition, to_read)
            later = totals_after(season.competition, stage.number, after) if after else None
    if after is not None or excluded:
        past = rows_at(
            rows, season.competition, after=after or LAST, excluded=excluded, later=later
        )
        rows = [
            replace(row, is_provisional=any(p.table in season.playing for p in row.ledger.played))
            for row in past
        ]
    unsure = set(season.playing.values()) if excluded else set()
    settled = {number for row in rows for number in row.ledger.by_round()} if unsure else set()
    columns = [
        each
        for each in rounds
        if each.number in season.with_result
        and each.number <= (after or LAST)
        and each.number not in unsure - settled
    ]
    goal = goal_of(season.stages, stage.number, rounds) if after is None else None
    return _Snapshot(season, stage, after, excluded, rows, columns, goal, is_whole)


def _overview_of_stage(snapshot: _Snapshot, query: StandingsQuery) -> Overview:
    season, rows = snapshot.season, snapshot.rows
    rounds = season.rounds.get(snapshot.stage.number, [])
    page, wanted = _wanted(rows, query)
    return Overview(
        rows=_rows(snapshot, wanted),
        page=page,
        stages=season.stages_shown,
        waiting=entries_waiting(season.competition),
        teams=teams_of(rows, season.competition.team_best),
        is_provisional=any(row.is_provisional for row in season.rows[snapshot.stage.number]),
        stage=snapshot.stage,
        rounds=snapshot.columns[-ROUNDS_SHOWN:],
        earlier_rounds=len(snapshot.columns[:-ROUNDS_SHOWN]),
        choices=[each for each in rounds if each.number in season.with_result],
        after=snapshot.after,
        is_settled=query.is_settled,
        goal=snapshot.goal,
    )


def _wanted(
    rows: Sequence[StandingRow], query: StandingsQuery
) -> "tuple[Page[int] | None, Sequence[int]]":
    """Return the requested page, if any, and the indexes of its rows."""
    found: Sequence[int] = range(len(rows))
    if query.find:
        sought = query.find.casefold()
        found = [at for at in found if sought in rows[at].name.casefold()]
    if query.page is None:
        return None, found
    own = (place for place, at in enumerate(found) if rows[at].entry_id == query.entry)
    number = next((1 + place // ROWS_A_PAGE for place in own), query.page)
    page = Paginator(found, ROWS_A_PAGE).get_page(number)
    return page, list(page.object_list)


def _rows(snapshot: _Snapshot, wanted: Sequence[int]) -> list[OverviewRow]:
    season, rows, goal = snapshot.season, snapshot.rows, snapshot.goal
    competition = season.competition
    rounds = season.rounds.get(snapshot.stage.number, [])
    shown = snapshot.columns[-ROUNDS_SHOWN:]
    last = shown[-1].number if shown else 0
    before = rows_at(rows, competition, after=last - 1)
    moved = place_changes(rows, before) if before else {}
    playing = frozenset(season.playing)
    certain = certainties(rows, competition, goal, rounds, playing) if goal else {}
    is_over = goal is not None and has_ended(goal, rounds)
    shown_rows = [rows[at] for at in wanted]
    if not snapshot.is_whole:
        after, excluded = snapshot.after or LAST, snapshot.excluded
        if competition.best_of is not None:
            shown_rows = with_ledgers(shown_rows, competition)
        else:
            shown_rows = with_tables(shown_rows, competition, [each.number for each in shown])
        shown_rows = [replace(row, ledger=row.ledger.until(after, excluded)) for row in shown_rows]
    adjustments_of = _adjustments_by_entry(shown_rows)
    rules = Rules.of(competition)
    return [
        OverviewRow(
            standing=row,
            decided=decided,
            cells=_cells(row, shown, playing, rules),
            place_change=moved.get(row.entry_id),
            certainty=certainty_text(certain.get(row.entry_id), goal, is_over=is_over),
            is_cut=_is_cut(rows, at, goal),
            adjustments=tuple(adjustments_of[row.entry_id]),
        )
        for at, row, decided in zip(wanted, shown_rows, place_texts(rows, wanted), strict=True)
    ]


def _adjustments_by_entry(rows: Sequence[StandingRow]) -> Mapping[int, Sequence[Adjustment]]:
    """Return the penalties and bonuses that count, by entry."""
    counted = [
        credit.adjustment
        for row in rows
        for credit in row.ledger.adjustments
        if credit.kind in {AdjustmentKind.PENALTY, AdjustmentKind.BONUS}
    ]
    found: dict[int, list[Adjustment]] = defaultdict(list)
    for adjustment in Adjustment.objects.filter(pk__in=counted).order_by("pk") if counted else ():
        found[adjustment.entry_id].append(adjustment)
    return found


def _cells(
    row: StandingRow, rounds: Sequence[Round], playing: frozenset[int], rules: Rules
) -> tuple[Cell | None, ...]:
    """Return the cells of an entry by round."""
    results, dropped = row.ledger.by_round(), row.ledger.dropped(rules)
    tables: dict[int, list[int]] = defaultdict(list)
    for played in row.ledger.played:
        tables[played.round].append(played.table)
    return tuple(
        Cell(
            points=results[number].points,
            table_id=tables[number][-1] if tables[number] else None,
            is_provisional=any(table in playing for table in tables[number]),
            is_dropped=number in dropped,
        )
        if (number := each.number) in results
        else None
        for each in rounds
    )


def _is_cut(rows: Sequence[StandingRow], at: int, goal: Goal | None) -> bool:
    """Return whether a row is the last that advances."""
    if goal is None or goal.points is not None or goal.places < 2:
        return False
    if (rows[at].place or LAST) > goal.places:
        return False
    return at + 1 == len(rows) or (rows[at + 1].place or LAST) > goal.places
