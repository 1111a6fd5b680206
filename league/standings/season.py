"""Seasons: ledgers of rounds, and standings after a round or without unfinished tables."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, When, Window
from django.db.models.functions import RowNumber

from league.competitions.models import SETTLED, Competition, Entry, Round, Stage, Table
from league.results.models import Adjustment, AdjustmentKind
from league.standings.ledger import (
    LAST,
    NO_LEDGER,
    OF_A_ROUND,
    Field,
    Ledger,
    LedgerAdjustment,
    LedgerTable,
    MeetingsOf,
    Rules,
    Totals,
    starting_ratings,
)
from league.standings.models import Standing, TableResult
from league.standings.queries import (
    StandingRow,
    in_order,
    meetings_in,
    provisional_results,
    ranked_rows,
    standings_by_stage,
)


def with_ledgers(
    rows: Sequence[StandingRow], competition: Competition, rounds: Collection[int] | None = None
) -> list[StandingRow]:
    """Return rows with their ledgers; with `rounds`, with the tables of these rounds alone."""
    ledgers = {
        number: ledgers_in(
            competition,
            number,
            [row.entry_id for row in rows if row.stage_number == number],
            rounds,
        )
        for number in {row.stage_number for row in rows}
    }
    return [
        replace(row, ledger=replace(ledger, carried=row.ledger.carried))
        if (ledger := ledgers[row.stage_number].get(row.entry_id))
        else row
        for row in rows
    ]


def ledgers_in(
    competition: Competition,
    stage: int,
    entries: Collection[int],
    rounds: Collection[int] | None = None,
) -> dict[int, Ledger]:
    """Return the ledgers of entries in a stage, without carried points; `rounds` as above."""
    if rounds is None:
        stored = Standing.objects.filter(
            competition=competition, stage__number=stage, entry__in=entries
        )
        return {
            pk: Ledger.read(ledger, 0) for pk, ledger in stored.values_list("entry_id", "ledger")
        }
    played = _played_in(competition, stage, entries, rounds)
    credited = credits_in(competition.pk, stage, entries)
    return {
        entry: Ledger().with_tables((), played[entry]).with_adjustments(credited[entry])
        for entry in played.keys() | credited.keys()
    }


def with_best_rounds(
    rows: Sequence[StandingRow], competition: Competition, rounds: Collection[int], until: int
) -> list[StandingRow]:
    """Return rows of a stage with the part of their ledgers that can count, where only the best do.

    That is all adjustments, the tables of `rounds`, and as many others up to round `until` as can
    count; the database selects them, so that a long season is not read. Only entries with several
    results in a round are read completely.
    """
    stage = rows[0].stage_number if rows else 0
    entries = [row.entry_id for row in rows]
    several = _with_several_shares(_results_in(competition, stage))
    ledgers = ledgers_in(competition, stage, several) if several else {}
    ledgers = {entry: ledger.until(until) for entry, ledger in ledgers.items()}
    played: dict[int, list[LedgerTable]] = defaultdict(list)
    in_all: dict[int, int] = {}
    for entry, number, *values, tables in _best_in(competition, stage, rounds, until):
        played[entry].append(LedgerTable(number, *values))
        in_all[entry] = tables
    credited = credits_in(competition.pk, stage, entries)
    for entry in (played.keys() | credited.keys()) - several:
        ledgers[entry] = (
            Ledger(unread=in_all.get(entry, 0) - len(played[entry]))
            .with_tables((), played[entry])
            .with_adjustments(credited[entry])
        )
    return [
        replace(
            row, ledger=replace(ledgers.get(row.entry_id, NO_LEDGER), carried=row.ledger.carried)
        )
        for row in rows
    ]


def _best_in(
    competition: Competition, stage: int, rounds: Collection[int], until: int
) -> QuerySet[TableResult, tuple[Any, ...]]:
    """Return the results of each entry that can count, and the number of all its results."""
    of_entry = [F("entry")]
    is_read = Case(When(table__round__number__in=rounds, then=0), default=1)
    is_won = Case(When(place=1, then=0), default=1)
    in_order = [is_read, F("points").desc(), is_won, F("game_points").desc()]
    at = Window(
        RowNumber(), partition_by=of_entry, order_by=[*in_order, F("table__round__number").desc()]
    )
    in_all = Window(Count("pk"), partition_by=of_entry)
    results = _results_in(competition, stage).filter(table__round__number__lte=until)
    return (
        results.annotate(at=at, in_all=in_all)
        .filter(at__lte=(competition.best_of or 0) + len(rounds))
        .values_list("entry", "table__round__number", *LedgerTable._fields[1:], "in_all")
    )


def credits_in(
    competition: int, stage: int, entries: Collection[int]
) -> dict[int, list[LedgerAdjustment]]:
    """Return the adjustments that count in a stage by entry; in the first, also without round."""
    is_here = Q(round__stage__number=stage)
    if stage == 1:
        is_here |= Q(round=None)
    rows = Adjustment.objects.filter(
        is_here, competition=competition, entry__in=entries, cancelled_at=None
    )
    credited: dict[int, list[LedgerAdjustment]] = defaultdict(list)
    columns = ("entry_id", "round__number", "pk", "kind", "points")
    for entry_id, number, *credit in rows.values_list(*columns):
        credited[entry_id].append(LedgerAdjustment(number or 0, *credit))
    return credited


def _results_in(competition: Competition, stage: int) -> QuerySet[TableResult]:
    return TableResult.objects.filter(
        table__round__stage__competition=competition, table__round__stage__number=stage
    ).order_by()


def with_tables(
    rows: Sequence[StandingRow], competition: Competition, rounds: Collection[int]
) -> list[StandingRow]:
    """Return rows of a stage with all adjustments, and the tables of these rounds alone."""
    if not rows:
        return []
    entries = [row.entry_id for row in rows]
    played = _played_in(competition, rows[0].stage_number, entries, rounds)
    return [
        replace(row, ledger=replace(row.ledger, played=()).with_tables((), played[row.entry_id]))
        for row in rows
    ]


def _played_in(
    competition: Competition, stage: int, entries: Collection[int], rounds: Collection[int]
) -> dict[int, list[LedgerTable]]:
    played: dict[int, list[LedgerTable]] = defaultdict(list)
    results = _results_in(competition, stage).filter(
        entry__in=entries, table__round__number__in=rounds
    )
    for entry, *values in results.values_list(
        "entry", "table__round__number", *LedgerTable._fields[1:]
    ):
        played[entry].append(LedgerTable(*values))
    return played


def totals_after(competition: Competition, stage: int, after: int) -> dict[int, Totals]:
    """Return the sums of tables after a round by entry, without rounds that have a bye."""
    results = _results_in(competition, stage).filter(table__round__number__gt=after)
    rounds: Counter[int] = Counter(
        dict(results.values_list("entry").annotate(Count("table__round", distinct=True)))
    )
    in_same = results.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    byes = Adjustment.objects.filter(Exists(in_same), kind=AdjustmentKind.BYE, cancelled_at=None)
    rounds.subtract(entry for entry, _ in set(byes.values_list("entry", "round")))
    found: dict[int, Totals] = {}
    sums = (Count("pk"), Sum("points"), Sum("game_points"))
    for entry, place, *added in results.values_list("entry", "place").annotate(*sums):
        before = found.get(entry, Totals(0, 0, 0, 0, rounds[entry], [], 0))
        found[entry] = _with_place(before, place, *added)
    return found


def _with_place(totals: Totals, place: int, times: int, points: int, game_points: int) -> Totals:
    """Add the sums of an entry's tables with one place."""
    places = [*totals.places, *[0] * (place - len(totals.places))]
    places[place - 1] += times
    return totals._replace(
        points=totals.points + points,
        wins=places[0],
        game_points=totals.game_points + game_points,
        tables=totals.tables + times,
        places=places,
    )


