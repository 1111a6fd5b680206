"""What was measured at online tables, as tables for the documentation."""

from collections.abc import Sequence
from typing import NamedTuple

from tests.benchmarks.online_beside import Tally
from tests.benchmarks.online_machine import BROKER, CORES, DATABASE, LOAD, OTHERS
from tests.benchmarks.phones import share

MEASURES = {
    "move": "a move, until the last screen of its table shows it",
    "answer": "a move, until its own page has the answer",
    "bots": "a move, until the bot after it has moved, on the same page",
    "next hand": "“ready”, until the last screen shows next hand",
    "page": "a page of the site that somebody looks at meanwhile",
    "lobby": "a table that is opened in the lobby, until its last screen has heard of it",
    "fragment": "the lobby’s tables, fetched by a screen that has heard",
    "bare": "a bare row, until the last screen of as many has heard of it",
}
# What is close to all that there is.
FULL = 85
LONG_QUEUE = 20
MANY_LOCKS = 5


class Result(NamedTuple):
    """What one stretch of play has shown; `used` are shares of one core, in percent."""

    tables: int
    seconds: float
    tally: Tally
    used: dict[str, float]
    queue: int
    locks: int
    load: float

    @property
    def p95(self) -> float:
        """The 95th percentile of a move, in milliseconds."""
        return share(self.tally.times.get("move", [float("inf")]), 0.95)


def print_result(heading: str, result: Result) -> None:
    """Print what was measured, as tables of the documentation."""
    tally = result.tally
    bare = tally.times.get("bare", [])
    lines = [
        f"{heading}: {result.tables} tables, {result.seconds:.0f} s, load {result.load:.1f}",
        "",
        "| Milliseconds | count | p50 | p95 | p99 |",
        "|---|---|---|---|---|",
    ]
    for name, words in MEASURES.items():
        times = tally.times.get(name)
        if times:
            parts = " | ".join(f"{share(times, part):.0f}" for part in (0.5, 0.95, 0.99))
            lines.append(f"| `{name}`: {words} | {len(times)} | {parts} |")
    if bare and tally.times.get("move"):
        ratios = " | ".join(
            f"{share(tally.times['move'], part) / share(bare, part):.1f}"
            for part in (0.5, 0.95, 0.99)
        )
        lines.append(f"| `move` ÷ `bare` | | {ratios} |")
    counts = ", ".join(
        f"{tally.counts.get(what, 0)} {what}" for what in ("views", "stale", "refused")
    )
    lines += ["", f"{counts}, {len(tally.errors)} errors. Percent of one core: {_used(result)}."]
    moves = len(tally.times.get("move", []))
    if moves:
        spent = {
            kind: f"{kind} {10 * part * result.seconds / moves:.0f}"
            for kind, part in result.used.items()
            if kind not in {LOAD, OTHERS}
        }
        lines.append(f"Processor milliseconds for each move: {', '.join(spent.values())}.")
    lines += [f"error: {each}" for each in sorted(set(tally.errors))]
    print("\n".join(lines), flush=True)  # noqa: T201


def print_ramp(results: Sequence[Result], processes: int) -> None:
    """Print how moves arrived with more and more tables, and what was used up at the end."""
    lines = [
        "",
        "| Tables | moves a second | p50 | p95 | p99 | errors | percent of one core |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in results:
        times = result.tally.times.get("move", [float("inf")])
        parts = " | ".join(f"{share(times, part):.0f}" for part in (0.5, 0.95, 0.99))
        lines.append(
            f"| {result.tables} | {len(times) / result.seconds:.1f} | {parts} "
            f"| {len(result.tally.errors)} | {_used(result)} |"
        )
    lines += ["", f"First: {name_bottleneck(results[-1], processes)}."]
    print("\n".join(lines), flush=True)  # noqa: T201


def name_bottleneck(result: Result, processes: int) -> str:
    """Say what was used up: the broker's queue, locks, a process's one core, or the machine's."""
    used = result.used
    ours = {kind: part for kind, part in used.items() if kind not in {LOAD, OTHERS}}
    most = max(ours, key=lambda kind: ours[kind])
    found = {
        f"all {CORES} cores are busy, most of the site’s share with {most}": (
            sum(used.values()) >= FULL * CORES
        ),
        "the site’s one process has a core’s worth of Python": used.get("site", 0) >= FULL,
        "each web process has a core’s worth of Python": used.get("web", 0) >= FULL * processes,
        f"{result.queue} wake-ups wait for a worker": result.queue >= LONG_QUEUE,
        f"{result.locks} statements wait for a lock": result.locks >= MANY_LOCKS,
        "the database’s processes": used.get(DATABASE, 0) >= FULL,
        "the broker’s process": used.get(BROKER, 0) >= FULL,
    }
    return next((words for words, is_so in found.items() if is_so), "nothing watched here")


def _used(result: Result) -> str:
    parts = ", ".join(f"{kind} {part:.0f}" for kind, part in result.used.items())
    waiting = f"; at most {result.queue} wake-ups and {result.locks} locks waited"
    return parts + waiting
