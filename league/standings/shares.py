"""Read what rounds have put into the ledgers of entries: all of them, or only a few."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    When,
    Window,
)
from django.db.models.functions import RowNumber

from games.tournament.meetings import Meeting
from league.competitions.models import Competition
from league.results.models import Adjustment, AdjustmentKind
from league.standings.ledger import LAST, NO_LEDGER, OF_A_ROUND, Credit, Ledger, Played, Sums
from league.standings.models import Standing, TableResult
from league.standings.queries import StandingRow
from league.standings.ranking import MeetingsOf, Terms


def with_ledgers(
    rows: Sequence[StandingRow],
    competition: Competition,
    rounds: Collection[int] | None = None,
) -> list[StandingRow]:
    """Return rows with their ledgers; with `rounds`, of tables only those of these rounds."""
    ledgers: dict[tuple[int, int], Ledger] = {}
    for number in {row.stage_number for row in rows}:
        entries = [row.entry_id for row in rows if row.stage_number == number]
        found = ledgers_in(competition, number, entries, rounds)
        ledgers |= {(number, entry): ledger for entry, ledger in found.items()}
    return [
        replace(row, ledger=replace(ledger, carried=row.ledger.carried))
        if (ledger := ledgers.get((row.stage_number, row.entry_id)))
        else row
        for row in rows
    ]


def ledgers_in(
    competition: Competition,
    stage: int,
    entries: Collection[int],
    rounds: Collection[int] | None = None,
) -> dict[int, Ledger]:
    """Return the ledgers of entries in the stage of this number, without the points brought along.

    With `rounds`, only these rounds' tables are in them; adjustments, which are few, always are.
    """
    if rounds is None:
        kept = Standing.objects.filter(
            competition=competition, stage__number=stage, entry__in=entries
        )
        return {pk: Ledger.read(book, 0) for pk, book in kept.values_list("entry_id", "ledger")}
    played = _played_in(competition, stage, entries, rounds)
    credited = _credits_in(competition, stage, entries)
    return {
        entry: Ledger().with_tables((), played[entry]).with_credits(credited[entry])
        for entry in played.keys() | credited.keys()
    }


def with_best_rounds(
    rows: Sequence[StandingRow], competition: Competition, rounds: Collection[int], until: int
) -> list[StandingRow]:
    """Return rows of one stage with as much of their ledgers as counts where only the best do.

    These are all adjustments, the tables of `rounds` and of as many others up to round `until` as
    may count beside them. The database chooses, so that a long season is not read; of what is
    dropped it counts the tables. Only who has several shares of a round is read round by round.
    """
    stage = rows[0].stage_number if rows else 0
    entries = [row.entry_id for row in rows]
    several = _with_several_shares(_results_in(competition, stage))
    ledgers = ledgers_in(competition, stage, several) if several else {}
    ledgers = {entry: ledger.until(until) for entry, ledger in ledgers.items()}
    played: dict[int, list[Played]] = defaultdict(list)
    in_all: dict[int, int] = {}
    for entry, number, *values, tables in _best_in(competition, stage, rounds, until):
        played[entry].append(Played(number, *values))
        in_all[entry] = tables
    credited = _credits_in(competition, stage, entries)
    for entry in (played.keys() | credited.keys()) - several:
        ledgers[entry] = (
            Ledger(unread=in_all.get(entry, 0) - len(played[entry]))
            .with_tables((), played[entry])
            .with_credits(credited[entry])
        )
    return [
        replace(
            row,
            ledger=replace(ledgers.get(row.entry_id, NO_LEDGER), carried=row.ledger.carried),
        )
        for row in rows
    ]


def _best_in(
    competition: Competition, stage: int, rounds: Collection[int], until: int
) -> QuerySet[TableResult, tuple[Any, ...]]:
    """Return of each entry the results in these rounds and as many others as can count.

    They are in the order in which rounds are compared (see games.tournament.best_of); last comes
    how many results the entry has.
    """
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
        .values_list("entry", "table__round__number", *PLAYED, "in_all")
    )


def _credits_in(
    competition: Competition, stage: int, entries: Collection[int]
) -> dict[int, list[Credit]]:
    """Return the adjustments that count in the stage of this number, by entry."""
    credited: dict[int, list[Credit]] = defaultdict(list)
    is_here = Q(round__stage__number=stage)
    if stage == 1:
        is_here |= Q(round=None)
    given = Adjustment.objects.filter(
        is_here, competition=competition, entry__in=entries, cancelled_at=None
    )
    columns = ("entry", "round__number", "pk", "kind", "points")
    for entry, number, pk, kind, points in given.values_list(*columns):
        credited[entry].append(Credit(number or 0, pk, kind, points))
    return credited


def _results_in(competition: Competition, stage: int) -> QuerySet[TableResult]:
    return TableResult.objects.filter(
        table__round__stage__competition=competition, table__round__stage__number=stage
    ).order_by()


def with_tables(
    rows: Sequence[StandingRow], competition: Competition, rounds: Collection[int]
) -> list[StandingRow]:
    """Return rows of one stage, with all adjustments, with just the tables of these rounds."""
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
) -> dict[int, list[Played]]:
    played: dict[int, list[Played]] = defaultdict(list)
    results = TableResult.objects.filter(
        entry__in=entries,
        table__round__stage__competition=competition,
        table__round__stage__number=stage,
        table__round__number__in=rounds,
    )
    for entry, *values in results.values_list("entry", "table__round__number", *PLAYED):
        played[entry].append(Played(*values))
    return played


def sums_after(competition: Competition, stage: int, after: int) -> dict[int, Sums]:
    """Return what the tables of the rounds after one have put into sums, by entry.

    The database adds up, so that a long season is not read. Adjustments are left out; a round that
    was played although there is a bye for it is not among the `rounds`, as the bye counts it.
    """
    results = TableResult.objects.filter(
        table__round__stage__competition=competition,
        table__round__stage__number=stage,
        table__round__number__gt=after,
    ).order_by()
    rounds: Counter[int] = Counter(
        dict(results.values_list("entry").annotate(Count("table__round", distinct=True)))
    )
    in_same = results.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    byes = Adjustment.objects.filter(Exists(in_same), kind=AdjustmentKind.BYE, cancelled_at=None)
    rounds.subtract(entry for entry, _ in set(byes.values_list("entry", "round")))
    found: dict[int, Sums] = {}
    sums = (Count("pk"), Sum("points"), Sum("game_points"))
    for entry, place, *added in results.values_list("entry", "place").annotate(*sums):
        before = found.get(entry, Sums(0, 0, 0, 0, rounds[entry], [], 0))
        found[entry] = _with_place(before, place, *added)
    return found


def _with_place(sums: Sums, place: int, times: int, points: int, game_points: int) -> Sums:
    """Add what an entry has from all tables at which it had one place."""
    places = [*sums.places, *[0] * (place - len(sums.places))]
    places[place - 1] += times
    return sums._replace(
        points=sums.points + points,
        wins=places[0],
        game_points=sums.game_points + game_points,
        tables=sums.tables + times,
        places=places,
    )


def settled_points(
    rows: Sequence[StandingRow], competition: Competition, besides: Collection[int]
) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return the points of rounds that may be dropped, and those besides, by entry of one stage.

    The tables `besides` are left out. How often each had how many points is counted by the
    database; only who has more than one share of a round is read round by round.
    """
    rules = Terms.of(competition).rules
    stage = rows[0].stage_number if rows else 0
    entries = [row.entry_id for row in rows]
    results = (
        TableResult.objects.filter(
            entry__in=entries,
            table__round__stage__competition=competition,
            table__round__stage__number=stage,
        )
        .exclude(table__in=besides)
        .order_by()
    )
    several = _with_several_shares(results)
    ledgers = ledgers_in(competition, stage, entries, rounds=())
    ledgers |= ledgers_in(competition, stage, several)
    ledgers = {
        row.entry_id: replace(ledgers.get(row.entry_id, NO_LEDGER), carried=row.ledger.carried)
        for row in rows
    }
    settled = {entry: ledger.until(LAST, frozenset(besides)) for entry, ledger in ledgers.items()}
    points = {
        entry: [result.points for result in ledger.by_round().values()]
        for entry, ledger in settled.items()
    }
    fixed = {entry: ledger.besides_rounds(rules) for entry, ledger in settled.items()}
    for entry, of_table, times in results.values_list("entry", "points").annotate(Count("pk")):
        if entry not in several:
            points[entry] += [of_table] * times
            fixed[entry] += times * rules.attendance_bonus
    return points, fixed


