"""Read all rows of a database as they were at one moment, and put them into an empty one.

Rows are plain lists of values in the order of named columns, whatever the database. Models
are those of a state of the migrations, so that rows of an older site find the tables they left.
"""

import json
import sqlite3
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.utils.duration import duration_iso_string

from league.core.moments import one_moment
from league.hosting.copies import BackupError
from league.hosting.history import known_migrations

Row = list[Any]
AT_ONCE = 1000
# What every database has from its migrations alone.
BOOKKEEPING = frozenset({"contenttypes.contenttype", "auth.permission"})
SNAPSHOT = "snapshot"


NOT_EMPTY = (
    "This database holds data already. Restoring needs an empty one: another "
    "DATA_DIR, or another name in DATABASE_URL. With SQLite, --replace sets it aside."
)


def applied_migrations(using: str) -> dict[str, list[str]]:
    """Return the names of the migrations that were applied, in order, by app."""
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connections[using]).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


@contextmanager
def held_still(using: str) -> Iterator[str]:
    """Yield the alias of a database that shows one moment of another, which goes on meanwhile."""
    if connections[using].vendor == "sqlite":
        with _copied(using) as alias:
            yield alias
    else:
        with one_moment(using):
            yield using


@contextmanager
def _copied(using: str) -> Iterator[str]:
    """Copy an SQLite database, which readers and writers of the original do not notice."""
    source = connections[using]
    source.ensure_connection()
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "copy.sqlite3"
        copy = sqlite3.connect(file)
        try:
            source.connection.backup(copy)
        finally:
            copy.close()
        connections.databases[SNAPSHOT] = {**source.settings_dict, "NAME": str(file)}
        try:
            yield SNAPSHOT
        finally:
            connections[SNAPSHOT].close()
            del connections[SNAPSHOT]
            del connections.databases[SNAPSHOT]


def models_at(applied: dict[str, list[str]], using: str) -> StateApps:
    """Return the models as they were after these migrations.

    Raises BackupError for one that this Menagerie does not have.
    """
    loader = MigrationExecutor(connections[using]).loader
    return loader.project_state(_latest(applied, loader)).apps


def _latest(applied: dict[str, list[str]], loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return those of the applied migrations that no other of them needs."""
    names = {(app, name) for app, names in applied.items() for name in names}
    nodes = loader.graph.node_map
    known = known_migrations(names, loader)
    return sorted(
        each for each in known if not any(child.key in known for child in nodes[each].children)
    )


def tables(apps: Apps) -> list[type[models.Model]]:
    """Return the models that have a table, those that join two others included."""
    found = apps.get_models(include_auto_created=True, include_swapped=False)
    return [each for each in found if each._meta.managed and not each._meta.proxy]


def read_rows(model: type[models.Model], using: str) -> Iterator[Row]:
    """Yield every row of a model, in the order of its key."""
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(using).order_by("pk").values_list(*columns)
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield list(row)


def as_text(row: Row) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> str:
    """Return the text of what JSON has no word for, to the last microsecond."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return b64encode(bytes(value)).decode("ascii")
        case _:
            raise TypeError(f"{type(value).__name__} has no place in a row.")


def write_rows(
    model: type[models.Model], columns: Iterable[str], rows: Iterable[Row], using: str
) -> int:
    """Put rows of these columns into a model's table and return their number."""
    by_column = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_column[column] for column in columns]
    written = 0
    batch: list[models.Model] = []
    for row in rows:
        batch.append(_instance(model, fields, row))
        if len(batch) == AT_ONCE:
            written += _write(model, batch, using)
            batch = []
    return written + _write(model, batch, using)


def _instance(model: type[models.Model], fields: Iterable[Any], row: Row) -> models.Model:
    values = {field.attname: _value(field, value) for field, value in zip(fields, row, strict=True)}
    return model(**values)


def _value(field: Any, value: Any) -> Any:
    # A JSON field's own text is a value, and not something to be read once more.
    if value is None or isinstance(field, models.JSONField):
        return value
    return field.target_field.to_python(value) if field.is_relation else field.to_python(value)


def _write(model: type[models.Model], batch: list[models.Model], using: str) -> int:
    model._base_manager.using(using).bulk_create(batch)
    return len(batch)


def make_tables(applied: dict[str, list[str]], using: str) -> None:
    """Bring an empty database to a state of the migrations.

    Raises BackupError when it holds somebody's data.
    """
    database = connections[using]
    present = set(database.introspection.table_names())
    if holds_data(database, present):
        raise BackupError(NOT_EMPTY)
    _drop_all(database, present)
    executor = MigrationExecutor(database)
    executor.migrate(_latest(applied, executor.loader))


def holds_data(database: BaseDatabaseWrapper, present: set[str]) -> bool:
    """Say whether a user or a club is there, or a table that is not ours."""
    ours = {"clubs_user", "clubs_club"}
    if not present:
        return False
    if not ours <= present:
        return True
    with database.cursor() as cursor:
        for table in sorted(ours):
            cursor.execute(f"SELECT 1 FROM {database.ops.quote_name(table)} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                return True
    return False


def _drop_all(database: BaseDatabaseWrapper, present: set[str]) -> None:
    """Drop tables that hold no data but what the migrations made."""
    cascade = " CASCADE" if database.vendor == "postgresql" else ""
    with database.constraint_checks_disabled(), database.cursor() as cursor:
        for table in sorted(present):
            cursor.execute(f"DROP TABLE {database.ops.quote_name(table)}{cascade}")


def count_on(found: Iterable[type[models.Model]], using: str) -> None:
    """Let each table's next key come after those that were written."""
    database = connections[using]
    statements = database.ops.sequence_reset_sql(no_style(), list(found))
    with database.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
