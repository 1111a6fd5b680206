"""Put another SQLite database in the place of the site's, and keep the one that was there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from league.hosting.archive import read_backup
from league.hosting.copies import BackupError, check_copy
from league.hosting.history import refuse_other_history
from league.hosting.rows import NOT_EMPTY, holds_data

ALIAS = "restored"
SQLITE_MAGIC = b"SQLite format 3\0"
BESIDE = ("-wal", "-shm", "-journal")


def is_copy(file: Path) -> bool:
    """Say whether a file is a copy of an SQLite database, whole or not; raise OSError."""
    with file.open("rb") as content:
        return content.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def restore_beside(file: Path, *, replace: bool, now: datetime) -> Path | None:
    """Fill a new database from a backup of either kind, and put it in the place of the site's.

    Returns the directory that has what was there, if that held anything. Raises BackupError when
    it does and may not be replaced, and what `read_backup` and `check_copy` raise; then all is as
    it was.
    """
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
        kept = _set_aside(place, now) if is_lost else None
        new.replace(place)
    return kept


def _may_hold_data() -> bool:
    """Say whether the site's database holds data, or cannot say so because it is damaged."""
    database = connections[DEFAULT_DB_ALIAS]
    try:
        return holds_data(database, set(database.introspection.table_names()))
    except DatabaseError:
        return True
    finally:
        # The last one that closes it brings what was written last into the file itself.
        if not database.in_atomic_block:
            database.close()


@contextmanager
def _database_in(file: Path) -> Iterator[Path]:
    """Let the alias stand for a database in a file, empty at first, and gone afterwards."""
    _remove(file)
    file.touch(mode=0o600)
    connections.databases[ALIAS] = {
        **connections[DEFAULT_DB_ALIAS].settings_dict,
        "NAME": str(file),
    }
    try:
        yield file
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]
        _remove(file)


def _remove(file: Path) -> None:
    for ending in ("", *BESIDE):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _set_aside(place: Path, now: datetime) -> Path:
    """Give a database a second name, and take away what belongs to it alone."""
    folder = place.with_name(f"replaced-{now:%Y-%m-%d-%H%M%S}")
    folder.mkdir(mode=0o700)
    for ending in BESIDE:
        file = place.with_name(f"{place.name}{ending}")
        if file.exists():
            file.rename(folder / file.name)
    # Its first name stays until the new one takes it: at no moment is there none.
    os.link(place, folder / place.name)
    return folder
