"""The newest release: its migrations, a database of it, its source.

`python -m tests.release`, a part of making a release, writes the migrations and a backup of the
demonstration into `tests/released`.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import django
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from tests.databases import ROOT
from tests.site import manage

FOLDER = Path(__file__).parent / "released"
MIGRATIONS = FOLDER / "migrations.txt"
BACKUP = FOLDER / "demo.jsonl.gz"


def all_of_ours() -> list[str]:
    """Return the project's own migrations as `app_label.name`."""
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("league.")}
    migrations = MigrationLoader(None).disk_migrations
    return sorted(f"{label}.{name}" for label, name in migrations if label in ours)


def released() -> list[str]:
    """Return the migrations of the newest release."""
    return MIGRATIONS.read_text().split()


def newer_than_release(names: list[str]) -> list[str]:
    """Return those that have to fit the released version, too."""
    known = set(released())
    return [name for name in names if name not in known]


def write_source(folder: Path) -> None:
    """Write the source of the newest release: of the commit that last changed the version."""
    newest = ["log", "-1", "--format=%H", "-G^version = ", "--", "pyproject.toml"]
    commit = _git(*newest).decode().strip()
    with tempfile.NamedTemporaryFile(suffix=".zip") as archive:
        _git("archive", "--format=zip", f"--output={archive.name}", commit)
        shutil.unpack_archive(archive.name, folder)


def _git(*arguments: str) -> bytes:
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT)]
    return subprocess.run([*git, *arguments], check=True, capture_output=True).stdout


def main() -> None:
    """Write what is kept of a release."""
    django.setup()
    FOLDER.mkdir(exist_ok=True)
    MIGRATIONS.write_text("".join(f"{name}\n" for name in all_of_ours()))
    with tempfile.TemporaryDirectory() as own:
        data = Path(own)
        for command in (["migrate", "--no-input"], ["demo"], ["backup", str(BACKUP)]):
            manage(data, *command)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    main()
