"""Programs that run beside a test, to be killed and started again at will."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.databases import ROOT
from tests.site import Environment

# On a queue of the test's own, with a clock that ticks fast.
PROBE = "tests.faults.probe_celery"
# As systemd does by the units (Restart=always): a worker may end when its broker breaks off.
KEPT_RUNNING = ["sh", "-c", 'while :; do "$@"; sleep 0.1; done', "sh"]


def celery(app: str, *options: str) -> list[str]:
    """Return the command line of a worker or a clock."""
    return [sys.executable, "-m", "celery", "-A", app, *options, "--loglevel=WARNING"]


class Programs:
    """Programs by name, each with whatever it has started itself."""

    def __init__(self, environment: Environment, directory: Path) -> None:
        self._environment = environment
        self._output = directory / "programs"
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def output(self) -> str:
        """What they have written."""
        return self._output.read_text()

    def start(self, name: str, command: list[str], code: str | Path = ROOT) -> None:
        """Start one in the root of a version, and return at once."""
        with self._output.open("ab") as output:
            self._running[name] = subprocess.Popen(
                command,
                env=self._environment,
                cwd=code,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Its children end with it.
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """End one, and what it has started, without a word of warning."""
        os.killpg(self._running[name].pid, signal.SIGKILL)
        self._running.pop(name).wait()

    def kill_all(self) -> None:
        """End whatever runs."""
        for name in list(self._running):
            self.kill(name)
