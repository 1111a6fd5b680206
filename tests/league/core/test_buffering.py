import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from league.core.buffering import IN_MEMORY, BufferedRequests, NoRoomError, Spool
from league.core.middleware import TOO_LARGE

Application = Callable[[Mapping[str, Any], Callable[..., object]], Iterable[bytes]]
MEBIBYTE = 1024 * 1024


def exchange(
    application: Application,
    *parts: bytes,
    method: str = "POST",
    ends: bool = True,
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> list[dict[str, Any]]:
    """Send a request in parts; return what is sent back. One that does not end breaks off."""
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages.append({"type": "http.request"} if ends else {"type": "http.disconnect"})
    sent = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": "/no-such-page/",
        "query_string": b"",
        "headers": list(headers),
        "client": ("192.0.2.1", 50000),
    }
    asyncio.run(BufferedRequests(application, threads=1)(scope, receive, send))
    return sent


def body_of(sent: list[dict[str, Any]]) -> bytes:
    return b"".join(message.get("body", b"") for message in sent[1:])


def echo(environ: Mapping[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])
    yield environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))


def test_request_in_parts_comes_whole_and_the_answer_says_its_length() -> None:
    sent = exchange(echo, b"a" * IN_MEMORY, b"b" * IN_MEMORY)
    assert sent[0]["headers"][-1] == (b"content-length", str(2 * IN_MEMORY).encode())
    assert body_of(sent) == b"a" * IN_MEMORY + b"b" * IN_MEMORY
    assert [message.get("more_body", False) for message in sent[1:]] == [True, False]


def test_request_that_breaks_off_reaches_nobody() -> None:
    asked: list[object] = []

    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> list[bytes]:
        asked.append(environ)
        return []

    assert (exchange(application, b"half", ends=False), asked) == ([], [])


def test_body_too_large_reaches_nobody_and_is_told() -> None:
    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("413 Content Too Large", [])
        return [str((environ[TOO_LARGE], environ["wsgi.input"].read())).encode()]

    sent = exchange(application, b"x" * MEBIBYTE, b"x")
    assert (sent[0]["status"], body_of(sent)) == (413, b"(True, b'')")
    assert (b"connection", b"close") in sent[0]["headers"]


def test_head_is_answered_without_a_body() -> None:
    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [("Content-Length", "5000")])
        return []

    sent = exchange(application, method="HEAD")
    assert (sent[0]["headers"], body_of(sent)) == ([(b"content-length", b"5000")], b"")


def test_name_with_an_underscore_passes_for_no_other() -> None:
    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [])
        return [environ.get("HTTP_X_FORWARDED_FOR", "none").encode()]

    assert body_of(exchange(application, headers=((b"x_forwarded_for", b"192.0.2.9"),))) == b"none"


class Failing:
    """An answer that fails in its midst."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"x" * 2 * IN_MEMORY
        raise ArithmeticError

    def close(self) -> None:
        self.is_closed = True


def test_answer_that_fails_in_its_midst_is_sent_to_nobody() -> None:
    failing = Failing()

    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return failing

    with pytest.raises(ArithmeticError):
        exchange(application)
    assert failing.is_closed


def test_large_answers_are_refused_while_there_is_no_room(settings: Any) -> None:
    settings.SPOOL_MEGABYTES = 1
    big = [b"x" * MEBIBYTE, b"x"]

    def application(environ: Mapping[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [])
        return big

    assert exchange(application)[0]["status"] == 503
    big.pop()
    assert body_of(exchange(application)) == b"x" * MEBIBYTE


def test_files_of_spools_are_counted_together_and_given_back(settings: Any) -> None:
    settings.SPOOL_MEGABYTES = 1
    first, second = Spool(), Spool()
    first.write(b"x" * (MEBIBYTE - IN_MEMORY))
    second.write(b"x" * IN_MEMORY)
    with pytest.raises(NoRoomError):
        second.write(b"x" * IN_MEMORY)
    first.close()
    first.close()
    second.write(b"x" * IN_MEMORY)
    second.close()
    assert Spool.reserved == 0
