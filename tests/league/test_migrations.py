"""Migrations after the first release fit the version before, which runs meanwhile."""

import pytest
from django.db import connection, models
from django.db.migrations import AddField, AlterField, RemoveField, RenameField
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser.analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

from tests.release import all_of_ours, newer_than_release, released

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


SMALL = {"api.0002_apps"}
"""They index tables of some thousand rows at most, which takes milliseconds."""


def test_newer_migrations_fit_the_released_version() -> None:
    for name in newer_than_release(all_of_ours()):
        errors = [] if name in SMALL else ["CREATE_INDEX"]
        linter = MigrationLinter(no_cache=True, warnings_as_errors_tests=errors)
        label, _dot, migration = name.partition(".")
        linter.lint_migration(linter.migration_loader.get_migration(label, migration))
        assert linter.nb_erroneous == 0, name


def test_list_of_the_release_names_migrations_that_are_there() -> None:
    assert set(released()) <= set(all_of_ours())


def test_only_what_came_after_the_release_has_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = ["hosting.0001_release_0_2", "hosting.0002_clock_lease"]
    monkeypatch.setattr("tests.release.released", lambda: ours[:1])
    assert newer_than_release(ours) == ours[1:]


@pytest.mark.parametrize(
    ("operation", "faults"),
    [
        (AddField("schedulerheartbeat", "by", models.TextField(null=True)), []),
        (AddField("schedulerheartbeat", "by", models.TextField(db_default="")), []),
        (AddField("schedulerheartbeat", "by", models.TextField(default="")), ["NOT_NULL"]),
        (RemoveField("schedulerheartbeat", "at"), ["DROP_COLUMN"]),
        (RenameField("schedulerheartbeat", "at", "noted_at"), ["RENAME_COLUMN"]),
        (AlterField("schedulerheartbeat", "at", models.DateField()), ["ALTER_COLUMN"]),
        (AlterField("schedulerheartbeat", "at", models.DateTimeField(null=True)), []),
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