def _with_several_shares(results: QuerySet[TableResult]) -> set[int]:
    """Return the entries with several results in a round, or one and an adjustment."""
    in_a_round = results.values("entry", "table__round").annotate(shares=Count("pk"))
    twice = in_a_round.filter(shares__gt=1).values_list("entry", flat=True)
    in_same = results.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    given = Adjustment.objects.filter(Exists(in_same), kind__in=OF_A_ROUND, cancelled_at=None)
    return set(twice.union(given.values_list("entry", flat=True)))


def meetings_until(
    competition: Competition, stage: int, last: int, excluded: Collection[int]
) -> MeetingsOf:
    """Return the meetings up to round `last` except at some tables, read when needed."""
    results = _results_in(competition, stage).filter(table__round__number__lte=last)
    return meetings_in(results.exclude(table__in=excluded))


class Season(NamedTuple):
    """A competition with its stages, rounds, rows, rounds with results, and open tables."""

    competition: Competition
    stages: Sequence[Stage]
    rounds: Mapping[int, list[Round]]
    with_result: frozenset[int]
    rows: Mapping[int, list[StandingRow]]
    playing: Mapping[int, int]

    @property
    def stages_shown(self) -> list[Stage]:
        """The stages with a table."""
        return [stage for stage in self.stages if stage.number in self.rows]

    def rounds_to_read(self, stage: int, after: int) -> set[int]:
        """Return the rounds up to `after` that may still change, and the last settled one."""
        rounds = [each for each in self.rounds.get(stage, ()) if each.number <= after]
        playing = {number for number in self.playing.values() if number <= after}
        unsure = {each.number for each in rounds if each.status not in SETTLED}
        past = [each.number for each in rounds if each.number in self.with_result]
        settled = [number for number in past if number not in playing]
        return unsure | playing | set(settled[-1:])


