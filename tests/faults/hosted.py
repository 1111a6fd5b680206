"""A hosted site: web processes, a worker and a clock, each a process that may be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.faults.workers import Environment
from tests.site import Site

WEB = ["-m", "tests.faults.probe_asgi"]
CELERY = [sys.executable, "-m", "celery", "-A", "tests.faults.probe_celery"]
PROGRAMS = {
    "worker": [*CELERY, "worker", "--concurrency=2", "--hostname=hosted@localhost"],
    "beat": [*CELERY, "beat", "--pidfile="],
}
# No limit keeps the phones of the test, which share one address.
SETTINGS = "tests.faults.offline_settings"
# As systemd does by the units (Restart=always): a worker may end when its broker breaks off.
KEPT_RUNNING = ["sh", "-c", 'while :; do "$@"; sleep 1; done', "sh"]
QUEUE = "hosted"
PATIENCE = 120


class Hosted:
    """The processes of a site on servers of its own, and what starts them again."""

    def __init__(self, directory: Path, webs: int = 2, /, **environment: str) -> None:
        self.directory = directory
        self._given = {"EMAIL_URL": "dummymail://", "PROBE_QUEUE": QUEUE, **environment}
        self._environment = {
            **os.environ,
            "DATA_DIR": str(directory),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            **self._given,
        }
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        self.sites = [self._start_web() for _ in range(webs)]
        for name in PROGRAMS:
            self._start_program(name)

    @property
    def output(self) -> str:
        """What the worker and the clock have written."""
        return (self.directory / "programs").read_text()

    def wait_until_ready(self) -> None:
        """Return once all web processes answer."""
        for site in self.sites:
            site.wait_until_ready()

    def kill(self, name: str) -> None:
        """End a process, and those that it has started, without a word of warning."""
        if name == "web":
            self.sites[0].kill()
        else:
            os.killpg(self._programs[name].pid, signal.SIGKILL)
            self._programs.pop(name).wait()

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
        for name in list(self._programs):
            self.kill(name)

    def run(self, *arguments: str) -> str:
        """Run Python on the site's data, and return what it prints."""
        return run(self._environment, *arguments)

    def _start_web(self) -> Site:
        return Site(self.directory, settings=SETTINGS, command=WEB, **self._given)

    def _start_program(self, name: str) -> None:
        with (self.directory / "programs").open("ab") as output:
            self._programs[name] = subprocess.Popen(
                [*KEPT_RUNNING, *PROGRAMS[name], "--loglevel=WARNING"],
                env=self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Its children end with it.
                start_new_session=True,
            )


def run(environment: Environment, *arguments: str) -> str:
    """Run Python in an environment, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
