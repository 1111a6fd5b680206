"""Backups of any database as gzipped JSON lines with a checksum; see docs/backups.md."""

import gzip
import hashlib
import json
import os
import sqlite3
import tempfile
from base64 import b64encode
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TextIO
from uuid import UUID

from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.utils.duration import duration_iso_string

from league.core.database import repeatable_read
from league.hosting.copies import BackupError, new_file, write_copy
from league.hosting.database import known_migrations, temporary_alias

Row = list[Any]
AT_ONCE = 1000
BOOKKEEPING = frozenset({"contenttypes.contenttype", "auth.permission"})  # filled by migrations
FORMAT = "menagerie-backup"
VERSION = 1
NOT_EMPTY = (
    "This database holds data already. Restoring needs an empty one: another "
    "DATA_DIR, or another name in DATABASE_URL. With SQLite, --replace sets it aside."
)


def applied_migrations(using: str) -> dict[str, list[str]]:
    """Return the applied migrations by app, in order."""
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connections[using]).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


@contextmanager
def held_still(using: str) -> Iterator[str]:
    """Yield the alias of a snapshot of a database."""
    source = connections[using]
    if source.vendor != "sqlite":
        with repeatable_read(using):
            yield using
        return
    source.ensure_connection()
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "copy.sqlite3"
        with closing(sqlite3.connect(file)) as copy:
            source.connection.backup(copy)
        with temporary_alias("snapshot", file, like=using):
            yield "snapshot"


def models_at(applied: dict[str, list[str]], using: str) -> StateApps:
    """Return the models after these migrations; raise BackupError."""
    loader = MigrationExecutor(connections[using]).loader
    return loader.project_state(_latest(applied, loader)).apps