def read_season(competition: Competition) -> Season:
    """Return a season without ledgers."""
    results = provisional_results(competition.pk)
    playing = list(results.values_list("entry_id", "table_id", "table__round__number"))
    found = Round.objects.filter(stage__competition=competition).annotate(has_result=any_result())
    rounds: dict[int, list[Round]] = defaultdict(list)
    with_result = set()
    for round in found.select_related("stage").order_by("stage__number", "number"):
        rounds[round.stage.number].append(round)
        if getattr(round, "has_result"):  # noqa: B009 - annotated
            with_result.add(round.number)
    return Season(
        competition=competition,
        stages=list(competition.stages.order_by("number")),
        rounds=rounds,
        with_result=frozenset(with_result),
        rows=standings_by_stage(competition, [entry for entry, _, _ in playing]),
        playing={table: number for _, table, number in playing},
    )


def any_result() -> Q:
    """Return the condition that a round has a result, or an adjustment in place of one."""
    result = TableResult.objects.filter(table=OuterRef("pk"))
    # Table by table: asked for in one step, PostgreSQL would go through all results for each round.
    tables = Table.objects.filter(Exists(result), round=OuterRef("pk"))
    added = Adjustment.objects.filter(round=OuterRef("pk"), kind__in=OF_A_ROUND, cancelled_at=None)
    return Exists(tables) | Exists(added)


def entries_waiting(competition: Competition) -> list[Entry]:
    """Return the entries that have not played, by name."""
    entries = competition.entries.filter(withdrawn_at=None, standings=None)
    return list(entries.select_related("player").order_by("player__name", "pk"))


NOTHING = NO_LEDGER.add_up(Rules(None, 0))


def rows_at(
    rows: Sequence[StandingRow],
    competition: Competition,
    *,
    after: int = LAST,
    excluded: frozenset[int] = frozenset(),
    later: Mapping[int, Totals] | None = None,
) -> list[StandingRow]:
    """Return the rows of a stage after round `after`, without some tables.

    The ledgers hold all adjustments and at least later tables and these; or `later` has the sums of
    later tables. Entries without any result then are left out of a first stage.
    """
    if not rows:
        return []
    then = [replace(row, ledger=row.ledger.until(after, excluded)) for row in rows]
    rules, later = Rules.of(competition), later or {}
    sums = {
        row.entry_id: _totals_at(row, past.ledger, rules, later.get(row.entry_id, NOTHING))
        for row, past in zip(rows, then, strict=True)
    }
    shown = [
        row
        for row in then
        if row.stage_number > 1
        or row.ledger.carried
        or row.ledger.adjustments
        or sums[row.entry_id].tables
    ]
    field = Field(
        {row.entry_id: sums[row.entry_id] for row in shown},
        frozenset(row.entry_id for row in rows if row.is_guest),
        meetings_until(competition, rows[0].stage_number, after, excluded),
        starting_ratings(competition),
    )
    return in_order(ranked_rows(shown, field, competition))


def place_changes(
    rows: Sequence[StandingRow], before: Sequence[StandingRow]
) -> Mapping[int, int | None]:
    """Return the places gained by entry; None for new entries."""
    places = {row.entry_id: row.place for row in before if row.place}
    return {
        row.entry_id: places[row.entry_id] - row.place if row.entry_id in places else None
        for row in rows
        if row.place
    }


def _totals_at(row: StandingRow, then: Ledger, rules: Rules, later: Totals) -> Totals:
    """Return the sums of a row with an earlier ledger, without the sums of `later`."""
    if rules.best_of is not None:
        return then.add_up(rules)
    tables = {each.table for each in then.played}
    given = set(then.adjustments)
    gone = [each for each in row.ledger.played if each.table not in tables]
    taken = [each for each in row.ledger.adjustments if each not in given]
    missed = len(row.ledger.attended() - then.attended()) + later.rounds
    places = list(row.places)
    for each in gone:
        places[each.place - 1] -= 1
    for at, times in enumerate(later.places):
        places[at] -= times
    while places and not places[-1]:
        places.pop()
    lost = sum(each.points for each in gone) + sum(each.points for each in taken)
    return Totals(
        points=row.points - lost - later.points - missed * rules.attendance_bonus,
        wins=row.wins - sum(each.place == 1 for each in gone) - later.wins,
        game_points=row.game_points - sum(each.game_points for each in gone) - later.game_points,
        tables=row.tables - len(gone) - later.tables,
        rounds=row.rounds - missed,
        places=places,
        byes=row.byes - sum(each.kind == AdjustmentKind.BYE for each in taken),
    )
