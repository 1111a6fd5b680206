"""A backup: one gzip file of JSON lines, the same for every database. See docs/backups.md.

The first line says what it is and which migrations were applied. Each table has a line that names
it, and then one line a row. The last line has the number of rows and a checksum of all before it,
so that a file that broke off, or was changed, is never taken for a whole one.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from django.core.management import call_command
from django.db import transaction

from league.hosting.copies import BackupError
from league.hosting.rows import (
    BOOKKEEPING,
    Row,
    applied_migrations,
    as_text,
    count_on,
    held_still,
    make_tables,
    models_at,
    read_rows,
    tables,
    write_rows,
)

FORMAT = "menagerie-backup"
VERSION = 1


@dataclass(frozen=True)
class Head:
    """What stands above the rows."""

    made_at: str
    migrations: dict[str, list[str]]


def write_backup(file: Path, *, using: str, now: datetime) -> int:
    """Write all that a database holds at this moment, and return the number of rows.

    The file appears under its name only when it is whole and on the disk.
    """
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
        for row in read_rows(model, alias):
            line(as_text(row))
            count += 1
    text.write(json.dumps({"rows": count, "sha256": checksum.hexdigest()}) + "\n")
    return count


def read_head(file: Path) -> Head:
    """Return what a backup says of itself, having read all of it.

    Raises BackupError.
    """
    lines = _checked(file)
    head = next(lines)
    for _line in lines:
        pass
    return _head(head)


def _head(head: Any) -> Head:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError("This file is not a backup of Menagerie.")
    if head.get("version") != VERSION:
        raise BackupError("This backup was made by a newer Menagerie.")
    return Head(head["made_at"], head["migrations"])


def _checked(file: Path) -> Iterator[Any]:
    """Yield what is on each line but the last; raise BackupError at what is wrong."""
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
    """Fill an empty database from a backup, bring it up to date, and return the number of rows.

    Raises BackupError before it changes anything.
    """
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
    """Yield each table's own line with its rows, which are to be read before the next table."""
    following: list[dict[str, Any]] = [next(lines)]

    def rows() -> Iterator[Row]:
        for line in lines:
            if isinstance(line, dict):
                following.append(line)
                return
            yield line

    while following:
        yield following.pop(), rows()
