"""Files of a few kilobytes that would fill the memory or keep a processor for minutes."""

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from django.conf import settings

from league.core.workbooks import UnreadableFileError, text_of_workbook
from league.exports.club_file.reading import read_club
from league.exports.club_file.shapes import BadValueError
from tests.league.exports.workbooks import workbook

ROOM = 200 * 1024 * 1024
"""Bytes that reading a file may take besides what the process has already."""
TOO_MUCH = "This workbook is too large. Keep only the sheet with your list."
NAMESPACE = b' xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
UNPACKED = 15 * 1024 * 1024
READ = """
import resource, sys, django
django.setup()
from league.core.workbooks import UnreadableFileError, text_of_workbook
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + int(sys.argv[1]),) * 2)
for name in sys.argv[2:]:
    try:
        print("read:", text_of_workbook(open(name, "rb").read(), most_rows=2000).strip()[:40])
    except UnreadableFileError as error:
        print(error)
"""


def with_part(name: str, xml: bytes) -> bytes:
    """Return a workbook in which one part is another."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(("round", "table")))) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, xml)
    return file.getvalue()


def many(inside: bytes) -> bytes:
    return inside * (UNPACKED // len(inside))


def sheet(inside: bytes, before: bytes = b"") -> bytes:
    xml = b"<worksheet%s><sheetData>%s</sheetData></worksheet>" % (NAMESPACE, inside)
    return with_part("xl/worksheets/sheet1.xml", before + xml)


def styles(inside: bytes) -> bytes:
    return with_part("xl/styles.xml", b"<styleSheet%s>%s</styleSheet>" % (NAMESPACE, inside))


def laughing() -> bytes:
    """Return a sheet of entities each of which stands for ten of the one before."""
    entities = b"".join(
        b'<!ENTITY a%d "%s">' % (at, b"&a%d;" % (at - 1) * 10) for at in range(1, 10)
    )
    cell = b'<c t="inlineStr"><is><t>&a9;</t></is></c>'
    return sheet(b"<row>" + cell + b"</row>", b'<!DOCTYPE a [<!ENTITY a0 "ha">%s]>' % entities)


UNREADABLE = "This workbook cannot be read."
BOMBS: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "one row of cells": (lambda: sheet(b"<row>" + many(b"<c/>") + b"</row>"), TOO_MUCH),
    "cells of another encoding": (lambda: sheet(many("<c/>".encode("utf-16-le"))), TOO_MUCH),
    "rows": (lambda: sheet(many(b"<row/>")), TOO_MUCH),
    "fonts": (lambda: styles(b"<fonts>" + many(b"<font/>") + b"</fonts>"), TOO_MUCH),
    "kinds of parts": (
        lambda: with_part("[Content_Types].xml", b"<Types>" + many(b"<Default/>") + b"</Types>"),
        TOO_MUCH,
    ),
    "a nest": (lambda: styles(b"<font>" * 100_000 + b"</font>" * 100_000), TOO_MUCH),
    "laughs": (laughing, UNREADABLE),
    "zeros": (lambda: with_part("xl/media/zeros", bytes(2 * UNPACKED)), TOO_MUCH),
}


@pytest.mark.parametrize("kind", ["one row of cells", "laughs", "zeros"])
def test_small_workbook_that_unfolds_is_refused(kind: str) -> None:
    make, words = BOMBS[kind]
    with pytest.raises(UnreadableFileError, match=re.escape(words)):
        text_of_workbook(make(), most_rows=2000)


@pytest.mark.thorough
def test_small_workbooks_that_unfold_are_refused_within_little_memory(tmp_path: Path) -> None:
    files = [tmp_path / f"{kind}.xlsx" for kind in BOMBS]
    for file, (make, _words) in zip(files, BOMBS.values(), strict=True):
        file.write_bytes(make())
        assert file.stat().st_size < 200_000

    read = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", READ, str(ROOM), *files],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )

    said = dict(zip(BOMBS, read.stdout.splitlines(), strict=False))
    assert said == {kind: words for kind, (_make, words) in BOMBS.items()}, read.stderr[-500:]


def test_no_file_of_the_machine_gets_into_a_workbook(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    entity = b'<!DOCTYPE a [<!ENTITY a SYSTEM "file://%s">]>' % bytes(secret)
    data = sheet(b'<row><c t="inlineStr"><is><t>x&a;</t></is></c></row>', entity)
    with pytest.raises(UnreadableFileError, match=re.escape(UNREADABLE)):
        text_of_workbook(data, most_rows=2000)


def test_names_that_are_there_twice_among_many_are_found_at_one_look() -> None:
    many_names = ", ".join(f'"{number}": 1' for number in [*range(200_000), 199_999])
    with pytest.raises(BadValueError, match="This name occurs twice in the same object"):
        read_club(f"{{{many_names}}}")
