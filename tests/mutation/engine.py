"""Change scoring, play and seating a little, and see whether a test of the game notices.

mutmut (3.8) changes only what stands in functions, respells sentences for people, keeps its list of
mutants by number, and cannot be told which survivors are accepted. Cosmic Ray (8.7) drops neither
statements nor filters and respells no codes, writes each change into the file and starts Python and
pytest anew for it, and brings SQLAlchemy and 30 packages more. So `changes.py` has the operators,
and here a process that has pytest loaded forks for each change, which is never written to a file.
"""

import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NoReturn

import hypothesis
import numpy as np
import pytest

from tests.changed import ROOT
from tests.mutation.changes import Mutant, mutants
from tests.mutation.reach import around, near
from tests.mutation.report import first_failed, say

ACCEPTED = Path(__file__).parent / "accepted.toml"
GAMES = {
    "franks_zoo": "scoring standing teams record setup match play",
    "zop_zoo": "scoring standing record setup match play",
    "animal_poker": "scoring standing record setup match play adjudication coins seasons pools",
    "score_sheet": "scoring standing record setup match kinds compiling functions options",
    "tournament": "seating sizes rounds_apart round_question round_costs round_weights round_bound "
    "one_round seat_order bounds repair repair_sizes groups swiss tiebreaks points cut finals",
}
TARGETS = [f"games/{game}/{name}.py" for game, names in GAMES.items() for name in names.split()]
TEST_SECONDS = 60
"""Of the processor for one test, after which a change hangs."""
MEMORY = 4 << 30
LONGEST = 1_200
"""Seconds of the clock after which a change hangs, too."""
HANGS = "hangs"
OPTIONS = ["-x", "-q", "-rfE", "--noconftest", "--tb=no", "-m", "not thorough"]
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
NOT_NOTICED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
WITHOUT = ["django", "cacheprovider", "xdist", "rerunfailures"]

# The same examples each time, never looked for in earlier runs, nor made small.
hypothesis.settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)
assert np.__version__  # loaded before any fork


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change that no test notices, and why that is right."""

    file: str
    function: str
    before: str
    after: str
    reason: str
    nth: int = 0

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Return what the change is known by: the key of its mutant."""
        return self.file, self.function, self.before, self.after, self.nth


def accepted() -> list[Accepted]:
    """Read the list of accepted survivors."""
    return [Accepted(**entry) for entry in tomllib.loads(ACCEPTED.read_text())["survivor"]]


def all_mutants(paths: Iterable[str]) -> list[Mutant]:
    """List all changes of the files."""
    return [mutant for path in paths for mutant in mutants(path, (ROOT / path).read_bytes())]


def outdated(entries: Iterable[Accepted]) -> list[Accepted]:
    """List what is accepted and can no longer be made, as the source is another one."""
    entries = list(entries)
    known = {mutant.key for mutant in all_mutants({entry.file for entry in entries})}
    return [entry for entry in entries if entry.key not in known]


class _Source(SourceFileLoader):
    """Load a module from changed source, and look for no compiled one."""

    def __init__(self, module: str, mutant: Mutant) -> None:
        super().__init__(module, str(ROOT / mutant.path))
        self.source = mutant.source

    def path_stats(self, path: object) -> dict[str, int]:
        raise OSError

    def get_data(self, path: object) -> bytes:
        return self.source


class _Changed(MetaPathFinder):
    """Find one module in changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.module = mutant.path.removesuffix(".py").replace("/", ".")
        self.loader = _Source(self.module, mutant)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def tests_of(path: str) -> list[list[str]]:
    """Return the tests that reach a file, in the groups in which they are asked."""
    close = [test for test in near(path) if test.startswith("tests/games/")]
    return [tests for tests in (close, around(path)) if tests]


class _Watch:
    """Let each test have some seconds of the processor; then a signal ends the process."""

    def pytest_runtest_logstart(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)


def _ask(groups: Sequence[Sequence[str]], mutant: Mutant | None, output: int) -> int:
    """Run tests on a change in this process, one group after the other; return 0 if all pass."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    hypothesis.settings.load_profile("mutation")
    if mutant:
        sys.meta_path.insert(0, _Changed(mutant))
    signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)
    options = [*OPTIONS, *(f"-pno:{plugin}" for plugin in WITHOUT)]
    for tests in groups:
        if pytest.main([*options, *tests], plugins=[_Watch()]) not in NOT_NOTICED:
            return 1
    return 0


