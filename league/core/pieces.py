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
REST = 5  # times as long as making a piece took, until it is made again: a busy site makes fewer
# By which the site was asked.
NAMES = frozenset({b"host", b"x-forwarded-host", b"x-forwarded-proto"})


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


class MadePiece(NamedTuple):
    """The event of a version of a piece, made or under way."""

    version: int
    task: asyncio.Task[bytes]


class PieceMaker:
    """The pieces that this process makes, and those that rest."""

    def __init__(self, pages: Application) -> None:
        """Take the application that answers for pages."""
        self._pages = pages
        self._made: dict[object, MadePiece] = {}

    async def event(self, scope: Scope, piece: Piece, version: int) -> bytes:
        """Return the event of a piece of at least a version, b"" if it cannot be had soon."""
        key = (piece, scope.get("scheme"), *_names(scope))
        made = self._made.get(key)
        if made is None:
            task = asyncio.create_task(self._make_and_rest(key, scope, piece, version))
            made = self._made[key] = MadePiece(version, task)
        elif made.version < version:
            return b""
        try:
            async with asyncio.timeout(PATIENCE):
                # Others wait for it, too.
                return await asyncio.shield(made.task)
        except TimeoutError:
            return b""

    async def _make_and_rest(self, key: object, scope: Scope, piece: Piece, version: int) -> bytes:
        loop = asyncio.get_running_loop()
        begun_at = loop.time()
        try:
            return await self._make(scope, piece, version)
        finally:
            loop.call_later(REST * (loop.time() - begun_at), self._made.pop, key)

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
