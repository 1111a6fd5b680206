"""Run the site's commands: as a process with an environment of its own, or here on another file."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a site of its own; it takes seconds until that has started."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def sqlite_in(file: Path, alias: str) -> Iterator[str]:
    """Let an alias stand for an SQLite database in a file, for commands in this process."""
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}
    configured = connections.configure_settings({DEFAULT_DB_ALIAS: {}, alias: database})
    connections.databases[alias] = configured[alias]
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]
