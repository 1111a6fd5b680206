"""Read what rounds have put into the ledgers of entries: all of them, or only a few."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db.models import Q

from games.tournament.meetings import Meeting
from league.competitions.models import Competition
from league.results.models import Adjustment
from league.standings.ledger import Credit, Ledger, Played
from league.standings.models import Standing, TableResult
from league.standings.queries import StandingRow
from league.standings.ranking import MeetingsOf


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
        return {pk: Ledger.read(ledger, 0) for pk, ledger in kept.values_list("entry", "ledger")}
    played: dict[int, list[Played]] = defaultdict(list)
    results = TableResult.objects.filter(
        entry__in=entries,
        table__round__stage__competition=competition,
        table__round__stage__number=stage,
        table__round__number__in=rounds,
    )
    for entry, *values in results.values_list("entry", "table__round__number", *PLAYED):
        played[entry].append(Played(*values))
    credited: dict[int, list[Credit]] = defaultdict(list)
    is_here = Q(round__stage__number=stage)
    if stage == 1:
        is_here |= Q(round=None)
    given = Adjustment.objects.filter(
        is_here, competition=competition, entry__in=entries, cancelled_at=None
    )
    for entry, number, *values in given.values_list(
        "entry", "round__number", "pk", "kind", "points"
    ):
        credited[entry].append(Credit(number or 0, *values))
    return {
        entry: Ledger().with_tables((), played[entry]).with_credits(credited[entry])
        for entry in played.keys() | credited.keys()
    }


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