def _end_with(groups: Sequence[Sequence[str]], mutant: Mutant | None, output: int) -> NoReturn:
    """Be the process of a trial, and end as the tests do."""
    code = 1
    try:
        os.setsid()
        code = _ask(groups, mutant, output)
    except BaseException:  # noqa: BLE001  # this must never go on as its parent
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


@dataclass(slots=True)
class _Trial:
    mutant: Mutant | None
    output: Path
    since: float

    def noticed_by(self, status: int) -> str:
        """Return what ended the trial, or nothing if all tests passed."""
        text = self.output.read_text(errors="replace")
        self.output.unlink()
        if os.WIFSIGNALED(status):
            return HANGS
        return first_failed(text) or "no test was run" if os.WEXITSTATUS(status) else ""


Tried = tuple[Mutant | None, Sequence[Sequence[str]]]


def try_all(tried: Sequence[Tried], processes: int) -> Iterator[tuple[Mutant | None, str]]:
    """Try each change in a process of its own; yield it with the test that noticed it, or ''."""
    assert not any(name.split(".")[0] in {"games", "league"} for name in sys.modules)
    waiting = list(reversed(tried))
    running: dict[int, _Trial] = {}
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                mutant, groups = waiting.pop()
                handle, name = tempfile.mkstemp(prefix="mutant-")
                if not (process := os.fork()):
                    _end_with(groups, mutant, handle)
                os.close(handle)
                running[process] = _Trial(mutant, Path(name), time.monotonic())
            process, status = os.waitpid(-1, os.WNOHANG)
            if process:
                trial = running.pop(process)
                yield trial.mutant, trial.noticed_by(status)
                continue
            time.sleep(0.02)
            for process, trial in running.items():
                if time.monotonic() - trial.since > LONGEST:
                    _kill(process)
    finally:
        for process in running:
            _kill(process)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):  # it has only just begun
        os.killpg(process, signal.SIGKILL)


def run(paths: Sequence[str], *, seed: int, sample: int | None, processes: int) -> list[str]:
    """Try changes of the files, all or a sample; print what comes out, return what is wrong."""
    chosen = all_mutants(paths)
    possible = len(chosen)
    if sample is not None and sample < possible:
        chosen = Random(seed).sample(chosen, sample)
    say(f"{len(chosen)} of {possible} changes, seed {seed}.")
    reasons = {entry.key: entry for entry in accepted()}
    wrong = [
        f"accepted, but not there any more: {entry}"
        for entry in outdated(reasons.values())
        if entry.file in paths
    ]
    failed: set[str] = set()
    for mutant, test in try_all([(each, tests_of(each.path)) for each in chosen], processes):
        assert mutant
        failed |= {test} if test.startswith("tests/") else set()
        is_accepted = mutant.key in reasons
        word = "noticed" if test else "accepted" if is_accepted else "SURVIVED"
        say(f"{word:9} {mutant}{f'  ({test})' if test else ''}")
        if not test and not is_accepted:
            wrong.append(f"survived: {mutant}")
        if test and is_accepted:
            wrong.append(f"accepted, but noticed by {test}: {mutant}")
    unchanged: list[Tried] = [(None, [sorted(failed)])] if failed else []
    broken = [test for _, test in try_all(unchanged, processes) if test]
    return [*wrong, *(f"fails without any change: {test}" for test in broken)]
