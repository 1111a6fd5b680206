"""Django on a few threads, with requests and responses buffered while the network is slow."""

import asyncio
import contextlib
import contextvars
import logging
import os
import tempfile
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.util import FileWrapper

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings

from league.core.live_fragments import Receive, Scope, Send
from league.core.middleware import LARGEST, TOO_LARGE, largest_body, largest_form
from league.core.sse import answer

# More of a body waits in a file.
IN_MEMORY = 64 * 1024


class NoRoomError(Exception):
    """The buffers of this process are full."""


class Spool:
    """Buffered bytes, in a file when they are many."""

    _lock = threading.Lock()
    reserved = 0  # bytes in the files of all spools

    def __init__(self) -> None:
        self.file: Any = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()
        self.size = 0
        self._on_disk = 0

    def write(self, part: bytes) -> None:
        """Append bytes; raise NoRoomError."""
        self.size += len(part)
        if self.size > IN_MEMORY:
            more = self.size - self._on_disk
            with Spool._lock:
                if Spool.reserved + more > settings.SPOOL_MEGABYTES * 1024 * 1024:
                    raise NoRoomError
                Spool.reserved += more
            self._on_disk += more
        self.file.write(part)

    def adopt(self, file: Any) -> bool:
        """Use a file on disk instead; return whether it is one."""
        # WhiteNoise wraps a file for a range, at its beginning.
        source = getattr(file, "fileobj", file)
        try:
            number, place = os.dup(source.fileno()), source.tell()
        except (AttributeError, OSError):
            return False
        self.file.close()
        self.file = os.fdopen(number, "rb")
        self.size = os.fstat(number).st_size - place
        self.file.seek(place)
        return True

    def close(self) -> None:
        """Release the bytes, once."""
        self.file.close()
        with Spool._lock:
            Spool.reserved -= self._on_disk
        self._on_disk = 0


logger = logging.getLogger("menagerie.connections")


class BrokenOffError(Exception):
    """The client left before its request was complete."""


class BufferedRequests:
    """ASGI application that runs a WSGI application on threads."""

    def __init__(self, application: Any, *, threads: int) -> None:
        self._application = application
        self._executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Receive a request, run it and send the response."""
        exchange = Exchange(self._application, scope)
        with contextlib.closing(exchange):
            try:
                await exchange.take_in(receive)
                await self._run(exchange)
                await exchange.send_out(receive, send)
            except BrokenOffError:
                logger.debug("A request broke off before it had come whole.")
            except NoRoomError:
                logger.warning("Large requests and answers fill SPOOL_MEGABYTES.")
                await answer(send, 503, "The site is busy. Try again in a minute.")

    async def _run(self, exchange: "Exchange") -> None:
        """Run the application on a thread until the response is made."""
        loop = asyncio.get_running_loop()
        made: asyncio.Future[None] = loop.create_future()

        def report(error: BaseException | None) -> None:
            loop.call_soon_threadsafe(_set_outcome, made, error)

        self._executor.submit(contextvars.copy_context().run, exchange.run, report)
        await made


class Exchange:
    """One request and its response."""

    def __init__(self, application: Any, scope: Scope) -> None:
        self._application = application
        # Django reads X_Forwarded_For as X-Forwarded-For, and no proxy removes it.
        headers = [(name, text) for name, text in scope["headers"] if b"_" not in name]
        self.scope = {**scope, "headers": headers}
        self.body = Spool()
        self.answer = Spool()
        self._has_more = True
        self._is_refused = False
        self._start: dict[str, Any] = {}

    def close(self) -> None:
        """Release both."""
        self.body.close()
        self.answer.close()

    async def take_in(self, receive: Receive) -> None:
        """Receive the body, unless it is too large; raise BrokenOffError, NoRoomError."""
        self._check_size(declared_length(self.scope))
        while self._has_more and not self._is_refused:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise BrokenOffError
            self._has_more = message.get("more_body", False)
            if part := message.get("body"):
                self._check_size(self.body.size + len(part))
                if not self._is_refused:
                    self.body.write(part)
        self.body.file.seek(0)

    def _check_size(self, size: int) -> None:
        if size > largest_form() and size > largest_body(self.scope["path"]):
            self._is_refused = True
            self.body.close()
            self.body = Spool()

    def run(self, report: Callable[[BaseException | None], object]) -> None:
        """Run the application on a thread; call `report` with None or the error."""
        try:
            parts = self._parts()
            try:
                self._store(parts)
                report(None)  # before Django closes the request
            finally:
                getattr(parts, "close", lambda: None)()
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
            report(error)

    def _store(self, parts: Iterable[bytes]) -> None:
        if isinstance(parts, FileWrapper) and self.answer.adopt(parts.filelike):
            return
        for part in parts:
            self.answer.write(part)
        self.answer.file.seek(0)

    def _parts(self) -> Any:
        bridge: Any = WsgiToAsgiInstance(self._application, duplicate_header_limit=0)
        bridge.scope = self.scope
        environ = bridge.build_environ(self.scope, self.body.file)
        environ["CONTENT_LENGTH"] = str(self.body.size)
        environ[TOO_LARGE] = self._is_refused
        environ["wsgi.file_wrapper"] = FileWrapper
        return self._application(environ, self.start_response)

    def start_response(
        self, status: str, headers: list[tuple[str, str]], _error: Any = None
    ) -> None:
        """Store status and headers."""
        lines = [
            (name.lower().encode("latin-1"), text.strip().encode("latin-1"))
            for name, text in headers
        ]
        if self._is_refused:
            lines.append((b"connection", b"close"))
        number = int(status.split(" ", 1)[0])
        self._start = {"type": "http.response.start", "status": number, "headers": lines}

    async def send_out(self, receive: Receive, send: Send) -> None:
        """Send the response."""
        left = self._length()
        await send(self._start)
        while left > IN_MEMORY or (left and self._is_refused):
            part = self.answer.file.read(min(left, IN_MEMORY))
            await send({"type": "http.response.body", "body": part, "more_body": True})
            left -= len(part)
            await asyncio.sleep(0)  # sending need not wait
        if self._is_refused:
            await self._let_pass(receive)
        last = self.answer.file.read(left)
        await send({"type": "http.response.body", "body": last})

    def _length(self) -> int:
        """Return the number of bytes to send, and set Content-Length if missing."""
        headers = self._start["headers"]
        if self.scope["method"] == "HEAD" or self._start["status"] in (204, 304):
            return 0
        declared = next((int(text) for name, text in headers if name == b"content-length"), None)
        if declared is None:
            headers.append((b"content-length", str(self.answer.size).encode()))
        # Less than the file for a range.
        return self.answer.size if declared is None else declared

    async def _let_pass(self, receive: Receive) -> None:
        """Receive a refused body, unread, so that the browser shows the response."""
        size = 0
        while self._has_more and size <= LARGEST:
            message = await receive()
            size += len(message.get("body", b""))
            self._has_more = message.get("more_body", False)


def _set_outcome(made: asyncio.Future[None], error: BaseException | None) -> None:
    """Set a future's outcome; later errors are logged."""
    if not made.done():
        made.set_exception(error) if error else made.set_result(None)
    elif error:
        logger.error("A request failed when it was answered already.", exc_info=error)


def declared_length(scope: Scope) -> int:
    """Return the Content-Length of a request, 0 without one."""
    return next((int(text) for name, text in scope["headers"] if name == b"content-length"), 0)
