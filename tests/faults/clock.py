"""The clock of a machine, which may be put forward and back under the programs of a site.

Clocks that only count, by which programs wait, go on as they do when a real one is put right.
"""

import os
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

KEPT_IN = "PROBE_CLOCK"
PAUSE = 0.02
"""Seconds until a program knows that the clock was put."""


class Clock:
    """What programs with its environment that `follow_clock` take for the time of day."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "clock"
        self.environment = {KEPT_IN: str(self._file)}
        self.put(timedelta())

    def put(self, ahead: timedelta) -> None:
        """Put it ahead of the right time, or behind it."""
        written = self._file.with_suffix(".new")
        written.write_text(str(ahead.total_seconds()))
        written.rename(self._file)


def follow_clock() -> None:
    """Take the time of day from the clock in the environment, if there is one."""
    if KEPT_IN not in os.environ:
        return
    file = Path(os.environ[KEPT_IN])
    traveller = time_machine.travel(datetime.now(UTC)).start()
    time.time()  # begins to count with the first look at it
    ahead = 0.0

    def watch() -> None:
        nonlocal ahead
        while True:
            before, ahead = ahead, float(file.read_text())
            traveller.shift(ahead - before)
            time.sleep(PAUSE)

    def start() -> None:
        threading.Thread(target=watch, daemon=True).start()

    start()
    os.register_at_fork(after_in_child=start)
