"""Bring results in on a page: look first, record then, and who may."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from league.clubs.models import Role
from league.competitions.models import Table
from league.results.models import FinalResult, FinalRevision
from tests.factories import make_organiser, make_table
from tests.league.exports.test_results_file import PLACES
from tests.league.exports.workbooks import workbook
from tests.league.results.visits import club_member, text_of

pytestmark = pytest.mark.django_db


def organiser_of(table: Table) -> Client:
    client = Client()
    client.force_login(make_organiser(table.round.stage.competition.club))
    return client


def page_of(table: Table) -> str:
    return reverse("exports:import_results", args=[table.round.stage.competition_id])


def taken(client: Client, address: str) -> bytes:
    """Return the file that an address sends."""
    answer = client.get(address)
    assert answer.status_code == 200
    return b"".join(answer)


def carried(page: str) -> str:
    """Return the text that the preview sends once more, as a browser reads it."""
    found = re.search(r"<textarea[^>]*hidden>\n(.*?)</textarea>", page, re.DOTALL)
    assert found
    return found[1]


def test_an_organiser_looks_at_pasted_rows_and_then_records_them() -> None:
    table = make_table()
    organiser = organiser_of(table)
    settings = reverse("competitions:settings", args=[table.round.stage.competition_id])
    assert page_of(table) in organiser.get(settings).content.decode()
    seen = organiser.post(page_of(table), {"text": PLACES})
    assert seen.status_code == 200
    assert "Preview: 1 table will be imported. Nothing is recorded yet." in text_of(seen)
    assert "Round 1, table 1 new result 1 B Björn 19 2 A Ada 11" in text_of(seen)
    assert FinalResult.objects.count() == 0
    text = carried(seen.content.decode())
    done = organiser.post(page_of(table), {"text": text, "apply": "1"}, follow=True)
    assert "1 table imported." in text_of(done)
    assert FinalRevision.objects.get().by == (
        table.round.stage.competition.club.players.get(name="Olga Organiser")
    )
    again = organiser.post(page_of(table), {"text": PLACES})
    assert "Nothing to import All results are already recorded. Nothing to import." in text_of(
        again
    )
    assert 'name="apply"' not in again.content.decode()


def test_what_is_wrong_stands_at_its_row_and_cannot_be_recorded() -> None:
    table = make_table()
    organiser = organiser_of(table)
    text = PLACES.replace("Björn", "Bjrön") + "9,1,Zoe,1,1\n"
    for data in ({"text": text}, {"text": text, "apply": "1"}):
        seen = organiser.post(page_of(table), data)
        assert seen.status_code == 422
        assert "2 rows have errors." in text_of(seen)
        assert "Row 3 1 1 Bjrön 1 19 Bjrön does not sit at table 1. Do you mean Björn?" in text_of(
            seen
        )
        assert "This competition has no round 9." in text_of(seen)
        assert 'name="apply"' not in seen.content.decode()
    assert FinalResult.objects.count() == 0
    again = organiser.post(page_of(table), {"text": carried(seen.content.decode()), "again": "1"})
    assert "1,1,Bjrön,1,19" in again.content.decode()


def test_a_workbook_is_uploaded_and_carried_as_text() -> None:
    table = make_table()
    organiser = organiser_of(table)
    rows = [line.split(",") for line in PLACES.splitlines()]
    file = SimpleUploadedFile("results.xlsx", workbook(*rows))
    seen = organiser.post(page_of(table), {"file": file})
    assert "Preview: 1 table will be imported." in text_of(seen)
    organiser.post(page_of(table), {"text": carried(seen.content.decode()), "apply": "1"})
    assert FinalResult.objects.count() == 1


def test_files_that_are_too_large_broken_or_empty_are_refused_in_words() -> None:
    table = make_table()
    organiser = organiser_of(table)
    for data, words in (
        (b"x" * (1024 * 1024 + 1), "The file is larger than 1 MiB."),
        (b"PK\x03\x04broken", "This workbook cannot be read."),
        (b"\xff\xfe", "Choose a file or paste the rows."),
        (b"name\nAda", "Missing: round, table"),
    ):
        answer = organiser.post(page_of(table), {"file": SimpleUploadedFile("r.csv", data)})
        assert answer.status_code == 422
        assert words in text_of(answer)


def test_the_file_to_fill_in_lists_open_tables_without_result_and_comes_back_filled() -> None:
    table = make_table()
    done = make_table(table.round, number=2)
    organiser = organiser_of(table)
    rows = PLACES.splitlines()
    second = [rows[0], *(re.sub(r"1,1,(\w+),", r"1,2,\1 2,", row) for row in rows[1:])]
    organiser.post(page_of(done), {"text": "\n".join(second), "apply": "1"})
    assert FinalResult.objects.count() == 1
    address = reverse("exports:template", args=[table.round.stage.competition_id, "csv"])
    text = taken(organiser, address).decode("utf-8-sig")
    assert text.splitlines() == [
        "stage,round,table,player,place,total",
        *(f"1,1,1,{name},," for name in ("Ada", "Björn", "Chiara", "Dörte")),
    ]
    filled = "\n".join(
        line.replace(",,", f",{place},")
        for line, place in zip(text.splitlines(), ("", 1, 2, 3, 4), strict=True)
    )
    organiser.post(page_of(table), {"text": filled, "apply": "1"})
    assert FinalResult.objects.count() == 2
    book = load_workbook(io.BytesIO(taken(organiser, address.replace(".csv", ".xlsx"))))
    assert [cell.value for cell in book.worksheets[0][1]][:3] == ["stage", "round", "table"]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_only_organisers_find_it(role: str) -> None:
    table = make_table()
    competition = table.round.stage.competition_id
    for address in (page_of(table), reverse("exports:template", args=[competition, "csv"])):
        assert club_member(table, role).get(address).status_code == 404
        assert Client().get(address).status_code == 302
    detail = Client().get(reverse("competitions:detail", args=[competition]))
    assert "Import results" not in text_of(detail)