def _with_several_shares(results: QuerySet[TableResult]) -> set[int]:
    """Return the entries with two of these results in a round, or with one beside an adjustment."""
    in_a_round = results.values("entry", "table__round").annotate(shares=Count("pk"))
    twice = in_a_round.filter(shares__gt=1).values_list("entry", flat=True)
    in_same = results.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    given = Adjustment.objects.filter(Exists(in_same), kind__in=OF_A_ROUND, cancelled_at=None)
    return set(twice.union(given.values_list("entry", flat=True)))


def meetings_until(
    competition: Competition, stage: int, last: int, besides: Collection[int]
) -> MeetingsOf:
    """Return who met whom up to round `last` but at these tables, read once they are needed."""

    def meetings(entries: frozenset[int]) -> Sequence[Meeting]:
        results = TableResult.objects.filter(
            table__round__stage__competition=competition,
            table__round__stage__number=stage,
            table__round__number__lte=last,
        ).exclude(table__in=besides)
        own = results.filter(entry__in=entries)
        columns = ("table__round__number", "table_id", "entry_id", "place", "points", "pair")
        rows = results.filter(table__in=own.values("table"))
        return [Meeting(*row) for row in rows.values_list(*columns)]

    return meetings


PLAYED = ("table", "seat", "pair", "place", "points", "game_points", "bonuses")
