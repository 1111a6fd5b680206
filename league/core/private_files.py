"""Keep a site's data from the other users of its machine."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

FOR_ALL: Final = 0o077
"""What group and others may do with a file."""
OURS: Final = ("secret_key", "lock", "menagerie.sqlite3*", "mail", "pictures", "static", "backups")
"""What the site puts into its data directory, which may be one that its host uses for more."""


def keep_private(directory: Path) -> bool:
    """Let only who runs this process read the data directory and what it makes from now on.

    Return whether others could read something that an earlier start has made.
    """
    os.umask(FOR_ALL)
    directory.mkdir(parents=True, exist_ok=True)
    was_open = False
    for path in (directory, *_files_in(directory)):
        mode = path.stat().st_mode
        if mode & FOR_ALL:
            # What belongs to somebody else is theirs to close.
            with suppress(PermissionError):
                path.chmod(mode & ~FOR_ALL)
                was_open = True
    return was_open


def _files_in(directory: Path) -> Iterator[Path]:
    for pattern in OURS:
        for path in directory.glob(pattern):
            if not path.is_symlink():
                yield path
                yield from (each for each in path.rglob("*") if not each.is_symlink())
