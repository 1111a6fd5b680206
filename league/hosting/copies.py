"""Copies of an SQLite database, made while it is written to: each is a whole database in one file.

They lie in BACKUP_DIR beside the backups of archive.py, and carry the time (UTC) in their names.
"""

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
# What is written by the clock, and by the backup itself, is no change.
PULSE = ("hosting_tick", "hosting_clocklease", "hosting_backupreport")
# Copies leave so much of a disk to the site, which may be on the same.
RESERVE = 64 * 1024 * 1024
HOUR, DAY, MONTH = timedelta(hours=1), timedelta(days=1), timedelta(days=31)


class BackupError(Exception):
    """A backup cannot be made, or not be used; the words say why."""


def new_file(name: str) -> Path:
    """Return where a file of this name goes among the backups; the directory is made."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / name


def copies() -> list[Path]:
    """Return the copies that are there, the oldest first."""
    return sorted(each for each in Path(settings.BACKUP_DIR).glob("*") if made_at(each))


def made_at(file: Path) -> datetime | None:
    """Return when a copy was made; None for what is none."""
    try:
        return datetime.strptime(file.name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def write_copy(file: Path, *, using: str) -> None:
    """Copy the database as it is at this moment, for its owner's eyes alone.

    Nobody waits for it. The file appears under its name only when it is whole and on the disk.
    Raises OSError, DatabaseError and BackupError.
    """
    unfinished = file.with_name(f"{file.name}{UNFINISHED}")
    unfinished.unlink(missing_ok=True)
    try:
        unfinished.touch(mode=0o600)
        with connections[using].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(unfinished)])
        _leave_out_pulse(unfinished)
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


def _leave_out_pulse(file: Path) -> None:
    """Empty the tables that change by themselves, so that equal copies are equal files."""
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA secure_delete=ON")
        for (table,) in copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall():
            if table in PULSE:
                copy.execute(f"DELETE FROM {table}")  # noqa: S608


def check_copy(file: Path) -> None:
    """Raise BackupError unless a file is a whole SQLite database."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            tables = copy.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{file} is no whole copy: {error}.") from error
    if found != ["ok"] or not tables:
        raise BackupError(f"{file} is no whole copy: {found[0] if tables else 'it is empty'}.")


def copy_if_changed(*, using: str, now: datetime) -> Path:
    """Make a copy and return it, or the one before it when nothing has changed since.

    Raises OSError, DatabaseError and BackupError.
    """
    file = new_file(now.astimezone(UTC).strftime(NAME))
    make_room(2 * Path(connections[using].settings_dict["NAME"]).stat().st_size)
    before = copies()
    write_copy(file, using=using)
    if before and before[-1] != file and filecmp.cmp(before[-1], file, shallow=False):
        file.unlink()
        return before[-1]
    return file


def make_room(size: int) -> None:
    """Let old copies give way to a new one of a size, all but the newest; raise BackupError."""
    there = copies()
    while shutil.disk_usage(settings.BACKUP_DIR).free < size + RESERVE:
        if len(there) < 2:
            raise BackupError(
                f"There is no room for another copy on the disk of {settings.BACKUP_DIR}."
            )
        there.pop(0).unlink()


def remove_unfinished() -> None:
    """Remove what copies have left that broke off when the site was killed."""
    for file in Path(settings.BACKUP_DIR).glob(f"*.sqlite3{UNFINISHED}*"):
        file.unlink(missing_ok=True)


def thin_out(*, now: datetime) -> None:
    """Remove the copies that no longer count."""
    for file in superfluous(copies(), now):
        file.unlink(missing_ok=True)


def superfluous(files: Iterable[Path], now: datetime) -> list[Path]:
    """Return the copies that go: all of the last hour stay, and the newest of all.

    Of the last day the newest of each hour stays, of the last 31 days the newest of each day.
    """
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
