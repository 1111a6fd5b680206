"""The whole site in one process: server, Celery worker and beat."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvicorn
from celery import Celery
from celery.beat import Service
from celery.worker import WorkController, state

from league.celery import SWEEPS
from league.core import enqueue
from league.core.connections import ask_for_files, options
from league.core.enqueue import waiting

# Celery reads this module's variables; its type stubs know only their first values.
worker_state: Any = state


class DataInUseError(Exception):
    """Another process serves this data directory."""

    def __init__(self, *, pid: int | None, address: str) -> None:
        super().__init__(f"in use by process {pid} at {address}")
        self.pid = pid
        self.address = address


class PortTakenError(Exception):
    """The port is in use."""


@contextlib.contextmanager
def hold_data(directory: Path, *, address: str) -> Iterator[None]:
    """Lock the data directory for this process; raise DataInUseError."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise read_holder(directory / "lock") from None
        file.truncate(0)
        json.dump({"pid": os.getpid(), "address": address}, file)
        file.flush()
        yield
        file.truncate(0)


def read_holder(path: Path) -> DataInUseError:
    """Return the error that names the holder of the lock."""
    try:
        holder = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        holder = {}  # about to be written, or just emptied
    return DataInUseError(pid=holder.get("pid"), address=holder.get("address", ""))


def running_address(directory: Path) -> str:
    """Return the address of the site that runs on a data directory, or ""."""
    try:
        with (directory / "lock").open(encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return ""
    except BlockingIOError:
        return read_holder(directory / "lock").address
    return ""


def open_port(port: int) -> socket.socket:
    """Return a socket that listens on all interfaces; raise PortTakenError."""
    # asyncio turns Nagle's delay of 40 ms off only for a socket of IPPROTO_TCP.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("", port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PortTakenError(os.strerror(error.errno or 0)) from None
    return listener


class WorkerEndedError(Exception):
    """The background worker ended by itself."""


class BackgroundWork:
    """Celery worker and beat in threads of this process."""

    def __init__(self, app: Celery, *, on_failure: Callable[[], None]) -> None:
        app.conf.broker_heartbeat = 0
        self._on_failure = on_failure
        self._worker = WorkController(
            app=app,
            hostname="embedded@localhost",
            pool_cls="threads",
            concurrency=2,
            prefetch_multiplier=0,
            use_eventloop=False,
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
        )
        self._worker_thread = threading.Thread(target=self._work, name="worker", daemon=True)
        self._beat = Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler)
        self._beat_thread = threading.Thread(target=self._beat.start, name="beat", daemon=True)
        self._is_stopping = False
        self.has_failed = False

    def start(self) -> None:
        """Start both, and send all sweeps."""
        self._worker_thread.start()
        self._beat_thread.start()
        for name in SWEEPS:
            enqueue.send(name)

    def _work(self) -> None:
        self._worker.start()
        if not self._is_stopping:
            self.has_failed = True
            self._on_failure()

    def stop(self) -> None:
        """Finish running tasks and stop both."""
        self._is_stopping = True
        self._beat.stop()
        worker_state.should_stop = 0
        while self._worker_thread.is_alive():
            waiting.interrupt()
            self._worker_thread.join(timeout=0.05)
        self._beat_thread.join()


class Server(uvicorn.Server):
    """uvicorn server that reports its start and leaves signals to `stopping_on_signals`."""

    def __init__(self, config: uvicorn.Config, *, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `on_ready`."""
        await super().startup(sockets)
        self._on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield

    def stop(self) -> None:
        """Stop after the current requests."""
        self.should_exit = True


@contextlib.contextmanager
def stopping_on_signals(server: Server) -> Iterator[None]:
    """Stop the server on the first signal, the process on the second."""

    def stop(number: int, _stack: FrameType | None) -> None:
        if server.should_exit:
            os._exit(128 + number)
        server.stop()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(
    application: str, celery: Celery, listener: socket.socket, *, on_ready: Callable[[], None]
) -> None:
    """Serve the application `module:name` until stopped; raise WorkerEndedError."""
    ask_for_files()
    config = uvicorn.Config(
        application,
        **options(),
        loop="asyncio",  # the same whether or not the loop of larger sites is installed
        timeout_graceful_shutdown=5,
    )
    server = Server(config, on_ready=on_ready)
    work = BackgroundWork(celery, on_failure=server.stop)
    with stopping_on_signals(server):
        work.start()
        try:
            server.run(sockets=[listener])
        finally:
            work.stop()
    if work.has_failed:
        raise WorkerEndedError


FOR_ALL: Final = 0o077  # permissions of group and others
OURS: Final = ("secret_key", "lock", "menagerie.sqlite3*", "mail", "pictures", "static", "backups")


def make_private(directory: Path) -> bool:
    """Close the data directory to other users; return whether it was open."""
    os.umask(FOR_ALL)
    directory.mkdir(parents=True, exist_ok=True)
    was_open = False
    for path in (directory, *_files_in(directory)):
        mode = path.stat().st_mode
        if mode & FOR_ALL:
            with contextlib.suppress(PermissionError):
                path.chmod(mode & ~FOR_ALL)
                was_open = True
    return was_open


def _files_in(directory: Path) -> Iterator[Path]:
    for pattern in OURS:
        for path in directory.glob(pattern):
            if not path.is_symlink():
                yield from (each for each in (path, *path.rglob("*")) if not each.is_symlink())
