"""Live fragments of public pages, sent with the event that they have changed.

A visitor's copy of a cached page (league.core.page_cache) names its live fragment by a signed
token. When the fragment's topic has a new version, each process requests the fragment from itself
once, as a visitor would, and sends the compressed response to all streams that named it.
"""

import asyncio
import json
import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.core.signing import Signer

from league.core import page_cache

logger = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PATIENCE = 2  # seconds; a page that hears without its fragment fetches it
REST = 5  # times as long as rendering took, until it is rendered again: a busy site renders fewer
# By which the site was asked.
NAMES = frozenset({b"host", b"x-forwarded-host", b"x-forwarded-proto"})


class LiveFragment(NamedTuple):
    """The live fragment of a cached page in a language."""

    topic: str
    address: str
    language: str

    @property
    def token(self) -> str:
        """Return the token, always the same, that lets a stream have the fragment."""
        return _signer().sign_object(self)


def read_fragment(token: str) -> LiveFragment:
    """Return the fragment of a token; raise BadSignature."""
    return LiveFragment(*_signer().unsign_object(token))


def _signer() -> Signer:
    return Signer(salt="league.core.live_fragments")


class RenderedFragment(NamedTuple):
    """The event of a version of a fragment, rendered or under way."""

    version: int
    task: asyncio.Task[bytes]


class LiveFragmentRenderer:
    """The fragments that this process renders, and those that rest."""

    def __init__(self, pages: Application) -> None:
        """Take the application that answers for pages."""
        self._pages = pages
        self._rendered: dict[object, RenderedFragment] = {}

    async def event(self, scope: Scope, fragment: LiveFragment, version: int) -> bytes:
        """Return the event of a fragment of at least a version, b"" if it cannot be had soon."""
        key = (fragment, scope.get("scheme"), *_names(scope))
        rendered = self._rendered.get(key)
        if rendered is None:
            task = asyncio.create_task(self._render_and_rest(key, scope, fragment, version))
            rendered = self._rendered[key] = RenderedFragment(version, task)
        elif rendered.version < version:
            return b""
        try:
            async with asyncio.timeout(PATIENCE):
                # Others wait for it, too.
                return await asyncio.shield(rendered.task)
        except TimeoutError:
            return b""

    async def _render_and_rest(
        self, key: object, scope: Scope, fragment: LiveFragment, version: int
    ) -> bytes:
        loop = asyncio.get_running_loop()
        begun_at = loop.time()
        try:
            return await self._render(scope, fragment, version)
        finally:
            loop.call_later(REST * (loop.time() - begun_at), self._rendered.pop, key)

    async def _render(self, scope: Scope, fragment: LiveFragment, version: int) -> bytes:
        """Return the event of a fragment, b"" if visitors do not get it (any more)."""
        target, _ = page_cache.fragment_at(fragment.address)
        if not target:
            return b""
        path, _, query = fragment.address.partition("?")
        asked = {
            **scope,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [
                *_names(scope),
                (b"accept-encoding", b"gzip"),
                (b"accept-language", fragment.language.encode()),
                (b"hx-request", b"true"),
                (b"hx-target", target.encode()),
            ],
        }
        try:
            status, headers, body = await _answer_of(self._pages, asked)
        except Exception:
            logger.warning("Could not render a fragment of a page.", exc_info=True)
            return b""
        if status != 200 or headers.get(b"content-encoding") != b"gzip":
            return b""
        said = {"id": target, "version": version, "gzip": b64encode(body).decode()}
        return b"event: fragment\ndata: " + json.dumps(said).encode() + b"\n\n"


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
