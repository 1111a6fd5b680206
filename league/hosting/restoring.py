"""Restoring a backup beside the SQLite database, or into another database."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from league.hosting.archive import NOT_EMPTY, holds_data, read_backup
from league.hosting.copies import BackupError, check_copy
from league.hosting.database import refuse_other_history, temporary_alias


def restore_into(environment: dict[str, str], file: Path) -> str:
    """Restore in a process with other settings; return its last line; raise BackupError."""
    run = subprocess.run(  # noqa: S603
        [sys.executable, f"{settings.BASE_DIR}/manage.py", "restore", str(file.resolve())],
        env={**os.environ, "SECRET_KEY": settings.SECRET_KEY, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise BackupError((run.stdout + run.stderr).strip())
    return run.stdout.strip().rpartition("\n")[2]


ALIAS = "restored"
SQLITE_MAGIC = b"SQLite format 3\0"
BESIDE = ("-wal", "-shm", "-journal")


def is_copy(file: Path) -> bool:
    """Say whether a file is an SQLite database; raise OSError."""
    with file.open("rb") as content:
        return content.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def restore_beside(file: Path, *, replace: bool, now: datetime) -> Path | None:
    """Restore as the site's database; return the old one's folder; raise BackupError."""
    place = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    is_lost = _may_hold_data()
    if is_lost and not replace:
        raise BackupError(NOT_EMPTY)
    with _database_in(place.with_name(f"{place.name}.restoring")) as new:
        if is_copy(file):
            check_copy(file)
            shutil.copyfile(file, new)
            refuse_other_history(ALIAS)
            call_command("migrate", database=ALIAS, interactive=False, verbosity=0, no_backup=True)
        else:
            read_backup(file, using=ALIAS)
        connections[ALIAS].close()
        stored = _set_aside(place, now) if is_lost else None
        new.replace(place)
    return stored


def _may_hold_data() -> bool:
    database = connections[DEFAULT_DB_ALIAS]
    try:
        return holds_data(database, set(database.introspection.table_names()))
    except DatabaseError:
        return True
    finally:
        # The last close writes the log into the file itself.
        if not database.in_atomic_block:
            database.close()


@contextmanager
def _database_in(file: Path) -> Iterator[Path]:
    """Yield a new database file under the alias, removed afterwards."""
    _remove(file)
    file.touch(mode=0o600)
    try:
        with temporary_alias(ALIAS, file):
            yield file
    finally:
        _remove(file)


def _remove(file: Path) -> None:
    for ending in ("", *BESIDE):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _set_aside(place: Path, now: datetime) -> Path:
    """Link a database into a new folder and move its side files there."""
    folder = place.with_name(f"replaced-{now:%Y-%m-%d-%H%M%S}")
    folder.mkdir(mode=0o700)
    for ending in BESIDE:
        file = place.with_name(f"{place.name}{ending}")
        if file.exists():
            file.rename(folder / file.name)
    # The first name stays until the new database replaces it.
    os.link(place, folder / place.name)
    return folder
