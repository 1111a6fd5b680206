"""Fill another database in a process of its own: Django knows one database from the start."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from league.hosting.copies import BackupError

MANAGE = Path(settings.BASE_DIR) / "manage.py"


def restore_into(environment: dict[str, str], file: Path) -> str:
    """Restore a backup where other settings lead, and return what comparing has found.

    `environment` has the settings that differ, as docs/hosting.md names them. Raises
    BackupError.
    """
    run = subprocess.run(  # noqa: S603
        [sys.executable, str(MANAGE), "restore", str(file.resolve())],
        env={**os.environ, "SECRET_KEY": settings.SECRET_KEY, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise BackupError((run.stdout + run.stderr).strip())
    return run.stdout.strip().rpartition("\n")[2]
