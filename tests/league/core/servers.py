"""Real servers on this machine that answer what a test says, and a resolver that knows them."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

lookup = socket.getaddrinfo


@dataclass
class Heard:
    """One request that a server has read."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server of HTTP on a port of its own, what it has heard, and what it answers."""

    port: int = 0
    heard: list[Heard] = field(default_factory=list)
    answer: Callable[[Heard], tuple[int, dict[str, str], bytes]] = lambda _heard: (200, {}, b"ok")


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Run a server of HTTP, or of HTTPS, for the time of a test."""
    state = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            names = {name.lower(): text for name, text in self.headers.items()}
            heard = Heard(self.command, self.path, names, body)
            state.heard.append(heard)
            status, headers, answer = state.answer(heard)
            self.send_response(status)
            for name, text in headers.items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def __getattr__(self, name: str) -> Callable[[], None]:
            """Treat every method alike, which the library looks up as do_GET and so on."""
            if name.startswith("do_"):
                return self.handle_one
            raise AttributeError(name)

        def log_message(self, *_words: Any) -> None:
            """Stay silent."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_request: Any) -> None:
            """Stay silent when a client hangs up."""

    server = Server(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def raw_server(speak: Callable[[socket.socket], None]) -> Iterator[int]:
    """Run a server that does with its one connection what a test says, and give its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        try:
            connection, _address = listener.accept()
        except OSError:
            return
        with connection:
            try:
                speak(connection)
            except OSError:
                return

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


class Resolver:
    """Answer look-ups of names from a list, each name's answers one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: dict[str, list[Sequence[str]]] = {}
        self.asked: list[str] = []
        monkeypatch.setattr(socket, "getaddrinfo", self.look_up)

    def knows(self, name: str, *answers: Sequence[str]) -> None:
        """Answer a name with these addresses, the last answer from then on."""
        self.names[name] = list(answers)

    def look_up(self, host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        """Stand where socket.getaddrinfo stands."""
        if host not in self.names:
            return lookup(host, port, *rest, **more)
        self.asked.append(host)
        answers = self.names[host]
        addresses = answers.pop(0) if len(answers) > 1 else answers[0]
        found: list[Any] = []
        for address in addresses:
            found += lookup(address, port, type=socket.SOCK_STREAM)
        return found
