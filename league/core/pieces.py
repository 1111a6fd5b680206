"""Live pieces of public pages, sent along with the news of them, so that no page has to fetch them.

A visitor's copy of a kept page (league.core.kept) names its live piece by a signed token. When the
piece's topic has a new version, each process asks itself for the piece once, as a visitor would,
and sends the compressed answer to all streams that named it.
"""

import asyncio
import json
import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from math import inf
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.core.signing import Signer

from league.core import kept

logger = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PATIENCE = 2  # seconds; a page that hears without its piece fetches it
REMEMBERED_SECONDS = 5  # streams may come so long after the first
REST = 5  # times as long as making a piece took, until it is made again: a busy site makes fewer
NAMES = frozenset(
    {b"host", b"x-forwarded-host", b"x-forwarded-proto"}
)  # by which the site was asked


class Piece(NamedTuple):
    """The live piece of a kept page in a language."""

    topic: str
    address: str
    language: str

    @property
    def token(self) -> str:
        """Return the token, always the same, that lets a stream have the piece."""
        return _signer().sign_object(self)


def read_piece(token: str) -> Piece:
    """Return the piece of a token; raise BadSignature."""
    return Piece(*_signer().unsign_object(token))


def _signer() -> Signer:
    return Signer(salt="league.core.pieces")


class MadePiece:
    """The event of a version of a piece, made or under way."""

    def __init__(self, version: int, event: Awaitable[bytes]) -> None:
        self.version = version
        self.task = asyncio.ensure_future(event)
        self.begun_at = asyncio.get_running_loop().time()
        self.rests_until = inf

    def rest(self) -> float:
        """Begin the rest of a piece that has been made; return for how many seconds."""
        now = asyncio.get_running_loop().time()
        seconds = REST * (now - self.begun_at)
        self.rests_until = now + seconds
        return seconds


class PieceMaker:
    """The newest pieces that this process has sent."""

    def __init__(self, pages: Application) -> None:
        """Take the application that answers for pages."""
        self._pages = pages
        self._made: dict[object, MadePiece] = {}

    async def event(self, scope: Scope, piece: Piece, version: int) -> bytes:
        """Return the event of a piece of at least a version, b"" if it cannot be had soon."""
        key = (piece, scope.get("scheme"), *_names(scope))
        made = self._made.get(key)
        if made is None or made.version < version:
            if made and asyncio.get_running_loop().time() < made.rests_until:
                return b""
            made = self._made[key] = MadePiece(version, self._make(scope, piece, version))
            made.task.add_done_callback(partial(self._let_rest, key, made))
        try:
            async with asyncio.timeout(PATIENCE):
                # Others wait for it, too.
                return await asyncio.shield(made.task)
        except TimeoutError:
            return b""

    def _let_rest(self, key: object, made: MadePiece, _task: object) -> None:
        seconds = max(made.rest(), REMEMBERED_SECONDS)
        asyncio.get_running_loop().call_later(seconds, self._forget, key, made)

    def _forget(self, key: object, made: MadePiece) -> None:
        if self._made[key] is made:
            del self._made[key]

    async def _make(self, scope: Scope, piece: Piece, version: int) -> bytes:
        """Return the event of a piece, b"" if visitors do not get it (any more)."""
        target = kept.piece_at(piece.address)
        if not target:
            return b""
        path, _, query = piece.address.partition("?")
        asked = {
            **scope,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [
                *_names(scope),
                (b"accept-encoding", b"gzip"),
                (b"accept-language", piece.language.encode()),
                (b"hx-request", b"true"),
                (b"hx-target", target.encode()),
            ],
        }
        try:
            status, headers, body = await _answer_of(self._pages, asked)
        except Exception:
            logger.warning("Could not make a piece of a page.", exc_info=True)
            return b""
        if status != 200 or headers.get(b"content-encoding") != b"gzip":
            return b""
        said = {"id": target, "version": version, "gzip": b64encode(body).decode()}
        return b"event: piece\ndata: " + json.dumps(said).encode() + b"\n\n"


def _names(scope: Scope) -> list[tuple[bytes, bytes]]:
    return [header for header in scope["headers"] if header[0] in NAMES]


async def _answer_of(
    application: Application, scope: Scope
) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return status, headers and body of a request without a body."""
    start: MutableMapping[str, Any] = {}
    body = bytearray()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            body.extend(message.get("body", b""))

    await application(scope, receive, send)
    return start["status"], dict(start["headers"]), bytes(body)
