"""Locks of competitions, and versions of live pages."""

import pytest
from django.db import OperationalError, connection, transaction

from league.competitions.models import Table
from league.competitions.writing import bump_round, lock_competition
from tests.factories import make_competition, make_round, make_table


@pytest.mark.django_db
def test_pages_of_a_round_and_of_its_tables_have_a_new_version() -> None:
    round_ = make_round()
    table, elsewhere = make_table(round_), make_table(make_round())
    competition = round_.stage.competition
    before = competition.version

    bump_round(round_)

    competition.refresh_from_db()
    assert competition.version == before + 1
    versions = dict(Table.objects.values_list("pk", "version"))
    assert versions == {table.pk: table.version + 1, elsewhere.pk: elsewhere.version}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nobody_else_takes_a_locked_competition() -> None:
    competition = make_competition()
    other = connection.copy()
    with transaction.atomic():
        lock_competition(competition_id=competition.pk)
        with (
            other.cursor() as cursor,
            pytest.raises(OperationalError, match="could not obtain lock"),
        ):
            cursor.execute(
                "SELECT 1 FROM competitions_competition WHERE id = %s FOR UPDATE NOWAIT",
                [competition.pk],
            )
    other.close()
