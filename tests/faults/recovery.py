"""Machines with PostgreSQL and pgBackRest, set up by the commands of docs/backups.md."""

import getpass
import grp
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings

from tests.faults.brokers import missing
from tests.faults.servers import children_of, wait_until
from tests.site import PATIENCE, free_port

BLOCK = re.compile(r"^<!-- executed: ([a-z ]+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Root may not run PostgreSQL; whoever else runs the tests runs it too.
OWNER = "postgres" if os.geteuid() == 0 else getpass.getuser()
# The document's minute would be one of the test's.
ARCHIVE_SOON = "-c archive_timeout=2"


def programs() -> Path:
    """Return where Debian has the programs of its newest PostgreSQL."""
    if shutil.which("pgbackrest") is None:
        missing("pgBackRest", "pgbackrest")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        missing("PostgreSQL of the distribution", "postgresql")
    return found[-1].parent


def blocks() -> dict[str, str]:
    """Return the commands of docs/backups.md that are marked for it, by what they are for."""
    text = (settings.BASE_DIR / "docs" / "backups.md").read_text()
    return dict(BLOCK.findall(text))


@dataclass
class Machine:
    """A directory that stands for a machine, and a cluster in it that is not started yet."""

    name: str
    directory: Path
    archive: Path
    bin: Path
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        """Make the cluster that Debian's package would have made."""
        self._as = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        self.directory.mkdir()
        own = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        make = [*self._as, str(self.bin / "initdb"), "-D", str(self.data), *own]
        give_to_owner(self.directory)
        subprocess.run(make, check=True, capture_output=True, cwd="/")

    @property
    def data(self) -> Path:
        """Where the cluster has its data."""
        return self.directory / "data"

    def url_of(self, database: str) -> str:
        """Return the address of a database there."""
        return f"postgres://{OWNER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the cluster as it is."""
        self._shell("$START", self._told(self))

    def execute(self, name: str, first: "Machine") -> None:
        """Execute a block of the document here, `first` being the machine that it calls so."""
        text = blocks()
        self._shell(text["everywhere"] + text[name], self._told(first))

    def destroy(self) -> None:
        """End all its processes without a word of warning, and delete all that it had."""
        self.kill()
        shutil.rmtree(self.data)

    def kill(self) -> None:
        """End all its processes without a word of warning."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
        except FileNotFoundError:
            return
        # It is not our child, so what it has started is listed before it is gone.
        for each in (pid, *children_of(pid)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        wait_until(lambda: not is_alive(pid))
        # As after a start of the machine, where nobody has its number.
        for file in (self.data / "postmaster.pid", *self.directory.glob(".s.PGSQL.*")):
            file.unlink(missing_ok=True)

    def ask(self, query: str) -> Any:
        """Return the first value of a query."""
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None

    def has_archived(self, segment: str) -> bool:
        """Say whether a file of the log is in the archive by now."""
        return str(self.ask("SELECT last_archived_wal FROM pg_stat_archiver")) >= segment

    def _control(self, *arguments: str) -> str:
        return shlex.join([*self._as, str(self.bin / "pg_ctl"), "-D", str(self.data), *arguments])

    def _shell(self, commands: str, environment: dict[str, str]) -> None:
        own = f"-p {self.port} -c unix_socket_directories={self.directory} {ARCHIVE_SOON}"
        log = str(self.directory / "output")
        start = self._control("start", "-w", "-t", str(PATIENCE), "-l", log, "-o", own)
        # What a Debian has running, the test has not: there is nothing to stop the first time.
        stop = self._control("stop", "-m", "fast")
        services = f"start() {{ {start}; }}\nstop() {{ {stop} || true; }}\n"
        with (self.directory / "commands").open("a+") as said:
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", services + commands],
                env={"PATH": os.environ["PATH"], **environment},
                cwd="/",
                check=False,
                stdout=said,
                stderr=subprocess.STDOUT,
                timeout=PATIENCE,
            )
        assert done.returncode == 0, Path(said.name).read_text() + read_if_there(Path(log))

    def _told(self, first: "Machine") -> dict[str, str]:
        """Return the values of the variables, and where pgBackRest finds what is the machine's."""
        config = str(self.directory / "pgbackrest.conf")
        return {
            "AS": " ".join(self._as),
            "CONFIG": config,
            "DATA": str(self.data),
            "FIRST": "127.0.0.1",
            "FIRST_PORT": str(first.port),
            "HBA": str(self.data / "pg_hba.conf"),
            "LISTEN": "127.0.0.1",
            "LOGS": str(self.directory),
            "OWNER": str(grp.getgrgid(self.directory.stat().st_gid).gr_name),
            "PGBACKREST_CONFIG": config,
            "PGBACKREST_LOCK_PATH": str(self.directory / "locks"),
            "PORT": str(self.port),
            "REPLICATION_PASSWORD": "only-for-tests",
            "REPOSITORY": str(self.archive),
            "SECOND": "127.0.0.1",
            "SOCKET": str(self.directory),
            "START": "start",
            "STOP": "stop",
        }


def give_to_owner(directory: Path) -> None:
    """Let the user who runs PostgreSQL write to a directory: root may not run it."""
    if os.geteuid() == 0:
        shutil.chown(directory, OWNER, OWNER)


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def read_if_there(file: Path) -> str:
    """Return what is in a file, or nothing."""
    return file.read_text() if file.exists() else ""


@contextmanager
def machines(*names: str) -> Iterator[list[Machine]]:
    """Yield machines that share an archive; nothing of them stays."""
    own = programs()
    # Not where only the user of the tests may enter, and short, for the names of sockets.
    with tempfile.TemporaryDirectory(prefix="menagerie-recovery-") as directory:
        Path(directory).chmod(0o755)
        archive = Path(directory) / "archive"
        archive.mkdir()
        give_to_owner(archive)
        found = [Machine(name, Path(directory) / name, archive, own) for name in names]
        try:
            yield found
        finally:
            for machine in found:
                machine.kill()
