"""Migrations after the first release fit the version before, which runs meanwhile."""

import pytest
from django.db import connection, models
from django.db.migrations import AddField, AlterField, RemoveField, RenameField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser.analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

from tests.released_migrations import all_of_ours, newer_than_release, released

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_newer_migrations_fit_the_released_version() -> None:
    linter = MigrationLinter(no_cache=True, warnings_as_errors_tests=["CREATE_INDEX"])
    for name in newer_than_release(all_of_ours()):
        label, _dot, migration = name.partition(".")
        linter.lint_migration(linter.migration_loader.get_migration(label, migration))
    assert linter.nb_erroneous == 0


def test_list_of_the_release_names_migrations_that_are_there() -> None:
    assert set(released()) <= set(all_of_ours())


def test_before_the_first_release_there_is_nothing_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = ["hosting.0001_first_release", "hosting.0002_clock_lease"]
    monkeypatch.setattr("tests.released_migrations.released", list)
    assert newer_than_release(ours) == []
    monkeypatch.setattr("tests.released_migrations.released", lambda: ours[:1])
    assert newer_than_release(ours) == ours[1:]


@pytest.mark.parametrize(
    ("operation", "faults"),
    [
        (AddField("tick", "by", models.TextField(null=True)), []),
        (AddField("tick", "by", models.TextField(db_default="")), []),
        (AddField("tick", "by", models.TextField(default="")), ["NOT_NULL"]),
        (RemoveField("tick", "at"), ["DROP_COLUMN"]),
        (RenameField("tick", "at", "noted_at"), ["RENAME_COLUMN"]),
        (AlterField("tick", "at", models.DateField()), ["ALTER_COLUMN"]),
        (AlterField("tick", "at", models.DateTimeField(null=True)), []),
    ],
    ids=lambda given: "" if isinstance(given, list) else given.describe(),
)
def test_linter_knows_what_docs_operating_md_says(operation: Operation, faults: list[str]) -> None:
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    operation.state_forwards("hosting", after)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        operation.database_forwards("hosting", editor, before, after)
    found, _ignored, _warnings = analyse_sql_statements(PostgresqlAnalyser, editor.collected_sql)
    assert [fault.code for fault in found] == faults
