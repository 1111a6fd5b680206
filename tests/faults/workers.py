"""Workers in processes of their own, to be killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAMES = ("first", "second")
# On a queue of the test's own.
PROBE = "tests.faults.probe_celery"
Environment = dict[str, str]


class Workers:
    """Two workers with a clock each, killed and started again at will."""

    def __init__(self, environment: Environment, directory: Path, app: str = PROBE) -> None:
        self._environment = environment
        self._app = app
        self._output = directory / "workers"
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def output(self) -> str:
        """What the workers have written."""
        return self._output.read_text()

    def start_all(self) -> None:
        """Start both."""
        for name in NAMES:
            self.start(name)

    def start(self, name: str) -> None:
        """Start a worker as the documentation says."""
        concurrency = 2 if name == NAMES[0] else 1
        options = ["--beat", f"--concurrency={concurrency}"]
        command = [sys.executable, "-m", "celery", "-A", self._app, "worker"]
        with self._output.open("ab") as output:
            self._running[name] = subprocess.Popen(
                [*command, "--loglevel=WARNING", f"--hostname={name}@localhost", *options],
                env=self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Its children end with it.
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """End a worker and its children without a word of warning."""
        os.killpg(self._running[name].pid, signal.SIGKILL)
        self._running.pop(name).wait()

    def kill_all(self) -> None:
        """End whatever runs."""
        for name in list(self._running):
            self.kill(name)


@contextmanager
def workers_on(environment: Environment, directory: Path) -> Iterator[Workers]:
    """Start both workers; end them in any case."""
    workers = Workers(environment, directory)
    try:
        workers.start_all()
        yield workers
    finally:
        workers.kill_all()
