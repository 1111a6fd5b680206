"""Hold what is on its way to or from somebody slow: first in memory, then on the disk."""

import os
import tempfile
import threading
from typing import Any

from django.conf import settings

# What nearly all forms and pages need; more of it waits in a file.
IN_MEMORY = 64 * 1024


class NoRoomError(Exception):
    """The files of this process hold as much as they may."""


class _Room:
    """Count what the files of all spools hold together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    def take(self, number: int) -> None:
        """Take room for a number of bytes; raise NoRoomError."""
        with self._lock:
            if self._taken + number > settings.SPOOL_MEGABYTES * 1024 * 1024:
                raise NoRoomError
            self._taken += number

    def give_back(self, number: int) -> None:
        """Let others have it."""
        with self._lock:
            self._taken -= number


_room = _Room()


class Spool:
    """Bytes that are written once, then read; `file` is for whoever reads them as a file."""

    def __init__(self) -> None:
        self.file: Any = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()
        self.size = 0
        self._on_disk = 0

    def write(self, part: bytes) -> None:
        """Add to it; raise NoRoomError."""
        self.size += len(part)
        if self.size > IN_MEMORY:
            more = self.size - self._on_disk
            _room.take(more)
            self._on_disk += more
        self.file.write(part)

    def adopt(self, file: Any) -> bool:
        """Hold a file of the disk instead, which others may close; say whether it is one."""
        # WhiteNoise wraps one of which a part is asked for, and has gone to where that begins.
        source = getattr(file, "fileobj", file)
        try:
            number, place = os.dup(source.fileno()), source.tell()
        except (AttributeError, OSError):
            return False
        self.file.close()
        self.file = os.fdopen(number, "rb")
        self.size = os.fstat(number).st_size - place
        self.file.seek(place)
        return True

    def close(self) -> None:
        """Forget the bytes; a second time does nothing."""
        self.file.close()
        if self._on_disk:
            _room.give_back(self._on_disk)
            self._on_disk = 0
