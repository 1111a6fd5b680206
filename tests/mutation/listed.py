"""Put each listed fault into a copy of the tree, and see which test that reaches its file fails.

The faults were made by hand, as a developer might make them, without looking at which tests are
quick. Formatting, lint and types are not asked: a fault that they see would not be committed.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.changed import ROOT
from tests.mutation.reach import around, in_browser, near, speaking_of
from tests.mutation.report import first_failed, say

FOLDER = Path(__file__).parent / "faults"
PATIENCE = 1_800
"""Seconds after which tests hang, which shows the fault as well."""
MOST_SPEAKING = 12
MOST_ASIDE = 3
"""So many tests are left aside that fail without the fault, too, or only once with it."""
QUICK, THOROUGH = "not thorough", "thorough"
PYTHON = [sys.executable, "-m"]
POSTGRES = {"TEST_DATABASE": "postgres"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A text of a file in whose place another stands, and what somebody would suffer by it."""

    id: str
    file: str
    before: str
    after: str
    harm: str

    def fits(self) -> bool:
        """Say whether the text is there, once."""
        return (ROOT / self.file).read_text().count(self.before) == 1


@dataclass(frozen=True, slots=True)
class Step:
    """Tests that are asked together: what they are, the command, and their environment."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]


def faults() -> list[Fault]:
    """Read all faults."""
    files = sorted(FOLDER.glob("*.toml"))
    return [Fault(**one) for file in files for one in tomllib.loads(file.read_text())["fault"]]


def steps(file: str, text: str, *, thorough: bool, whole: bool) -> Iterator[Step]:
    """Yield what is asked for a text of a file, the closest tests first.

    All that `./run test` would run of them; with `thorough` the rest of them too, with `whole`
    everything else.
    """
    if "/models" in file or "/migrations/" in file:
        check = "from django.core.management import call_command as call; import tests.conftest; "
        check += "import django; django.setup(); call('makemigrations', check=True, dry_run=True)"
        yield Step("migrations", [sys.executable, "-c", check], {})
    for marked in [QUICK, THOROUGH] if thorough else [QUICK]:
        close, rest = near(file), around(file)
        if file.endswith(".js"):
            yield from _tests("browser", in_browser(file), f"browser and {marked}")
        yield from _tests("close tests", close, marked)
        if not file.endswith(".js"):
            yield from _tests("tests of its app", rest, marked)
        if file.startswith("league/") and file.endswith(".py"):
            tests = [test for test in close + rest if test.startswith(("tests/l", "tests/f"))]
            yield from _tests("PostgreSQL", tests, f"databases and {marked}", POSTGRES)
        if file.endswith(".py"):
            others = [test for test in speaking_of(text) if test not in (*close, *rest)]
            yield from _tests("tests that speak of it", others[:MOST_SPEAKING], marked)
        if file.endswith(".html"):
            yield from _tests("browser", in_browser(file), f"browser and {marked}")
        if whole:
            folders = ["tests/league", "tests/faults"]
            yield from _tests("all tests", ["tests", "--ignore=tests/docs", "-nauto"], marked)
            yield from _tests("PostgreSQL", folders, f"databases and {marked}", POSTGRES)
            yield from _tests("browser", ["tests/browser", "tests/faults"], f"browser and {marked}")


def _tests(
    name: str, tests: Sequence[str], marked: str, environment: dict[str, str] | None = None
) -> Iterator[Step]:
    if tests:
        command = [*PYTHON, "pytest", "-x", "-q", "-rfE", "--tb=no", "-m", marked, *tests]
        yield Step(name, command, environment or {})


class Copy:
    """A copy of the tree in a place of its own, always the same one."""

    def __init__(self, number: int) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_over = False
        name = hashlib.sha256(str(ROOT).encode()).hexdigest()[:6]
        self.root = Path(tempfile.gettempdir()) / f"menagerie-faults-{name}-{number}"
        shutil.rmtree(self.root, ignore_errors=True)
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        found = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True)
        for path in filter(None, found.stdout.split("\0")):
            if (ROOT / path).is_file():
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, self.root / path)
        (self.root / ".venv").symlink_to((ROOT / ".venv").resolve())

    def ask(self, fault: Fault, *, thorough: bool, whole: bool) -> str:
        """Return which tests notice a fault; "" if none does."""
        for step in steps(fault.file, fault.before, thorough=thorough, whole=whole):
            if found := self._noticed(step, fault):
                return f"{step.name}: {found}"
        return ""

    def _noticed(self, step: Step, fault: Fault) -> str:
        aside: list[str] = []
        while len(aside) <= MOST_ASIDE:
            is_well, test = self._run_with(fault, [*step.command, *aside], step)
            if is_well or not test.startswith("tests/"):
                return "" if is_well else test
            alone = [*step.command[: step.command.index("-m", 3) + 2], test]
            if not self._run(alone, step)[0]:
                say(f"          {test} fails without {fault.id}, too")
            elif self._run_with(fault, alone, step)[0]:
                say(f"          {test} failed once with {fault.id}, and then did not")
            else:
                return test
            aside.append(f"--deselect={test}")
        return ""

    def _run_with(self, fault: Fault, command: Sequence[str], step: Step) -> tuple[bool, str]:
        """Run while the fault is in the tree."""
        assert fault.fits(), f"{fault.file} has not, or not once: {fault.before}"
        text = (ROOT / fault.file).read_text()
        (self.root / fault.file).write_text(text.replace(fault.before, fault.after))
        try:
            return self._run(command, step)
        finally:
            # Newer than what was collected of the fault: static files are collected again.
            shutil.copyfile(ROOT / fault.file, self.root / fault.file)

    def stop(self) -> None:
        """Ask nothing more."""
        self.is_over = True
        self._kill()

    def _kill(self) -> None:
        """End what runs here, with all that it has started."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def _run(self, command: Sequence[str], step: Step) -> tuple[bool, str]:
        """Say whether all is well, and else what is not."""
        if self.is_over:
            return True, ""
        environment = {**os.environ, **step.environment}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self.process = process
            try:
                code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._kill()
                return False, "hangs"
            output.seek(0)
            text = output.read()
        if self.is_over or code in (0, 5):  # 5: none of the tests is chosen by its marks
            return True, ""
        return False, first_failed(text)


def run(ids: Sequence[str], *, thorough: bool, whole: bool, processes: int) -> list[str]:
    """Try faults, all or some; print what comes out, and return those that nothing notices."""
    known = {fault.id: fault for fault in faults()}
    chosen = [known[each] for each in ids or known]
    copies = [Copy(number) for number in range(min(processes, len(chosen)))]
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def ask(fault: Fault) -> str:
        copy = free.get()
        since = time.monotonic()
        try:
            found = copy.ask(fault, thorough=thorough, whole=whole)
        finally:
            free.put(copy)
        if copy.is_over:
            return ""
        took = f"{time.monotonic() - since:.0f} s"
        say(f"{'found    ' if found else 'NOT FOUND'} {fault.id} ({took}) {found}")
        return found

    with ThreadPoolExecutor(processes) as workers:
        try:
            results = list(workers.map(ask, chosen))
        except KeyboardInterrupt:
            workers.shutdown(wait=False, cancel_futures=True)
            for copy in copies:
                copy.stop()
            raise
    say(f"{sum(map(bool, results))} of {len(chosen)} found.")
    pairs = zip(chosen, results, strict=True)
    return [f"not found: {fault.id}: {fault.harm}" for fault, found in pairs if not found]