def _latest(applied: dict[str, list[str]], loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return the applied migrations on which no other one depends."""
    names = {(app, name) for app, names in applied.items() for name in names}
    nodes = loader.graph.node_map
    known = known_migrations(names, loader)
    return sorted(
        each for each in known if not any(child.key in known for child in nodes[each].children)
    )


def tables(apps: Apps) -> list[type[models.Model]]:
    """Return the models with a table, join tables included."""
    found = apps.get_models(include_auto_created=True, include_swapped=False)
    return [each for each in found if each._meta.managed and not each._meta.proxy]


def _plain(value: Any) -> str:
    """Return the JSON text of a value, to the last microsecond."""
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
    """Insert rows of these columns and return their number."""
    by_column = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_column[column] for column in columns]
    instances = (_instance(model, fields, row) for row in rows)
    written = 0
    while batch := list(islice(instances, AT_ONCE)):
        model._base_manager.using(using).bulk_create(batch)
        written += len(batch)
    return written


def _instance(model: type[models.Model], fields: Iterable[Any], row: Row) -> models.Model:
    values = {field.attname: _value(field, value) for field, value in zip(fields, row, strict=True)}
    return model(**values)


def _value(field: Any, value: Any) -> Any:
    # A text in a JSON field is a value already.
    if value is None or isinstance(field, models.JSONField):
        return value
    return field.target_field.to_python(value) if field.is_relation else field.to_python(value)


def make_tables(applied: dict[str, list[str]], using: str) -> None:
    """Bring an empty database to a state of the migrations; raise BackupError."""
    database = connections[using]
    present = set(database.introspection.table_names())
    if holds_data(database, present):
        raise BackupError(NOT_EMPTY)
    _drop_all(database, present)
    executor = MigrationExecutor(database)
    executor.migrate(_latest(applied, executor.loader))


def holds_data(database: BaseDatabaseWrapper, present: set[str]) -> bool:
    """Say whether there is a user, a club, or a foreign table."""
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
    cascade = " CASCADE" if database.vendor == "postgresql" else ""
    with database.constraint_checks_disabled(), database.cursor() as cursor:
        for table in sorted(present):
            cursor.execute(f"DROP TABLE {database.ops.quote_name(table)}{cascade}")


def count_on(found: Iterable[type[models.Model]], using: str) -> None:
    """Set each table's sequence behind its last key."""
    database = connections[using]
    with database.cursor() as cursor:
        for statement in database.ops.sequence_reset_sql(no_style(), list(found)):
            cursor.execute(statement)


class Head(NamedTuple):
    """First line of a backup."""

    made_at: str
    migrations: dict[str, list[str]]


def write_backup(file: Path, *, using: str, now: datetime) -> int:
    """Write a database into a file, atomically; return the number of rows."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    with (
        held_still(using) as alias,
        gzip.open(unfinished, "wt", encoding="utf-8", compresslevel=6) as text,
    ):
        rows = _write(text, alias, now)
    with unfinished.open("rb") as whole:
        os.fsync(whole.fileno())
    unfinished.replace(file)
    return rows


def _write(text: TextIO, alias: str, now: datetime) -> int:
    checksum = hashlib.sha256()
    count = 0

    def line(content: str) -> None:
        checksum.update(content.encode())
        text.write(f"{content}\n")

    migrations = applied_migrations(alias)
    head = {"format": FORMAT, "version": VERSION, "made_at": now.isoformat()}
    line(json.dumps({**head, "migrations": migrations}))
    for model in tables(models_at(migrations, alias)):
        columns = [field.attname for field in model._meta.concrete_fields]
        line(json.dumps({"table": model._meta.label_lower, "columns": columns}))
        rows = model._base_manager.using(alias).order_by("pk").values_list(*columns)
        for row in rows.iterator(chunk_size=AT_ONCE):
            line(json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":")))
            count += 1
    text.write(json.dumps({"rows": count, "sha256": checksum.hexdigest()}) + "\n")
    return count


def read_head(file: Path) -> Head:
    """Return the head of a backup after checking all of it; raise BackupError."""
    lines = _checked(file)
    head = next(lines)
    deque(lines, maxlen=0)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError("This file is not a backup of Menagerie.")
    if head.get("version") != VERSION:
        raise BackupError("This backup was made by a newer Menagerie.")
    return Head(head["made_at"], head["migrations"])


def _checked(file: Path) -> Iterator[Any]:
    """Yield all lines but the last, parsed; raise BackupError for a damaged file."""
    checksum = hashlib.sha256()
    last = ""
    try:
        with gzip.open(file, "rt", encoding="utf-8", newline="\n") as text:
            for each in text:
                if last:
                    checksum.update(last.encode())
                    yield json.loads(last)
                last = each.rstrip("\n")
        end = json.loads(last) if last else None
    except (gzip.BadGzipFile, EOFError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BackupError(f"This file is no whole backup of Menagerie: {error}.") from error
    if not isinstance(end, dict) or end.get("sha256") != checksum.hexdigest():
        raise BackupError("The backup breaks off, or was changed after it was made.")


def read_backup(file: Path, *, using: str) -> int:
    """Restore a backup into an empty database and migrate it; return the rows; BackupError."""
    migrations = read_head(file).migrations
    apps = models_at(migrations, using)
    make_tables(migrations, using)
    found = {model._meta.label_lower: model for model in tables(apps)}
    count = 0
    lines = _checked(file)
    next(lines)
    with transaction.atomic(using=using):
        for label in BOOKKEEPING & found.keys():
            found[label]._base_manager.using(using).all().delete()
        for head, rows in _by_table(lines):
            count += write_rows(found[head["table"]], head["columns"], rows, using)
        count_on(found.values(), using)
    call_command("migrate", database=using, interactive=False, verbosity=0, no_backup=True)
    return count


def _by_table(lines: Iterator[Any]) -> Iterator[tuple[dict[str, Any], Iterator[Row]]]:
    """Yield each table's line with its rows, to be read before the next table."""
    following: list[dict[str, Any]] = [next(lines)]

    def rows() -> Iterator[Row]:
        for line in lines:
            if isinstance(line, dict):
                following.append(line)
                return
            yield line

    while following:
        yield following.pop(), rows()


def back_up_before_update(*, using: str, now: datetime) -> Path | None:
    """Back up a non-empty database with pending migrations; raise OSError."""
    database = connections[using]
    executor = MigrationExecutor(database)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    if not holds_data(database, set(database.introspection.table_names())):
        return None
    ending = ".sqlite3" if database.vendor == "sqlite" else ".jsonl.gz"
    file = new_file(f"before-update-{now:%Y-%m-%d-%H%M%S}{ending}")
    if database.vendor == "sqlite":
        write_copy(file, using=using)
    else:
        write_backup(file, using=using, now=now)
        file.chmod(0o600)
    return file
