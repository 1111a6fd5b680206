"""Pack a value into the text of a link and back: JSON, compressed, safe in an address."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.reading import NotJsonError, parse

LONGEST_LINK = 6000
"""Characters of the packed text; servers and proxies of today take 8,000 in an address."""
LARGEST_MATCH = 100_000
"""Bytes of the JSON: a small text must not unpack to a large one."""


class BrokenLinkError(ValueError):
    """A link carries no match; `sentences` say in words what is wrong with it."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def pack(value: Mapping[str, Any]) -> str:
    """Return a JSON value as text that is safe in an address."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def unpack(text: str) -> object:
    """Return the JSON value of a packed text, whatever value it is; raises BrokenLinkError."""
    if len(text) > LONGEST_LINK:
        raise BrokenLinkError(_("The link is too long to be one of ours."))
    try:
        value = parse(_decompress(_bytes_of(text)))
        # Half a character can stand in JSON, but on no page.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, NotJsonError) as error:
        words = _("The link is damaged: perhaps a part of it was not copied.")
        raise BrokenLinkError(words) from error
    return value


def _bytes_of(text: str) -> bytes:
    if not text.isascii():
        raise binascii.Error
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _decompress(packed: bytes) -> bytes:
    """Return what was compressed, all of it and nothing after it; raises ValueError."""
    stream = zlib.decompressobj()
    try:
        text = stream.decompress(packed, LARGEST_MATCH)
    except zlib.error as error:
        raise ValueError from error
    if not stream.eof or stream.unused_data:
        raise ValueError(len(text))
    return text
