"""Read the text layer of a PDF of ours: what a reader copies, searches or hears."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

BEGIN = re.compile(rb"(\d+) 0 obj\s")
LENGTH = re.compile(rb"/Length (\d+)")
MAPPED = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
SHOWN = re.compile(
    rb"/(?P<font>f\d+) [\d.]+ Tf"
    rb"|\((?P<glyphs>(?:\\.|[^\\()])*)\)"
    rb"|/ActualText(?P<actual>\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>)"
    rb"|(?P<begin>BDC|BMC)|(?P<end>EMC)",
    re.DOTALL,
)
ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
SIMPLE = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(frozen=True, slots=True)
class Text:
    """What a PDF says, a string for each page, without the places where words may break.

    `boxes` are the glyphs that no font had.
    """

    pages: tuple[str, ...]
    boxes: int

    @property
    def whole(self) -> str:
        """All pages."""
        return "".join(self.pages)


@dataclass(frozen=True, slots=True)
class Part:
    """An object of the file: what it says of itself, and the stream that it has."""

    head: bytes
    stream: bytes = b""

    def number(self, name: bytes) -> int:
        """Return the object that an entry leads to."""
        found = re.search(rb"/" + name + rb" (\d+) 0 R", self.head)
        assert found is not None, (name, self.head[:200])
        return int(found[1])


def text_of(pdf: bytes) -> Text:
    """Read the text of every page in the order in which it is set."""
    parts = parts_of(pdf)
    pages, boxes = [], 0
    for part in parts.values():
        if b"/Type/Page/" not in part.head:
            continue
        fonts = _fonts(parts, parts[part.number(b"Resources")])
        words, missing = _read(parts[part.number(b"Contents")].stream, fonts)
        pages.append(words.replace("\u200b", ""))
        boxes += missing
    return Text(tuple(pages), boxes)


def parts_of(pdf: bytes) -> dict[int, Part]:
    """Return the objects of a file by their numbers."""
    parts: dict[int, Part] = {}
    at = 0
    while (begin := BEGIN.search(pdf, at)) is not None:
        at = pdf.index(b"endobj", begin.end())
        head = pdf[begin.end() : at]
        opened = pdf.find(b"stream\n", begin.end(), at)
        stream = b""
        if opened >= 0 and (length := LENGTH.search(head)) is not None:
            head, first = pdf[begin.end() : opened], opened + len(b"stream\n")
            stream = pdf[first : first + int(length[1])]
            stream = zlib.decompress(stream) if b"FlateDecode" in head else stream
            at = pdf.index(b"endobj", first + int(length[1]))
        parts[int(begin[1])] = Part(head, stream)
    return parts


def _fonts(parts: dict[int, Part], resources: Part) -> dict[bytes, dict[int, str]]:
    listed = re.search(rb"/Font<<(.*?)>>", resources.head, re.DOTALL)
    if listed is None:
        return {}
    return {
        name: _glyphs(parts[parts[int(number)].number(b"ToUnicode")].stream)
        for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", listed[1])
    }


def _glyphs(mapping: bytes) -> dict[int, str]:
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be")
        for glyph, text in MAPPED.findall(mapping)
    }


def _read(content: bytes, fonts: dict[bytes, dict[int, str]]) -> tuple[str, int]:
    """Follow fonts and glyphs; what is marked with its actual text is that text."""
    said: list[str] = []
    boxes, font, depth, forecast_at = 0, b"", 0, -1
    for shown in SHOWN.finditer(content):
        if shown["font"]:
            font = shown["font"]
        elif shown["actual"] is not None:
            said.append(_actual(shown["actual"]))
            forecast_at = depth
        elif shown["begin"]:
            depth += 1
        elif shown["end"]:
            depth -= 1
            forecast_at = -1 if depth <= forecast_at else forecast_at
        elif shown["glyphs"] is not None:
            glyphs = list(_pairs(_unescaped(shown["glyphs"])))
            boxes += glyphs.count(0)
            if forecast_at < 0:
                said += [fonts[font].get(glyph, "") for glyph in glyphs]
    return "".join(said), boxes


def _actual(written: bytes) -> str:
    raw = (
        bytes.fromhex(written[1:-1].decode()) if written[:1] == b"<" else _unescaped(written[1:-1])
    )
    if raw[:2] == b"\xfe\xff":
        return raw[2:].decode("utf-16-be")
    return raw.decode("latin-1")


def _pairs(raw: bytes) -> Iterator[int]:
    return (int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2))


def _unescaped(text: bytes) -> bytes:
    def plain(found: re.Match[bytes]) -> bytes:
        code = found[1]
        return bytes([int(code, 8)]) if code[:1].isdigit() else SIMPLE.get(code, code)

    return ESCAPED.sub(plain, text)
