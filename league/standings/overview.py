"""Read what the page of a competition's standings shows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator

from games.tournament.certainty import Certainty
from league.competitions.models import Competition, Entry, Round, Stage
from league.core.moments import one_moment
from league.results.models import Adjustment, AdjustmentKind
from league.standings.ledger import LAST, Rules
from league.standings.moments import movements, rows_at
from league.standings.outlook import Goal, certainties, goal_of, has_ended
from league.standings.queries import StandingRow, final_table
from league.standings.ranking import Terms
from league.standings.season import Season, entries_waiting, read_season
from league.standings.shares import sums_after, with_best_rounds, with_ledgers, with_tables
from league.standings.teams import TeamRow, teams_of
from league.standings.words import certainty_words, place_words

ROUNDS_SHOWN = 10
ROWS_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """Say which table is wanted: of a stage, after a round of it, without what still plays.

    `stage` None is the final table; `after` None is now. `page` is the part of it that is wanted,
    None for all of it; `entry` asks for the page with this one instead, `find` for nobody but those
    with this in their names.
    """

    stage: int | None = None
    after: int | None = None
    is_settled: bool = False
    page: int | None = None
    entry: int | None = None
    find: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold the league points of an entry in one round; `table_id` is None where it had no table."""

    points: int
    table_id: int | None
    is_provisional: bool
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """Hold a standing, what decided its place in words, and a cell or None for each round shown.

    `movement` is by how many places it has risen since the round before, None where nothing can
    be said. `certainty` says what is certain of it in words, "" for nothing. `is_cut` is on the
    last that goes on as it stands. `adjustments` are penalties and bonuses that count.
    """

    standing: StandingRow
    decided: str
    cells: tuple[Cell | None, ...] = ()
    movement: int | None = None
    certainty: str = ""
    is_cut: bool = False
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """Hold all of a page of standings.

    `page` has the rows' indexes in the whole table, None where all of it is shown. `stages` are
    those with a table, `stage` the one shown, None for the final table of several. `rounds` are the
    latest that have a result, oldest first; `earlier_rounds` is how many more there are. `choices`
    are the rounds after which the table can be shown. `waiting` are those who take part and have
    not played.
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


@dataclass(frozen=True, slots=True)
class _Moment:
    """Hold the rows of a stage at the moment asked for, and the rounds that count in them.

    `is_whole`: their ledgers have been read whole, and not only some rounds of them.
    """

    season: Season
    stage: Stage
    after: int | None
    besides: frozenset[int]
    rows: Sequence[StandingRow]
    columns: Sequence[Round]
    goal: Goal | None
    is_whole: bool


def overview_of(competition: Competition, asked: Asked) -> Overview:
    """Read the standings of a competition as asked for; what there is not is left away."""
    with one_moment():
        return _overview_of(competition, asked)


def _overview_of(competition: Competition, asked: Asked) -> Overview:
    season = read_season(competition)
    shown = season.stages_shown
    stage = next((each for each in shown if each.number == asked.stage), None)
    if stage is None and len(shown) == 1:
        stage = shown[0]
    if stage is None:
        return _final_overview(season, asked)
    return _overview_of_stage(_moment(season, stage, asked), asked)


def _final_overview(season: Season, asked: Asked) -> Overview:
    rows = final_table(season.rows)
    page, wanted = _wanted(rows, asked)
    opened = with_ledgers([rows[at] for at in wanted], season.competition)
    given = _given(opened)
    return Overview(
        rows=[
            OverviewRow(row, decided, adjustments=given[row.entry_id])
            for row, decided in zip(opened, place_words(rows, wanted), strict=True)
        ],
        page=page,
        stages=season.stages_shown,
        waiting=entries_waiting(season.competition),
        teams=teams_of(rows, season.competition.team_best),
        is_provisional=any(row.is_provisional for row in rows),
    )


def _moment(season: Season, stage: Stage, asked: Asked) -> _Moment:
    rounds = season.rounds.get(stage.number, [])
    numbers = [each.round.number for each in rounds]
    after = asked.after if asked.after in numbers else None
    besides = frozenset(season.playing) if asked.is_settled else frozenset()
    rows = season.rows[stage.number]
    is_whole = asked.page is None or len(rows) <= ROWS_A_PAGE
    later = None
    if is_whole:
        rows = with_ledgers(rows, season.competition)
    else:
        to_read = season.rounds_to_read(stage.number, after or LAST)
        if season.competition.best_of is not None:
            rows = with_best_rounds(rows, season.competition, to_read, after or LAST)
        else:
            rows = with_ledgers(rows, season.competition, to_read)
            later = sums_after(season.competition, stage.number, after) if after else None
    if after is not None or besides:
        past = rows_at(rows, season.competition, after=after or LAST, besides=besides, later=later)
        still = {row.entry_id for row in past if _is_playing(row, season.playing)}
        rows = [replace(row, is_provisional=row.entry_id in still) for row in past]
    unsure = set(season.playing.values()) if besides else set()
    settled = {number for row in rows for number in row.ledger.by_round()} if unsure else set()
    columns = [
        each.round
        for each in rounds
        if each.has_result
        and each.round.number <= (after or LAST)
        and (each.round.number not in unsure or each.round.number in settled)
    ]
    goal = None
    if after is None:
        goal = goal_of(season.stages, stage.number, [each.round for each in rounds])
    return _Moment(season, stage, after, besides, rows, columns, goal, is_whole)


def _overview_of_stage(moment: _Moment, asked: Asked) -> Overview:
    season, rows = moment.season, moment.rows
    rounds = season.rounds.get(moment.stage.number, [])
    page, wanted = _wanted(rows, asked)
    return Overview(
        rows=_rows(moment, wanted),
        page=page,
        stages=season.stages_shown,
        waiting=entries_waiting(season.competition),
        teams=teams_of(rows, season.competition.team_best),
        is_provisional=any(row.is_provisional for row in season.rows[moment.stage.number]),
        stage=moment.stage,
        rounds=moment.columns[-ROUNDS_SHOWN:],
        earlier_rounds=len(moment.columns[:-ROUNDS_SHOWN]),
        choices=[each.round for each in rounds if each.has_result],
        after=moment.after,
        is_settled=asked.is_settled,
        goal=moment.goal,
    )


def _wanted(rows: Sequence[StandingRow], asked: Asked) -> "tuple[Page[int] | None, Sequence[int]]":
    """Return the page of the rows' indexes that is asked for, if one is, and the indexes on it."""
    found: Sequence[int] = range(len(rows))
    if asked.find:
        sought = asked.find.casefold()
        found = [at for at in found if sought in rows[at].name.casefold()]
    if asked.page is None:
        return None, found
    own = (place for place, at in enumerate(found) if rows[at].entry_id == asked.entry)
    number = next((1 + place // ROWS_A_PAGE for place in own), asked.page)
    page = Paginator(found, ROWS_A_PAGE).get_page(number)
    return page, list(page.object_list)


def _rows(moment: _Moment, wanted: Sequence[int]) -> list[OverviewRow]:
    season, rows, goal = moment.season, moment.rows, moment.goal
    competition = season.competition
    rounds = [each.round for each in season.rounds.get(moment.stage.number, [])]
    shown = moment.columns[-ROUNDS_SHOWN:]
    last = shown[-1].number if shown else 0
    before = rows_at(rows, competition, after=last - 1)
    moved = movements(rows, before) if before else {}
    certain: Mapping[int, Certainty] = {}
    playing = frozenset(season.playing)
    if goal is not None:
        certain = certainties(rows, competition, goal, rounds, playing)
    is_over = goal is not None and has_ended(goal, rounds)
    opened = [rows[at] for at in wanted]
    if not moment.is_whole:
        after, besides = moment.after or LAST, moment.besides
        if competition.best_of is not None:
            opened = with_ledgers(opened, competition)
        else:
            opened = with_tables(opened, competition, [each.number for each in shown])
        opened = [replace(row, ledger=row.ledger.until(after, besides)) for row in opened]
    given = _given(opened)
    rules = Terms.of(competition).rules
    return [
        OverviewRow(
            standing=row,
            decided=decided,
            cells=_cells(row, shown, playing, rules),
            movement=moved.get(row.entry_id),
            certainty=certainty_words(certain.get(row.entry_id), goal, is_over=is_over),
            is_cut=_is_cut(rows, at, goal),
            adjustments=given[row.entry_id],
        )
        for at, row, decided in zip(wanted, opened, place_words(rows, wanted), strict=True)
    ]


def _is_playing(row: StandingRow, playing: Mapping[int, int]) -> bool:
    return any(played.table in playing for played in row.ledger.played)


def _given(rows: Sequence[StandingRow]) -> Mapping[int, tuple[Adjustment, ...]]:
    """Return the penalties and bonuses that count in rows, by entry."""
    counted = [
        credit.adjustment
        for row in rows
        for credit in row.ledger.credits
        if credit.kind in {AdjustmentKind.PENALTY, AdjustmentKind.BONUS}
    ]
    given: dict[int, list[Adjustment]] = {row.entry_id: [] for row in rows}
    if counted:
        for adjustment in Adjustment.objects.filter(pk__in=counted).order_by("pk"):
            given[adjustment.entry_id].append(adjustment)
    return {entry: tuple(adjustments) for entry, adjustments in given.items()}


def _cells(
    row: StandingRow, rounds: Sequence[Round], playing: frozenset[int], rules: Rules
) -> tuple[Cell | None, ...]:
    """Return what an entry has from each round: from one table or several, or from a bye."""
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
    """Say whether this row is the last that goes on as it stands."""
    if goal is None or goal.points is not None or goal.places < 2:
        return False
    if (rows[at].place or LAST) > goal.places:
        return False
    return at + 1 == len(rows) or (rows[at + 1].place or LAST) > goal.places
