import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.competitions.models import SeatingMethod, Stage
from league.rounds.seating_lists import read_seating_list, write_seating_list
from tests.factories import (
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_user,
)
from tests.league.exports.workbooks import workbook

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Björn", "Chiara", "Dörte", "Emil", "Fatima", "Goran", "Hanna")
TWO_ROUNDS = """Ada, Björn, Chiara, Dörte
Emil, Fatima, Goran, Hanna

ada, BJÖRN, Emil, Fatima
Chiara, Dörte, Goran, Hanna
"""


def stage_of(method: str = SeatingMethod.LIST) -> tuple[Stage, dict[str, int]]:
    competition = make_competition()
    competition.stages.update(method=method)
    entries = {name: make_entry(competition, name=name).pk for name in NAMES}
    return competition.stages.get(), entries


def organise(client: Client, stage: Stage) -> str:
    client.force_login(make_organiser(stage.competition.club))
    return f"/stages/{stage.pk}/seating/"


def test_list_is_shown_and_then_kept(client: Client) -> None:
    stage, entries = stage_of()
    address = organise(client, stage)

    shown = client.post(address, {"text": TWO_ROUNDS, "look": "1"})
    assert [[len(table) for table in tables] for tables, _ in shown.context["rounds"]] == [
        [4, 4],
        [4, 4],
    ]
    stage.refresh_from_db()
    assert stage.seating_list is None

    client.post(address, {"text": TWO_ROUNDS})
    stage = Stage.objects.get()
    assert stage.seating_list is not None
    assert stage.seating_list[1][0] == [
        entries[name] for name in ("Ada", "Björn", "Emil", "Fatima")
    ]
    assert read_seating_list(stage, write_seating_list(stage)).rounds == tuple(
        tuple(map(tuple, tables)) for tables in stage.seating_list
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Ada, Björn, Chiara\nAda, Emil, Fatima",
            "Line 2: Ada appears twice in round 1, first in line 1.",
        ),
        ("Ada, Björn, Zoë", "Line 1: “Zoë” is not in this competition"),
        ("Ada, Björn", "Line 1: A table of 2 is too small. The minimum is 3."),
        (", ".join(NAMES), "Line 1: A table of 8 is too large. The maximum is 7."),
        ("", "Enter at least one table."),
        (
            "round,table,entry\n1,x,Ada",
            "Line 2: This line is not readable. Separate the names with commas.",
        ),
    ],
)
def test_fault_stands_by_its_line_and_nothing_is_lost(
    client: Client, text: str, fault: str
) -> None:
    stage, _ = stage_of()

    answer = client.post(organise(client, stage), {"text": text})

    assert answer.status_code == 422
    assert any(error.startswith(fault) for error in answer.context["form"].errors["text"])
    assert answer.context["form"]["text"].value() == text
    stage.refresh_from_db()
    assert stage.seating_list is None


def test_file_goes_before_the_text_and_is_shown(client: Client) -> None:
    stage, entries = stage_of()
    rows = [f"1;{1 + at // 4};{name}" for at, name in enumerate(NAMES)]
    text = "\r\n".join(["round;table;entry", *rows])
    file = SimpleUploadedFile("seats.csv", b"\xef\xbb\xbf" + text.encode())

    client.post(organise(client, stage), {"text": "", "file": file})

    stage.refresh_from_db()
    assert stage.seating_list == [[list(entries.values())[:4], list(entries.values())[4:]]]


def test_file_of_a_spreadsheet_is_read_as_its_text_would_be(client: Client) -> None:
    stage, entries = stage_of()
    rows = [("round", "table", "entry"), *((1, 1 + at // 4, n) for at, n in enumerate(NAMES))]
    utf_16 = "\r\n".join("\t".join(map(str, row)) for row in rows).encode("utf-16")

    for content in (workbook(*rows), utf_16):
        stage.seating_list = None
        stage.save()
        client.post(
            organise(client, stage), {"text": "", "file": SimpleUploadedFile("seats", content)}
        )
        stage.refresh_from_db()
        assert stage.seating_list == [[list(entries.values())[:4], list(entries.values())[4:]]]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\x00\x80" * 50, "is not in this competition"),
        (b"\x89PNG\r\n\x1a\n", "This file is neither text nor a workbook."),
        (b"PK\x03\x04broken", "This workbook cannot be read."),
        (b"x" * 100_001, "This file is too large. Shorten the seating list."),
        (workbook(*[("x" * 200,) * 6] * 100), "This text is too long. Shorten the seating list."),
    ],
)
def test_file_that_is_no_list_is_refused(client: Client, content: bytes, words: str) -> None:
    stage, _ = stage_of()
    file = SimpleUploadedFile("seats.csv", content)

    answer = client.post(organise(client, stage), {"text": "", "file": file})

    assert answer.status_code == 422
    assert words in answer.content.decode()
    stage.refresh_from_db()
    assert stage.seating_list is None


def test_home_groups_are_one_round(client: Client) -> None:
    stage, entries = stage_of(SeatingMethod.FIXED)
    address = organise(client, stage)

    refused = client.post(address, {"text": TWO_ROUNDS})
    assert refused.context["form"].errors["text"] == [
        "Fixed groups have only one round. Remove the empty lines."
    ]

    client.post(address, {"text": TWO_ROUNDS.split("\n\n", maxsplit=1)[0]})
    stage.refresh_from_db()
    assert stage.groups == [list(entries.values())[:4], list(entries.values())[4:]]
    assert stage.method == SeatingMethod.FIXED


def test_names_that_two_have_are_refused(client: Client) -> None:
    stage, _ = stage_of()
    make_entry(stage.competition, name="Ada")

    answer = client.post(organise(client, stage), {"text": TWO_ROUNDS})

    assert "or several players have this name" in answer.context["form"].errors["text"][0]


@pytest.mark.parametrize("role", ["player", "scorer", "another club"])
def test_only_organisers_may_write_a_list(client: Client, role: str) -> None:
    stage, _ = stage_of()
    if role == "another club":
        client.force_login(make_organiser(make_club()))
    else:
        user = make_user()
        make_player(stage.competition.club, "Sam", role, user)
        client.force_login(user)

    assert client.post(f"/stages/{stage.pk}/seating/", {"text": TWO_ROUNDS}).status_code == 404


def test_list_tells_equal_faults_once_and_of_many_the_first() -> None:
    stage, _ = stage_of()
    strangers = [f"Stranger {number}" for number in range(30)]

    once = read_seating_list(stage, "Ada, Nobody, Nobody, Nobody").faults
    many = read_seating_list(stage, "\n".join(f"Ada, Björn, {name}" for name in strangers)).faults

    assert [words for _, words in once if "Nobody”" in words] == [
        "“Nobody” is not in this competition, or several players have this name."
    ]
    assert len(many) == 11
    assert many[-1][1].endswith("more errors.")


def test_list_shows_who_has_no_seat_in_a_round(client: Client) -> None:
    stage, _ = stage_of()
    text = TWO_ROUNDS.replace(", Hanna\n\n", "\n\n")

    page = client.post(organise(client, stage), {"text": text, "look": "1"})

    assert [left_out for _, left_out in page.context["rounds"]] == [["Hanna"], []]
    assert "Not in the list: Hanna" in page.content.decode()
