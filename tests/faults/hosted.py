"""A hosted site: web processes, a worker and a clock, each a process that may be killed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.databases import ROOT
from tests.faults.programs import KEPT_RUNNING, PROBE, Programs, celery
from tests.site import Site, run

WEB = ["-m", "tests.faults.probe_asgi"]
PROGRAMS = {
    "worker": celery(PROBE, "worker", "--concurrency=2", "--hostname=hosted@localhost"),
    "beat": celery(PROBE, "beat", "--pidfile="),
}
# No limit keeps the phones of the test, which share one address.
SETTINGS = "tests.faults.offline_settings"
QUEUE = "hosted"


class Hosted:
    """The processes of a site on servers of its own, and what starts them again."""

    def __init__(
        self, directory: Path, webs: int = 2, /, *, code: str | Path = ROOT, **environment: str
    ) -> None:
        self._directory = directory
        self._code = code
        self._given = {"EMAIL_URL": "dummymail://", "PROBE_QUEUE": QUEUE, **environment}
        self._environment = {
            **os.environ,
            "DATA_DIR": str(directory),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            **self._given,
        }
        self._programs = Programs(self._environment, directory)
        self.sites = [self._start_web() for _ in range(webs)]
        for name in PROGRAMS:
            self._start_program(name)

    def wait_until_ready(self) -> None:
        """Return once all web processes answer."""
        for site in self.sites:
            site.wait_until_ready()

    def kill(self, name: str) -> None:
        """End a process, and those that it has started, without a word of warning."""
        if name == "web":
            self.sites[0].kill()
        else:
            self._programs.kill(name)

    def start_again(self, name: str) -> None:
        """Start it anew, as systemd does, and return at once."""
        if name == "web":
            self.sites[0] = self._start_web()
        else:
            self._start_program(name)

    def kill_all(self) -> None:
        """End all of them."""
        for site in self.sites:
            site.kill()
        self._programs.kill_all()

    def run(self, *arguments: str, code: str | Path = ROOT) -> str:
        """Run Python on the site's data, and return what it prints."""
        return run(self._environment, *arguments, code=code)

    def switch_to(self, code: str | Path) -> None:
        """Restart one process after the other on another version, as docs/operating.md has it."""
        self._code = code
        for number, site in enumerate(self.sites):
            site.stop()
            self.sites[number] = self._start_web().wait_until_ready()
        for name in PROGRAMS:
            self.kill(name)
            self._start_program(name)

    def _start_web(self) -> Site:
        return Site(self._directory, settings=SETTINGS, command=WEB, code=self._code, **self._given)

    def _start_program(self, name: str) -> None:
        self._programs.start(name, [*KEPT_RUNNING, *PROGRAMS[name]], self._code)


@contextmanager
def serving(hosted: Hosted) -> Iterator[Hosted]:
    """End its processes in any case."""
    try:
        hosted.wait_until_ready()
        yield hosted
    finally:
        hosted.kill_all()
