"""Compare the texts of templates and code with the catalogues: python -m tests.catalogues.

Collecting needs the programs of gettext, so it is no test of its own. It works on a copy, and the
order of texts and where they stand do not matter.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LOCALE = Path("league") / "locale"
# What a text is told apart by: its context, itself, and its plural.
Key = tuple[str | None, str, str]


def keys_of(entries: Iterable[polib.POEntry]) -> set[Key]:
    """Return what tells these texts apart."""
    return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in entries}


def collect(copy: Path) -> set[Key]:
    """Return all texts to translate, collected in a copy of the source that is made there."""
    shutil.copy(ROOT / "manage.py", copy)
    leave_out = shutil.ignore_patterns("static", "locale", "__pycache__")
    for part in ("games", "league", "templates"):
        shutil.copytree(ROOT / part, copy / part, ignore=leave_out)
    (copy / LOCALE).mkdir()
    command = [sys.executable, "manage.py", "makemessages", "--locale", "en", "--keep-pot"]
    environment = {**os.environ, "DATA_DIR": str(copy / "var"), "SECRET_KEY": "for this alone"}
    subprocess.run(command, cwd=copy, env=environment, check=True, stdout=subprocess.DEVNULL)
    return keys_of(polib.pofile(str(copy / LOCALE / "django.pot")))


def faults(collected: set[Key]) -> Iterator[str]:
    """Say what the catalogues lack, and what they have that is used no more."""
    for path in sorted((ROOT / LOCALE).glob("*/LC_MESSAGES/django.po")):
        known = keys_of(polib.pofile(str(path)))
        name = path.relative_to(ROOT)
        yield from (f"{name} lacks {key[1]!r}" for key in sorted(collected - known, key=str))
        yield from (f"{name} still has {key[1]!r}" for key in sorted(known - collected, key=str))


def main() -> int:
    """Print the faults; 1 if there are any."""
    with tempfile.TemporaryDirectory() as copy:
        found = list(faults(collect(Path(copy))))
    for fault in found:
        print(fault)  # noqa: T201 - it is a command
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
