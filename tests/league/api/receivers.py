"""A receiver of webhooks: a real server on this machine that fails as it is told."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Message(NamedTuple):
    """What has arrived."""

    headers: dict[str, str]
    body: str

    @property
    def told(self) -> dict[str, Any]:
        """Return the event."""
        told: dict[str, Any] = json.loads(self.body)
        return told


class Receiver:
    """Keep what arrives; fail so often, of 1, by an answer 500 or by none at all."""

    def __init__(self, failing: float, seed: int) -> None:
        self.messages: list[Message] = []
        self.tries = 0
        self.failing = failing
        self.chance = random.Random(seed)
        self.url = ""

    def judge(self) -> str:
        """Say what to do with a message: take it, refuse it, or hang up."""
        self.tries += 1
        if self.chance.random() >= self.failing:
            return "take"
        return self.chance.choice(["refuse", "hang up"])


@contextmanager
def listening(failing: float = 0, seed: int = 1) -> Iterator[Receiver]:
    """Listen on a free port of this machine."""
    receiver = Receiver(failing, seed)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            verdict = receiver.judge()
            if verdict == "hang up":
                self.close_connection = True
                self.connection.close()
                return
            if verdict == "take":
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.messages.append(Message(headers, body))
            self.send_response(204 if verdict == "take" else 500)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

        def handle(self) -> None:
            try:
                super().handle()
            except (ValueError, OSError):  # the connection that was hung up
                return

        def finish(self) -> None:
            try:
                super().finish()
            except (ValueError, OSError):
                return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
