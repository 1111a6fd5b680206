"""Workers in processes of their own, to be killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.programs import PROBE, Programs, celery
from tests.site import Environment

NAMES = ("first", "second")


class Workers:
    """Two workers with a clock each, killed and started again at will."""

    def __init__(self, environment: Environment, directory: Path, app: str = PROBE) -> None:
        self._app = app
        self._programs = Programs(environment, directory)
        self.kill = self._programs.kill
        self.kill_all = self._programs.kill_all

    @property
    def output(self) -> str:
        """What the workers have written."""
        return self._programs.output

    def start_all(self) -> None:
        """Start both."""
        for name in NAMES:
            self.start(name)

    def start(self, name: str) -> None:
        """Start a worker as the documentation says."""
        processes = 2 if name == NAMES[0] else 1
        options = [f"--hostname={name}@localhost", "--beat", f"--concurrency={processes}"]
        self._programs.start(name, celery(self._app, "worker", *options))


@contextmanager
def workers_on(environment: Environment, directory: Path) -> Iterator[Workers]:
    """Start both workers; end them in any case."""
    workers = Workers(environment, directory)
    try:
        workers.start_all()
        yield workers
    finally:
        workers.kill_all()
