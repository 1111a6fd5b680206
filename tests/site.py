"""Run the site as a process of its own, and talk to it over the network."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from league.core.live import sign_topic
from tests.databases import ROOT

SERVER = ["manage.py", "serve", "--port"]
Environment = dict[str, str]
# Seconds; a machine that has much else to do fails no test by being slow.
PATIENCE = 600
# Below those that systems lend to connections: what is killed finds its own port free once more.
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """Return a port that nobody listens on, and that no connection is lent."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def run(environment: Environment, *arguments: str, code: str | Path = ROOT) -> str:
    """Run Python in an environment and the root of a version, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=code,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def manage(data: Path, *arguments: str) -> str:
    """Run a command of a site on SQLite that does not run, and return what it prints."""
    environment = {**os.environ, "DATABASE_URL": "", "DATA_DIR": str(data)}
    return run(environment, "manage.py", *arguments)


class Site:
    """One process of the site."""

    def __init__(
        self,
        data: Path,
        *,
        settings: str = "league.settings",
        command: list[str] | None = None,
        code: str | Path = ROOT,
        **environment: str,
    ) -> None:
        self.data = data
        self.port = free_port()
        self.database_url = environment.get("DATABASE_URL", "")
        data.mkdir(exist_ok=True)
        self._output = data / f"output-{self.port}"
        self._environment = {
            **os.environ,
            "DATA_DIR": str(data),
            "DJANGO_SETTINGS_MODULE": settings,
            "PORT": str(self.port),
            # The same as the tests', so that they can sign topics.
            "SECRET_KEY": os.environ["SECRET_KEY"],
            **(self.own_server() if command else {"EMBEDDED": "1"}),
            **environment,
        }
        arguments = [*command, str(self.port)] if command else ["manage.py", "start"]
        with self._output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, *arguments],
                env=self._environment,
                cwd=code,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def own_server(self) -> dict[str, str]:
        """Return what a server of one's own does not start without."""
        return {
            "ALLOWED_HOSTS": "127.0.0.1",
            "ALLOW_HTTP": "1",
            "SITE_URL": f"http://127.0.0.1:{self.port}",
        }

    @property
    def url(self) -> str:
        """The site's address, without a slash at the end."""
        return f"http://localhost:{self.port}"

    @property
    def output(self) -> str:
        """What the process has printed."""
        return self._output.read_text()

    def wait_until_ready(self) -> "Site":
        """Return once the site answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.output
            try:
                if self.get("/")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(self.output)

    def request(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes]:
        """Return status and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, bytes]:
        """Return status and body of a page."""
        return self.request("GET", path)

    def post(self, path: str) -> tuple[int, bytes]:
        """Return status and body of the answer to an empty form."""
        return self.request("POST", path)

    @contextmanager
    def stream(self, pk: int = 1, version: int = 0) -> Iterator["Stream"]:
        """Follow a probe's versions."""
        stream = Stream(self.port, pk, version)
        try:
            yield stream
        finally:
            stream.close()

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a command of the site on the same data and return what it prints."""
        return run({**self._environment, **environment}, "manage.py", *arguments)

    def stop(self, number: int = signal.SIGTERM, patience: float = PATIENCE) -> int:
        """Send a signal and return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(patience)

    def kill(self) -> None:
        """End the process, if it still runs."""
        self.process.kill()
        self.process.wait()


class Stream:
    """An open stream of events."""

    def __init__(self, port: int, pk: int, version: int) -> None:
        query = urlencode({"topic": sign_topic(f"probe:{pk}"), "version": version})
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._socket.sendall(f"GET /live/?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        while (line := self._file.readline()).strip() != b"retry: 3000":
            if not line:
                raise EOFError

    def next(self) -> dict[str, Any]:
        """Return the next version that is told."""
        for line in self._file:
            if line.startswith(b"data: ") and line.strip() != b"data: {}":
                event: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                return event
        raise EOFError

    def read_to_the_end(self) -> None:
        """Return when the server has ended the stream."""
        self._file.read()

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()
