"""Files that no form hopes for: each lies, is broken, unfolds, or says what nobody asked."""

import io
import zipfile
from collections.abc import Callable, Mapping

NAMES = (
    "list.csv",
    "list.xlsx",
    "club.json",
    "a" * 900 + ".csv",
    "a\0b.csv",
    "../../etc/passwd",
    "..\\..\\<script>alert(1)</script>.csv",
    "\u202evsc.exe",
)
"""What a file calls itself, which says nothing about what it is."""


def zipped(**parts: bytes) -> bytes:
    """Return an archive of some parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in parts.items():
            archive.writestr(name, inside)
    return file.getvalue()


def unfolding() -> bytes:
    """Return an archive a thousandth of what is in it, which is an archive likewise."""
    return zipped(inner=zipped(zeros=bytes(8 * 1024 * 1024)), zeros=bytes(64 * 1024 * 1024))


def escaping() -> bytes:
    """Return an archive whose parts would become files elsewhere."""
    return zipped(**{"../../../tmp/escaped": b"a", "/etc/escaped": b"a"})


def encrypted() -> bytes:
    """Return an archive that says of its part to be locked."""
    locked = bytearray(zipped(a=b"a"))
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    return bytes(locked)


CLUB = b'{"format": "menagerie-club", "version": 2, "club": {"name": %s}}'

NEVER_READ: Mapping[str, Callable[[], bytes]] = {
    "nothing": bytes,
    "a picture": lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)),
    "a program": lambda: b"\x7fELF\x02\x01\x01" + bytes(64) + bytes(range(256)),
    "half an archive": lambda: zipped(a=bytes(range(256)) * 9)[:120],
    "an archive without its end": lambda: zipped(a=b"a")[:-22],
    "an archive of nothing": zipped,
    "an archive with a lock": encrypted,
    "an archive that leaves its place": escaping,
    "an archive that unfolds": unfolding,
    "the beginning of an archive": lambda: b"PK\x03\x04",
}
"""What is no list, no seating and no club, whatever it calls itself."""

TEXTS: Mapping[str, Callable[[], bytes]] = {
    "NUL": lambda: b"\0" * 2000,
    "NUL in a line": lambda: b"Ada\0, \0Bo\n",
    "broken UTF-8": lambda: b"\xc3(\xff\xfe\xed\xa0\x80, \x80\n",
    "half of UTF-16": lambda: "Ada, Bo\n".encode("utf-16") + b"\xd8",
    "only the mark of UTF-16": lambda: b"\xfe\xff",
    "formulas": lambda: b'=HYPERLINK("http://evil.example","a"),+1,-1,@SUM(A1),\t=1+1\n',
    "markup": lambda: b"</textarea><script>alert(1)</script>,\"'><img src=x onerror=alert(1)>\n",
    "quotes without end": lambda: b'"' * 9999,
    "one long line": lambda: b"a" * 200_000,
    "many cells": lambda: b"," * 50_000,
    "many lines": lambda: b"a,b\n" * 20_000,
    "many short lines": lambda: b"\n" * 200_000 + b"a",
    "strange ends of lines": "a\u2028b\x0bc\x0cd\x85e\x1cf\r".encode,
    "signs upon signs": lambda: b"e" + "\u0301".encode() * 20_000,
    "columns and numbers": lambda: (
        b"round,table,player,place\n%s,-1,\xd9\xa3,1e999\n" % (b"9" * 5000)
    ),
    "columns and a fraction": lambda: b"round;table;player;place\nNaN;Infinity;Ada;0.5\n",
    "lists in lists": lambda: b"[" * 100_000,
    "objects in objects": lambda: b'{"a":' * 100_000,
    "lists in a club": lambda: CLUB % (b"[" * 100_000 + b"]" * 100_000),
    "no number": lambda: CLUB % b"NaN",
    "no end of a number": lambda: CLUB % b"-Infinity",
    "a number of many digits": lambda: CLUB % (b"9" * 100_000),
    "a number out of bounds": lambda: CLUB % b"1e999",
    "half a sign": lambda: CLUB % b'"\\ud800"',
    "NUL in a text": lambda: CLUB % b'"\\u0000"',
    "a name twice": lambda: b'{"format": "a", "format": "b"}',
    "no object": lambda: b"null",
    "lists for all": lambda: b'{"format": [], "version": {}, "club": [], "players": {"a": 1}}',
}
"""What is text, or nearly."""

FILES = {**NEVER_READ, **TEXTS}
