"""What the system tells of a process: memory, and processor time to the nanosecond."""

import contextlib
import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MIB = 1024 * 1024
HOUR = 3600


class Memory(NamedTuple):
    """How a process's memory went, in MiB; `slope` is in MiB an hour, `pid` 0 of several."""

    kind: str
    pid: int
    first: float
    last: float
    most: float
    slope: float


class MemoryLog:
    """The memory of processes over time, read again and again."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, int], list[tuple[float, float]]] = {}

    def note(self, moment: float, kinds: Mapping[int, str], *, together: str = "") -> None:
        """Note what each process holds at a moment, in seconds; who has just ended is left out.

        Processes of the kind `together` come and go, and are added up.
        """
        held: Counter[tuple[str, int]] = Counter()
        for pid, kind in kinds.items():
            with contextlib.suppress(OSError):
                held[kind, 0 if kind == together else pid] += share_of_memory(pid)
        for process, size in held.items():
            self._read.setdefault(process, []).append((moment, size / MIB))

    def summary(self) -> list[Memory]:
        """Return how it went with each process that was there at least twice, by kind."""
        return [
            memory_over(kind, pid, points)
            for (kind, pid), points in sorted(self._read.items())
            if len(points) > 1
        ]


def memory_over(kind: str, pid: int, points: Sequence[tuple[float, float]]) -> Memory:
    """Sum up a process: points are seconds and MiB; the slope is that of the least squares."""
    held = [mib for _, mib in points]
    slope = HOUR * statistics.linear_regression(*zip(*points, strict=True)).slope
    return Memory(kind, pid, held[0], held[-1], max(held), slope)


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """Return the power of its size by which a cost grows: the slope between their logarithms."""
    return statistics.linear_regression(
        [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    ).slope


def share_of_memory(pid: int) -> int:
    """Return a process's memory in bytes; pages that several share count in parts."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"Process {pid} tells nothing of its memory.")


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process's threads that run now."""
    seconds = 0.0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            seconds += int((thread / "schedstat").read_text().split()[0]) / 1e9
    return seconds


def backends(database: str) -> list[int]:
    """Return the processes of PostgreSQL that serve a database of this machine."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                command = (entry / "cmdline").read_bytes()
                if command.startswith(b"postgres:") and f" {database} ".encode() in command:
                    found.append(int(entry.name))
    return found
