"""Copies of the SQLite database in BACKUP_DIR, named by their time in UTC."""

import filecmp
import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connections

NAME = "menagerie-%Y-%m-%d-%H%M%S.sqlite3"
UNFINISHED = ".unfinished"
HEARTBEAT = ("hosting_schedulerheartbeat", "hosting_clocklease", "hosting_backupreport")
RESERVE = 64 * 1024 * 1024  # bytes of the disk that copies leave free
HOUR, DAY, MONTH = timedelta(hours=1), timedelta(days=1), timedelta(days=31)


class BackupError(Exception):
    """A backup that failed or is unusable, with the reason."""


def new_file(name: str) -> Path:
    """Return the path of a new file in BACKUP_DIR, which is created."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / name


def copies() -> list[Path]:
    """Return the copies, oldest first."""
    return sorted(each for each in Path(settings.BACKUP_DIR).glob("*") if made_at(each))


def made_at(file: Path) -> datetime | None:
    """Return the time of a copy, None for another file."""
    try:
        return datetime.strptime(file.name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def write_copy(file: Path, *, using: str) -> None:
    """Copy the database atomically; raise OSError, DatabaseError, BackupError."""
    unfinished = file.with_name(f"{file.name}{UNFINISHED}")
    unfinished.unlink(missing_ok=True)
    try:
        unfinished.touch(mode=0o600)
        with connections[using].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(unfinished)])
        _leave_out_heartbeat(unfinished)
        check_copy(unfinished)
        with unfinished.open("rb") as whole:
            os.fsync(whole.fileno())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _leave_out_heartbeat(file: Path) -> None:
    """Empty the tables that always change, so that unchanged copies are equal files."""
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA secure_delete=ON")
        names = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in names:
            if table in HEARTBEAT:
                copy.execute(f"DELETE FROM {table}")  # noqa: S608


def check_copy(file: Path) -> None:
    """Raise BackupError unless a file is an intact SQLite database."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            tables = copy.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{file} is no whole copy: {error}.") from error
    if found != ["ok"] or not tables:
        raise BackupError(f"{file} is no whole copy: {found[0] if tables else 'it is empty'}.")


def copy_if_changed(*, using: str, now: datetime) -> Path:
    """Return a new copy, or the last one if nothing changed; raise as `write_copy`."""
    file = new_file(now.astimezone(UTC).strftime(NAME))
    make_room(2 * Path(connections[using].settings_dict["NAME"]).stat().st_size)
    before = copies()
    write_copy(file, using=using)
    if before and before[-1] != file and filecmp.cmp(before[-1], file, shallow=False):
        file.unlink()
        return before[-1]
    return file


def make_room(size: int) -> None:
    """Delete old copies, but the newest, for one of a size; raise BackupError."""
    there = copies()
    while shutil.disk_usage(settings.BACKUP_DIR).free < size + RESERVE:
        if len(there) < 2:
            raise BackupError(
                f"There is no room for another copy on the disk of {settings.BACKUP_DIR}."
            )
        there.pop(0).unlink()


def superfluous(files: Iterable[Path], now: datetime) -> list[Path]:
    """Return copies to delete: hourly ones stay for a day, daily ones for 31 days."""
    taken: set[str] = set()
    gone = []
    for file in sorted(files, reverse=True):
        at = made_at(file) or now
        age = now - at
        slot = file.name
        if age > HOUR:
            slot = f"{at:%Y-%m-%d %H}" if age <= DAY else f"{at:%Y-%m-%d}"
        if taken and (age > MONTH or slot in taken):
            gone.append(file)
        taken.add(slot)
    return gone
