from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.competitions.models import Seat, Table
from league.results.models import TableScore
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import make_competition, make_round, make_table

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = [("standings", "0001_initial")]


def migrate(targets: list[tuple[str, str]]) -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection)


def test_standings_that_are_there_already_get_their_stage_and_their_books() -> None:
    competition = make_competition()
    tables = [
        make_table(make_round(competition, number=number), seats=3, number=number)
        for number in (1, 2)
    ]
    ada = tables[0].seats.get(number=0).entry
    Seat.objects.filter(table=tables[1], number=2).update(entry=ada, player=ada.player)
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes("standings")
    try:
        old = migrate(FIRST).loader.project_state(FIRST).apps
        for table, totals in zip(tables, ([3, 2, 1], [5, 9, 7]), strict=True):
            places = [1 + sum(other > total for other in totals) for total in totals]
            TableScore.objects.create(table=table, hands=1, totals=totals, places=places)
            for seat in Seat.objects.filter(table=table):
                old.get_model("standings", "TableResult").objects.create(
                    table_id=table.pk,
                    entry_id=seat.entry_id,
                    place=places[seat.number],
                    game_points=totals[seat.number],
                    points=[10, 7, 5][places[seat.number] - 1],
                )
        sums = {"competition_id": competition.pk, "place": 1, "tables": 2, "wins": 1}
        old.get_model("standings", "Standing").objects.create(
            entry_id=ada.pk, points=17, game_points=10, decided_by="points", **sums
        )
    finally:
        migrate(latest)
    standing = Standing.objects.get()
    played: list[list[Any]] = [
        [1, tables[0].pk, 0, None, 1, 10, 3, {}],
        [2, tables[1].pk, 2, None, 2, 7, 7, {}],
    ]
    assert standing.stage == competition.stages.get()
    assert (standing.rounds, standing.places) == (2, [1, 1])
    assert standing.ledger == {"played": played, "credits": []}
    assert TableResult.objects.get(table=tables[1], entry=ada).seat == 2
    found = [str(each) for each in recompute_competition(competition_id=competition.pk)]
    assert all("is missing" in each for each in found), found
    assert Table.objects.count() == 2
