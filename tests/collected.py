"""Collected static files for the sites that tests start, kept from run to run."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.databases import ROOT, locked

SOURCES = ("requirements/base.txt", "league/core/static_files.py", "league/static/**/*")


def state_of_files() -> str:
    """Return a name for what is collected of the present code."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for file in sorted(ROOT.glob(pattern)):
            if file.is_file():
                digest.update(f"{file} {file.stat().st_mtime_ns}".encode())
    return digest.hexdigest()


def collected_files(folder: Path) -> Path:
    """Return collected files in the folder; the first who asks collects them for all."""
    state = folder / "state"
    with locked(folder / "lock"):
        if not state.exists() or state.read_text() != state_of_files():
            own = {"DATA_DIR": str(folder), "DATABASE_URL": "", "EMBEDDED": "1"}
            subprocess.run(
                [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"],
                cwd=ROOT,
                env={**os.environ, **own},
                check=True,
            )
            state.write_text(state_of_files())
    return folder / "static"
