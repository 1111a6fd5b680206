"""Test databases: copies of a template that the migrations fill once for a state of the code."""

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
# What the tables, the content types and the permissions of a new site follow from.
SOURCES = (
    "requirements/base.txt",
    "league/settings.py",
    "league/*/migrations/*.py",
    "league/*/models.py",
    "league/*/models/*.py",
)


def state_of_code() -> str:
    """Return a name for what a template of the present code holds."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def sqlite_template(folder: Path) -> Path:
    """Return an empty site's database file in the folder; the first who asks makes it for all."""
    template = folder / f"{state_of_code()}.sqlite3"
    with locked(folder / "lock"):
        if not template.exists():
            for outdated in folder.glob("*.sqlite3"):
                outdated.unlink()
            with tempfile.TemporaryDirectory(dir=folder) as data:
                _migrate(DATA_DIR=data, DATABASE_URL="")
                (Path(data) / "menagerie.sqlite3").rename(template)
    return template


def postgres_template(server: str) -> str:
    """Return the name of an empty site's database on the server; the first who asks makes it."""
    ours = f"menagerie_template_{hashlib.sha256(str(ROOT).encode()).hexdigest()[:6]}_"
    template = ours + state_of_code()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext(%s))", [ours])
        found = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [ours]
        ).fetchall()
        if (template,) not in found:
            for (outdated,) in found:
                connection.execute(f"DROP DATABASE {outdated} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {ours}new")
            _migrate(DATABASE_URL=address_of(server, f"{ours}new"))
            connection.execute(f"ALTER DATABASE {ours}new RENAME TO {template}")
    return template


@contextmanager
def postgres_copy(
    server: str, name: str, template: str, *, is_lasting: bool = True
) -> Iterator[str]:
    """Yield the address of a database that is a copy of the template; it is dropped afterwards.

    Where nothing has to last, no commit waits for the disk.
    """
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        if not is_lasting:
            connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        yield address_of(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def address_of(server: str, name: str) -> str:
    """Return the address of a database on a server."""
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def _migrate(**environment: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
    )


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Let one process after the other pass."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
