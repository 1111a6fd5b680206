"""Keep results and standings in step with the tables' scores.

Both functions lead to the same rows: `update_table` from one table that has changed,
`recompute_competition` from all of them.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from games.tournament.tiebreaks import Row, rank
from league.competitions.models import Table
from league.competitions.services import bump, lock_competition
from league.standings.difference import Difference, replace_rows
from league.standings.models import Standing, TableResult
from league.standings.queries import (
    Totals,
    results_by_seat,
    standings_by_entry,
    table_to_count,
    tables_to_count,
    totals_by_entry,
    totals_of_competition,
)
from league.standings.worth import worth_of_table

TABLES_AT_ONCE = 200
RESULT_FIELDS = ("place", "game_points", "points")
STANDING_FIELDS = (
    "competition_id",
    "place",
    "points",
    "wins",
    "game_points",
    "tables",
    "decided_by",
)


@transaction.atomic
def update_table(*, table_id: int, competition_id: int) -> None:
    """Count a table anew after its score, its seats or its life have changed.

    Reads no other table's hands or scores. The caller holds the lock of the competition and bumps
    its version.
    """
    table = table_to_count(table_id)
    before = results_by_seat([table])
    after = _results_of(table, table.round.stage.competition.place_points)
    if not replace_rows(TableResult, ("table", "entry"), RESULT_FIELDS, before, after):
        return
    touched = {entry_id for _, entry_id in before.keys() | after.keys()}
    standings = standings_by_entry(competition_id)
    totals = {
        entry_id: Totals(*(getattr(standing, field) for field in Totals._fields))
        for entry_id, standing in standings.items()
        if entry_id not in touched
    }
    _replace_standings(competition_id, standings, totals | totals_by_entry(touched))


@transaction.atomic
def recompute_competition(*, competition_id: int) -> list[Difference]:
    """Count all tables of a competition anew, as when its scale of league points has changed.

    Returns what was not as it should be.
    """
    competition = lock_competition(competition_id=competition_id)
    differences: list[Difference] = []
    for tables in tables_to_count(competition_id, at_once=TABLES_AT_ONCE):
        differences += _recount_results(tables, competition.place_points)
    differences += _replace_standings(
        competition_id,
        standings_by_entry(competition_id),
        totals_of_competition(competition_id),
    )
    if differences:
        bump(competition_id=competition_id)
    return differences


def _recount_results(tables: Sequence[Table], scale: Sequence[int]) -> list[Difference]:
    right: dict[tuple[int, int], TableResult] = {}
    for table in tables:
        right |= _results_of(table, scale)
    kept = results_by_seat(tables)
    return replace_rows(TableResult, ("table", "entry"), RESULT_FIELDS, kept, right)


def _results_of(table: Table, scale: Sequence[int]) -> dict[tuple[int, int], TableResult]:
    """Return the results that the table should have, by table and entry."""
    worth = worth_of_table(table, getattr(table, "score", None), scale)
    return {
        (table.pk, entry_id): TableResult(table=table, entry_id=entry_id, **of_entry._asdict())
        for entry_id, of_entry in worth.items()
    }


def _replace_standings(
    competition_id: int, kept: Mapping[int, Standing], totals: Mapping[int, Totals]
) -> list[Difference]:
    rows = [
        Row(entry_id, of_entry.points, of_entry.wins, of_entry.game_points)
        for entry_id, of_entry in totals.items()
    ]
    right = {
        ranking.row.entry: Standing(
            competition_id=competition_id,
            entry_id=ranking.row.entry,
            place=ranking.place,
            decided_by=ranking.decided_by or "",
            **totals[ranking.row.entry]._asdict(),
        )
        for ranking in rank(rows)
    }
    return replace_rows(Standing, ("entry",), STANDING_FIELDS, kept, right)
