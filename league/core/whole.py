"""Serve Django on a few threads, none of which ever waits for somebody else's network.

A thread is taken when a request has come whole, and is free again when its answer is made: the
event loop takes in the one and sends out the other, as slowly as the other side wants it. How long
that may take is the matter of league.core.connections.
"""

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.wsgi import WsgiToAsgiInstance

from league.core.bodies import LARGEST, TOO_LARGE, largest_body, largest_form
from league.core.gateway import Receive, Scope, Send, answer
from league.core.spool import IN_MEMORY, NoRoomError, Spool

logger = logging.getLogger("menagerie.connections")

# Answers of these kinds say nothing of how long they are.
WITHOUT_BODY = (204, 304)


class BrokenOffError(Exception):
    """The other side went away before its request had come whole."""


class TooLargeError(Exception):
    """A body is larger than what its address takes."""


class WholeRequests:
    """Run a WSGI application on threads, with whole requests and whole answers."""

    def __init__(self, application: Any, *, threads: int) -> None:
        self._application = application
        self._executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request in, have it answered, and send the answer."""
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
        """Run the application on a thread, and return once the answer is made."""
        loop = asyncio.get_running_loop()
        made: asyncio.Future[None] = loop.create_future()

        def tell(error: BaseException | None) -> None:
            loop.call_soon_threadsafe(settle, made, error)

        self._executor.submit(contextvars.copy_context().run, exchange.run, tell)
        await made


class FileParts:
    """An answer that is a file, as WSGI servers offer to send it; else its parts."""

    def __init__(self, file: Any, size: int = IN_MEMORY) -> None:
        self.file = file
        self._size = size

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self.file.read(self._size), b"")

    def close(self) -> None:
        """Close the file, and with it Django's answer."""
        self.file.close()


class Exchange:
    """One request, and its answer."""

    def __init__(self, application: Any, scope: Scope) -> None:
        self._application = application
        # To Django X_Forwarded_For is the same as X-Forwarded-For, and no proxy takes it out.
        headers = [(name, text) for name, text in scope["headers"] if b"_" not in name]
        self.scope = {**scope, "headers": headers}
        self.body = Spool()
        self.answer = Spool()
        self._has_more = True
        self._is_refused = False
        self._start: dict[str, Any] = {}

    def close(self) -> None:
        """Forget the request and its answer."""
        self.body.close()
        self.answer.close()

    async def take_in(self, receive: Receive) -> None:
        """Take in the body; raise BrokenOffError or NoRoomError. One too large is left outside."""
        try:
            await self._take_in(receive)
        except TooLargeError:
            self._is_refused = True
            self.body.close()
            self.body = Spool()

    async def _take_in(self, receive: Receive) -> None:
        self._check_size(told_length(self.scope))
        while self._has_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise BrokenOffError
            self._has_more = message.get("more_body", False)
            if part := message.get("body"):
                self._check_size(self.body.size + len(part))
                self.body.write(part)
        self.body.file.seek(0)

    def _check_size(self, size: int) -> None:
        # Few are that large, so only for them it is looked up what their address takes.
        if size > largest_form() and size > largest_body(self.scope["path"]):
            raise TooLargeError

    def run(self, tell: Callable[[BaseException | None], object]) -> None:
        """Run the application to its end, on a thread; tell once the answer is made, or why not."""
        try:
            parts = self._parts()
            try:
                self._keep(parts)
                # What Django still does to close a request, nobody has to wait for.
                tell(None)
            finally:
                getattr(parts, "close", lambda: None)()
        except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
            tell(error)

    def _keep(self, parts: Iterable[bytes]) -> None:
        if isinstance(parts, FileParts) and self.answer.adopt(parts.file):
            return
        for part in parts:
            self.answer.write(part)
        self.answer.file.seek(0)

    def _parts(self) -> Any:
        # The server bounds the head as a whole.
        bridge: Any = WsgiToAsgiInstance(self._application, duplicate_header_limit=0)
        bridge.scope = self.scope
        environ = bridge.build_environ(self.scope, self.body.file)
        # Where it came in pieces, nothing has told it.
        environ["CONTENT_LENGTH"] = str(self.body.size)
        environ[TOO_LARGE] = self._is_refused
        environ["wsgi.file_wrapper"] = FileParts
        return self._application(environ, self.start_response)

    def start_response(
        self, status: str, headers: list[tuple[str, str]], _error: Any = None
    ) -> None:
        """Remember how the answer begins."""
        lines = [
            (name.lower().encode("latin-1"), text.strip().encode("latin-1"))
            for name, text in headers
        ]
        if self._is_refused:
            lines.append((b"connection", b"close"))
        number = int(status.split(" ", 1)[0])
        self._start = {"type": "http.response.start", "status": number, "headers": lines}

    async def send_out(self, receive: Receive, send: Send) -> None:
        """Send the answer, as slowly as it is taken."""
        left = self._length()
        await send(self._start)
        while left > IN_MEMORY or (left and self._is_refused):
            part = self.answer.file.read(min(left, IN_MEMORY))
            await send({"type": "http.response.body", "body": part, "more_body": True})
            left -= len(part)
            # Where the network takes all of it at once, sending waits for nothing.
            await asyncio.sleep(0)
        if self._is_refused:
            await self._let_pass(receive)
        last = self.answer.file.read(left)
        await send({"type": "http.response.body", "body": last})

    def _length(self) -> int:
        """Return how many bytes are to be sent, and tell them where nothing has."""
        headers = self._start["headers"]
        if self.scope["method"] == "HEAD" or self._start["status"] in WITHOUT_BODY:
            return 0
        told = next((int(text) for name, text in headers if name == b"content-length"), None)
        if told is None:
            headers.append((b"content-length", str(self.answer.size).encode()))
        # Of a file a part may have been asked for.
        return self.answer.size if told is None else told

    async def _let_pass(self, receive: Receive) -> None:
        """Let a refused body come, unread: a browser that is cut off would not show the answer."""
        size = 0
        while self._has_more and size <= LARGEST:
            message = await receive()
            size += len(message.get("body", b""))
            self._has_more = message.get("more_body", False)


def settle(made: asyncio.Future[None], error: BaseException | None) -> None:
    """Say that an answer is made, or why it is not; what fails afterwards is only logged."""
    if not made.done():
        made.set_exception(error) if error else made.set_result(None)
    elif error:
        logger.error("A request failed when it was answered already.", exc_info=error)


def told_length(scope: Scope) -> int:
    """Return how long a request says that its body is; 0 where it does not."""
    # The server has refused what is no number.
    return next((int(text) for name, text in scope["headers"] if name == b"content-length"), 0)
