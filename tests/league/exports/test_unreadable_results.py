"""Files of results that cannot be read as a whole."""

import io
import zipfile

import pytest

from league.core.workbooks import UnreadableFileError, text_of_workbook
from league.exports.results_file.plan import MOST_ROWS, read_results
from tests.league.exports.workbooks import workbook


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + bytes(200), workbook()[:900]])
def test_what_is_no_workbook_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="This workbook cannot be read"):
        text_of_workbook(data, most_rows=MOST_ROWS)


def test_a_workbook_that_would_unpack_to_gigabytes_is_not_unpacked() -> None:
    file = io.BytesIO(workbook(("round",)))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/big.bin", bytes(33 * 1024 * 1024))
    assert len(file.getvalue()) < 100_000
    with pytest.raises(UnreadableFileError, match="This workbook is too large"):
        text_of_workbook(file.getvalue(), most_rows=MOST_ROWS)


def test_a_zip_that_is_no_workbook_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(UnreadableFileError, match="This workbook cannot be read"):
        text_of_workbook(file.getvalue(), most_rows=MOST_ROWS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" \n\n", "The file is empty."),
        ("round,table,player\n,,\n", "There are no rows below the column names. Add at least one."),
        ("Ada,1\nBjörn,2", "Missing: round, table, player."),
        (
            "round,table,player,round\n1,1,Ada,1",
            "Two columns are called “round”. Rename or remove one.",
        ),
        ("round,table,player" + "\n1,1,Ada" * (MOST_ROWS + 1), f"more than {MOST_ROWS} rows"),
    ],
)
def test_a_file_that_cannot_be_read_as_a_whole_says_why(text: str, words: str) -> None:
    with pytest.raises(UnreadableFileError, match=words):
        read_results(text)


def test_a_workbook_with_too_many_rows_is_refused() -> None:
    rows = [("round", "table", "player"), *[(1, 1, "Ada")] * (MOST_ROWS + 1)]
    with pytest.raises(UnreadableFileError, match=f"more than {MOST_ROWS} rows"):
        text_of_workbook(workbook(*rows), most_rows=MOST_ROWS)
