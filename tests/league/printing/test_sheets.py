"""What a phone reads from a printed sheet is the address that opens its table."""

import zlib

import numpy as np
import pytest
import zxingcpp
from django.utils.translation import override
from numpy.typing import NDArray

from league.competitions.models import TableCode
from league.core.games import site_game
from league.printing.documents import score_sheets_document
from league.printing.rendering import typeset
from tests.factories import make_competition, make_round, make_table
from tests.league.printing.evenings import make_evening
from tests.league.printing.pdf_text import text_of

pytestmark = pytest.mark.django_db
CHANNELS = 4


def pixels_of(png: bytes) -> NDArray[np.uint8]:
    """Return the grey pixels of a PNG of eight bits a channel (PNG specification, 9)."""
    width = int.from_bytes(png[16:20], "big")
    raw, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            raw += png[at + 8 : at + 8 + length]
        at += length + 12
    stride = width * CHANNELS
    lines = zlib.decompress(raw)
    rows: list[bytearray] = []
    before = bytearray(stride)
    for begin in range(0, len(lines), stride + 1):
        before = unfiltered(lines[begin], bytearray(lines[begin + 1 : begin + 1 + stride]), before)
        rows.append(before)
    return np.array(rows, dtype=np.uint8).reshape(len(rows), width, CHANNELS)[:, :, 0].copy()


def unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    for at in range(len(line)) if kind else ():
        left = line[at - CHANNELS] if at >= CHANNELS else 0
        corner = above[at - CHANNELS] if at >= CHANNELS else 0
        guess = (0, left, above[at], (left + above[at]) // 2, paeth(left, above[at], corner))[kind]
        line[at] = (line[at] + guess) & 0xFF
    return line


def paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda each: abs(guess - each))


def test_phone_reads_the_address_of_the_table() -> None:
    evening = make_evening()
    read = zxingcpp.read_barcodes(pixels_of(typeset(score_sheets_document(evening, "a4"), "png")))
    code = TableCode.objects.get(table__round=evening)
    assert [each.text.split("/t/")[1] for each in read] == [f"{code.token}/"]


def test_headings_of_a_game_stay_in_their_columns() -> None:
    options = dict(site_game("doppelkopf").engine.options({}).as_json())
    evening = make_round(make_competition(game="doppelkopf", options=options))
    make_table(evening)
    with override("de"):
        text = text_of(typeset(score_sheets_document(evening, "a4"), "pdf")).whole
    assert "Augen der Verlierer" in text.replace("\xad", "")
    assert "Sonderpunkte" not in text
    assert "Sonder" in text
